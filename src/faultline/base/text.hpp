#pragma once
// Small helpers for messages and options: nearest name, lists and counts in words, numbers from
// text.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

/// Levenshtein distance between two byte strings, ASCII case ignored.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `name`; none when even the nearest shares too little to be a likely
/// slip.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view name,
                                                      std::span<const std::string> candidates);

/// "a", "a and b", "a, b and c"; past `limit` items "a, b, c and 7 more".
[[nodiscard]] std::string join_words(std::span<const std::string> items, std::size_t limit = 10,
                                     std::string_view last = "and");

/// Splits at `separator`, trims blanks, keeps empty parts. An empty text gives no part.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

[[nodiscard]] std::string_view trim(std::string_view text);

/// A to Z made small, the rest as it is.
[[nodiscard]] std::string lower_ascii(std::string_view text);

/// A number in plain or scientific notation, the whole text, whatever the locale; none otherwise.
[[nodiscard]] std::optional<double> parse_double(std::string_view text);
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);

/// 1234567 -> "1,234,567".
[[nodiscard]] std::string with_thousands(std::int64_t value);

/// "1 replicate", "999 replicates": `noun` with an s unless count is 1.
[[nodiscard]] std::string plural(std::int64_t count, std::string_view noun);

/// "1,221 people", "1 person".
[[nodiscard]] std::string people(std::int64_t count);

/// Shortest text that reads back as the same double ("0.1", "1e-09"); whatever the locale.
[[nodiscard]] std::string shortest(double value);

/// & < > " ' as entities; characters that HTML forbids become U+FFFD.
[[nodiscard]] std::string escape_markup(std::string_view text);

}  // namespace faultline

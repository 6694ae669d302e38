#include "faultline/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include <fmt/format.h>

namespace faultline {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// from_chars takes no plus sign; "+-3" stays as it is, no number.
std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

/// Whether one is the other with its letters in another order.
bool same_letters(std::string_view a, std::string_view b) {
  std::string x = lower_ascii(a);
  std::string y = lower_ascii(b);
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  return x == y;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substitution = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substitution, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

std::optional<std::string> nearest_name(std::string_view name,
                                        std::span<const std::string> candidates) {
  std::optional<std::string> best;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(name, candidate);
    // Every letter would have to change: they share nothing.
    if (distance >= std::max(name.size(), candidate.size())) continue;
    // Two slips leave little of a short name, unless letters only changed places: age is not race.
    constexpr std::size_t kShort = 4;
    if (distance > 1 && name.size() <= kShort && !same_letters(name, candidate)) continue;
    if (!best || distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  // Two slips in any name, and more in a long one: half of its letters still tell what is meant.
  const std::size_t tolerated = std::max<std::size_t>(2, name.size() / 2);
  if (best && best_distance > tolerated) return std::nullopt;
  return best;
}

std::string join_words(std::span<const std::string> items, std::size_t limit,
                       std::string_view last) {
  if (items.empty()) return "";
  if (items.size() == 1) return items[0];
  const bool cut = items.size() > limit;
  const std::size_t listed = cut ? limit : items.size() - 1;
  std::string text = items[0];
  for (std::size_t i = 1; i < listed; ++i) text += fmt::format(", {}", items[i]);
  if (cut) return text + fmt::format(" {} {} more", last, items.size() - listed);
  return text + fmt::format(" {} {}", last, items.back());
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find(separator, begin);
    parts.emplace_back(trim(text.substr(begin, end - begin)));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

std::optional<double> parse_double(std::string_view text) {
  text = trim(text);
  text = without_plus(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  text = trim(text);
  text = without_plus(text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string with_thousands(std::int64_t value) {
  std::string digits = fmt::format("{}", value);
  const std::size_t first = digits.front() == '-' ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3;) {
    i -= 3;
    digits.insert(i, ",");
  }
  return digits;
}

std::string plural(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", with_thousands(count), noun, count == 1 ? "" : "s");
}

std::string people(std::int64_t count) {
  return with_thousands(count) + (count == 1 ? " person" : " people");
}

std::string shortest(double value) { return fmt::format("{}", value); }

std::string escape_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        const bool forbidden = (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
        if (forbidden) {
          out += "\uFFFD";
        } else {
          out += c;
        }
      }
    }
  }
  return out;
}

}  // namespace faultline

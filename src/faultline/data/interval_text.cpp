#include "faultline/data/interval_text.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "faultline/base/text.hpp"

namespace faultline::data {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Longer words before those that they begin with.
constexpr std::array<std::string_view, 7> kBelow = {"<=",    "<",     "less than", "fewer than",
                                                    "under", "below", "up to"};
constexpr std::array<std::string_view, 7> kAbove = {">=",   ">",     "greater than", "more than",
                                                    "over", "above", "at least"};
constexpr std::array<std::string_view, 9> kAndMore = {"+",        "and over",  "or over",
                                                      "and more", "or more",   "and above",
                                                      "or above", "and older", "or older"};
constexpr std::array<std::string_view, 4> kBetween = {"to <", "to", "-", "\u2013"};
constexpr std::array<std::string_view, 1> kInBrackets = {","};

std::optional<double> number(std::string_view text) {
  const auto value = parse_double(trim(text));
  return value && std::isfinite(*value) ? value : std::nullopt;
}

/// Two numbers with one of the words between them.
std::optional<TextInterval> between(std::string_view text,
                                    std::span<const std::string_view> words) {
  for (const std::string_view word : words) {
    for (auto at = text.find(word, 1); at != std::string_view::npos; at = text.find(word, at + 1)) {
      const auto low = number(text.substr(0, at));
      const auto high = number(text.substr(at + word.size()));
      if (low && high && *low <= *high) return TextInterval{*low, *high};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<TextInterval> interval_of(std::string_view label) {
  const std::string lower = lower_ascii(trim(label));
  std::string_view text = lower;
  if (text.empty()) return std::nullopt;
  if (const auto value = number(text)) return TextInterval{*value, *value};
  for (const std::string_view word : kBelow) {
    if (!text.starts_with(word)) continue;
    const auto high = number(text.substr(word.size()));
    return high ? std::optional(TextInterval{-kInfinity, *high}) : std::nullopt;
  }
  for (const std::string_view word : kAbove) {
    if (!text.starts_with(word)) continue;
    const auto low = number(text.substr(word.size()));
    return low ? std::optional(TextInterval{*low, kInfinity}) : std::nullopt;
  }
  for (const std::string_view word : kAndMore) {
    if (!text.ends_with(word)) continue;
    const auto low = number(text.substr(0, text.size() - word.size()));
    return low ? std::optional(TextInterval{*low, kInfinity}) : std::nullopt;
  }
  const bool bracketed = text.size() > 2 && (text.front() == '[' || text.front() == '(') &&
                         (text.back() == ']' || text.back() == ')');
  return bracketed ? between(text.substr(1, text.size() - 2), kInBrackets)
                   : between(text, kBetween);
}

}  // namespace faultline::data

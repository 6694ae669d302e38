#include "faultline/report/document/format.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline::report {
namespace {

// Beyond this, doubles no longer hold every whole number.
constexpr double kLargestWhole = 9007199254740992.0;

}  // namespace

std::string percent(double rate) {
  if (!std::isfinite(rate)) return kNotAvailable;
  if (rate > 0 && rate < 0.0005) return "< 0.1 %";
  if (rate < 1 && rate > 0.9995) return "> 99.9 %";
  return fmt::format("{:.1f} %", 100 * rate);
}

std::string percent_number(double rate) {
  const std::string text = percent(rate);
  return text.ends_with(" %") ? text.substr(0, text.size() - 2) : text;
}

std::string points(double difference) {
  const double value = 100 * difference;
  if (!std::isfinite(value)) return kNotAvailable;
  if (value == 0) return "0";
  return std::abs(value) < 0.05 ? fmt::format("{:.1g}", value) : fmt::format("{:.1f}", value);
}

std::string confidence_words(double confidence) {
  return fmt::format("{} %", shortest(std::round(1e6 * confidence) / 1e4));
}

std::string quantity(double count) {
  if (!std::isfinite(count)) return kNotAvailable;
  if (std::abs(count) >= kLargestWhole) return fmt::format("{:.3g}", count);
  const double tenths = std::round(10 * std::abs(count));
  const auto whole = static_cast<std::int64_t>(tenths / 10);
  const auto tenth = static_cast<int>(std::fmod(tenths, 10));
  const char* sign = count < 0 && tenths > 0 ? "-" : "";
  if (std::floor(count) == count) return sign + with_thousands(whole);
  return fmt::format("{}{}.{}", sign, with_thousands(whole), tenth);
}

std::string score(double value) {
  if (!std::isfinite(value)) return kNotAvailable;
  if (value == 0) return "0";
  if (std::abs(value) < 0.01) return fmt::format("{:.3g}", value);
  return fmt::format("{:.2f}", value);
}

std::string ratio(double value) {
  if (!std::isfinite(value)) return kNotAvailable;
  const double size = std::abs(value);
  if (size == 0) return "0";
  if (size < 1e-4 || size >= 1e6) return fmt::format("{:.3g}", value);
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, 6);
  return fmt::format("{:.{}f}", value, decimals);
}

std::string p_value(double p) {
  if (!std::isfinite(p)) return kNotAvailable;
  if (p <= 0 || p >= 1) return fmt::format("{:.3g}", p);
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(p))), 3, 12);
  std::string digits = fmt::format("{:.{}f}", p, decimals);
  while (digits.size() > 5 && digits.back() == '0') digits.pop_back();
  // Smaller than the last decimal, and yet not 0.
  return digits == "0.000" ? "< 0.001" : digits;
}

std::string p_bound(double p) {
  if (!std::isfinite(p)) return kNotAvailable;
  if (p <= 0 || p >= 1) return fmt::format("{:.3g}", p);
  // What a double can hold of a number that was meant to be round must not count as more.
  const auto up = [](double x) { return std::ceil(x - 1e-9); };
  if (p >= 0.001) return fmt::format("{:g}", up(1000 * p) / 1000);
  int exponent = static_cast<int>(std::floor(std::log10(p)));
  int digit = static_cast<int>(up(p / std::pow(10.0, exponent)));
  if (digit > 9) {
    digit = 1;
    ++exponent;
  }
  return fmt::format("{}e{}", digit, exponent);
}

std::string how_often(double p) {
  if (p < 0.001) return "less than once in 1,000 times";
  return fmt::format("at most once in {} times",
                     with_thousands(static_cast<std::int64_t>(std::floor(1 / p))));
}

std::string lattice_size(double subgroups) {
  if (!std::isfinite(subgroups)) return kNotAvailable;
  if (subgroups < 0) return kNotAvailable;
  if (subgroups < 1e15) return with_thousands(static_cast<std::int64_t>(subgroups));
  const int exponent = static_cast<int>(std::floor(std::log10(subgroups)));
  return fmt::format("about {:.1f} x 10^{}", subgroups / std::pow(10.0, exponent), exponent);
}

std::string duration(double seconds) {
  if (!std::isfinite(seconds)) return kNotAvailable;
  if (seconds < 0 || seconds > 1e12) return fmt::format("{:.3g} s", seconds);
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", 1000 * seconds);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::round(seconds));
  return fmt::format("{} min {} s", with_thousands(whole / 60), whole % 60);
}

}  // namespace faultline::report

#include "faultline/methods/ijdi/lambda_list.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::methods {
namespace {

constexpr double kMost = 1000;  // values

double number(const std::string& word, const std::string& part) {
  const std::optional<double> value = parse_double(part);
  if (!value || !std::isfinite(*value)) {
    throw ConfigError(fmt::format(
        "`lambda` {}: must be a number, a list such as 0,0.3,1 or a range such as 0:3:0.5", word));
  }
  if (*value < 0) throw ConfigError(fmt::format("`lambda` {}: must be 0 or more", word));
  return *value;
}

void add_once(double value, std::vector<double>& values) {
  if (std::find(values.begin(), values.end(), value) != values.end()) {
    throw ConfigError(fmt::format("`lambda` names {} twice", shortest(value)));
  }
  if (static_cast<double>(values.size()) >= kMost) {
    throw ConfigError(fmt::format("`lambda` names more than {} values", kMost));
  }
  values.push_back(value);
}

void add_range(const std::string& word, const std::vector<std::string>& parts,
               std::vector<double>& values) {
  const double from = number(word, parts[0]);
  const double to = number(word, parts[1]);
  const double step = number(word, parts[2]);
  if (!(step > 0)) throw ConfigError(fmt::format("`lambda` {}: the step must be above 0", word));
  if (to < from)
    throw ConfigError(fmt::format("`lambda` {}: the range ends before it starts", word));
  // The end is reached although a step such as 0.1 has no exact binary form.
  const double steps = std::floor((to - from) / step * (1 + 1e-12) + 1e-9);
  if (!(steps < kMost)) {
    throw ConfigError(
        fmt::format("`lambda` {}: more than {} values; take a larger step", word, kMost));
  }
  for (int i = 0; i <= static_cast<int>(steps); ++i) {
    // Twelve digits: 3 * 0.1 is to be 0.3, as it would be typed.
    add_once(*parse_double(fmt::format("{:.12g}", from + i * step)), values);
  }
}

}  // namespace

std::vector<double> parse_lambdas(const std::vector<std::string>& words) {
  std::vector<double> values;
  for (const std::string& word : words) {
    const std::vector<std::string> parts = split(word, ':');
    if (parts.size() == 3) {
      add_range(word, parts, values);
    } else {
      add_once(number(word, word), values);
    }
  }
  if (values.empty()) throw ConfigError("`lambda`: name at least one value");
  return values;
}

}  // namespace faultline::methods

#include "faultline/methods/metrics/reference.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/group_rows.hpp"

namespace faultline::methods {
namespace {

/// A value of one column; the name of the column may hold '=' itself.
void add_named(std::string_view part, const std::vector<data::Attribute>& attributes,
               std::string_view whole, Reference& into) {
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    const data::Attribute& attribute = attributes[a];
    const std::size_t length = attribute.name.size();
    if (!part.starts_with(attribute.name) || part.size() <= length || part[length] != '=') continue;
    const std::string value(trim(part.substr(length + 1)));
    const auto found = std::find(attribute.labels.begin(), attribute.labels.end(), value);
    if (found == attribute.labels.end()) {
      const auto nearest = nearest_name(value, attribute.labels);
      throw InputError(
          fmt::format("`reference` {}: nobody has {} = '{}'{}", whole, attribute.name, value,
                      nearest ? fmt::format("; did you mean '{}'?", *nearest)
                              : fmt::format("; values are {}", join_words(attribute.labels))));
    }
    into.codes[a] = static_cast<int>(found - attribute.labels.begin());
    return;
  }
  std::vector<std::string> names;
  names.reserve(attributes.size());
  for (const data::Attribute& attribute : attributes) names.push_back(attribute.name);
  throw InputError(fmt::format(
      "`reference` {}: must be largest, best, rest, or a group such as COL=VALUE, where COL is {}",
      whole, join_words(names, names.size(), "or")));
}

double badness(RateName rate, double value) {
  using enum RateName;
  switch (rate) {
    case fpr:
    case fnr:
    case fdr:
    case for_:
    case brier:
    case log_loss:
    case mae:
    case rmse:
      return value;
    case calibration_gap:
    case mean_error:
      return std::abs(value);
    case calibration_slope:
      return std::abs(value - 1);
    default:
      return -value;
  }
}

}  // namespace

Reference parse_reference(std::string_view text, const std::vector<data::Attribute>& attributes) {
  if (text == "largest") return {.kind = Reference::Kind::largest};
  if (text == "best") return {.kind = Reference::Kind::best};
  if (text == "rest") return {.kind = Reference::Kind::rest};
  Reference reference{.kind = Reference::Kind::named,
                      .codes = std::vector<int>(attributes.size(), -1)};
  for (const std::string& part : split(text, ';')) add_named(part, attributes, text, reference);
  return reference;
}

bool is_better(RateName rate, double a, double b) { return badness(rate, a) < badness(rate, b); }

}  // namespace faultline::methods

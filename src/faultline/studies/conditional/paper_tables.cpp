#include "faultline/studies/conditional/paper_tables.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::studies {

double printed_value(std::string_view printed) {
  const auto value = parse_double(printed);
  if (!value)
    throw InternalError(fmt::format("'{}' is not a number as the paper prints them", printed));
  return *value;
}

double printed_rounding(std::string_view printed) {
  const auto point = printed.find('.');
  const std::size_t digits = point == std::string_view::npos ? 0 : printed.size() - point - 1;
  return 0.5 * std::pow(10.0, -static_cast<double>(digits));
}

}  // namespace faultline::studies

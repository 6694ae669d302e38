#include "faultline/studies/curves.hpp"

#include "faultline/base/text.hpp"

namespace faultline::studies {

using report::Look;
using report::Series;

Series curve(std::string name, std::size_t number, bool dashed) {
  return {.name = std::move(name),
          .look = Look::numbered,
          .number = static_cast<int>(number),
          .dashed = dashed};
}

Series fitted_curve(std::size_t number) {
  Series series = curve("", number, true);
  series.form = Series::Form::line;
  return series;
}

Series reference_line(std::string name) {
  return {.name = std::move(name), .form = Series::Form::line, .look = Look::reference};
}

report::Interval around(double value, double half_width) {
  return std::pair(value - half_width, value + half_width);
}

std::vector<std::pair<double, std::string>> ticks_at(std::span<const double> values) {
  std::vector<std::pair<double, std::string>> ticks;
  for (const double value : values) ticks.emplace_back(value, shortest(value));
  return ticks;
}

}  // namespace faultline::studies

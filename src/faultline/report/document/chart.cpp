#include "faultline/report/document/chart.hpp"

namespace faultline::report {

Series count_bars(const Histogram& histogram) {
  Series bars{.form = Series::Form::bars, .look = Look::neutral, .width = histogram.width};
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    bars.points.push_back({.x = histogram.start + histogram.width * static_cast<double>(i),
                           .y = static_cast<double>(histogram.counts[i])});
  }
  return bars;
}

}  // namespace faultline::report

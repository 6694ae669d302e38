#include "faultline/studies/sources/learning_curves.hpp"

#include <utility>

#include "faultline/studies/curves.hpp"

namespace faultline::studies {

report::Figure learning_figure(std::string title, std::string across, std::string up) {
  return {.title = std::move(title),
          .chart = {.across = {.title = std::move(across), .scale = report::Scale::logarithmic},
                    .up = {.title = std::move(up)},
                    .legend = true}};
}

report::Series learning_curve(const methods::SourcesReport::LearningCurve& of, std::string name,
                              std::size_t number) {
  report::Series series = curve(std::move(name), number);
  for (const methods::SourcesReport::CurvePoint& point : of.points) {
    series.points.push_back(
        {static_cast<double>(point.n), point.mean, around(point.mean, 1.96 * point.sem)});
  }
  return series;
}

}  // namespace faultline::studies

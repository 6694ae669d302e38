#include "faultline/methods/sources/tukey.hpp"

#include <cmath>
#include <limits>

#include "faultline/base/error.hpp"
#include "faultline/math/studentized_range.hpp"
#include "faultline/math/sum.hpp"

namespace faultline::methods {

GroupAnalysis analyse_groups(const std::vector<std::vector<double>>& observations, double alpha) {
  std::vector<std::size_t> groups;
  std::vector<double> mean(observations.size(), 0);
  math::CompensatedSum total;
  double count = 0;
  for (std::size_t g = 0; g < observations.size(); ++g) {
    if (observations[g].size() < 2) continue;
    groups.push_back(g);
    math::CompensatedSum sum;
    for (const double value : observations[g]) sum.add(value);
    mean[g] = sum.value() / static_cast<double>(observations[g].size());
    total.add(sum.value());
    count += static_cast<double>(observations[g].size());
  }
  if (groups.size() < 2) {
    throw InputError("an analysis of variance needs two groups with a cost in two folds each");
  }
  const double grand = total.value() / count;
  math::CompensatedSum between;
  math::CompensatedSum within;
  for (const std::size_t g : groups) {
    const auto n = static_cast<double>(observations[g].size());
    between.add(n * (mean[g] - grand) * (mean[g] - grand));
    for (const double value : observations[g]) within.add((value - mean[g]) * (value - mean[g]));
  }
  const auto k = static_cast<int>(groups.size());
  GroupAnalysis analysis;
  analysis.degrees_of_freedom = count - k;
  analysis.error_variance = within.value() / analysis.degrees_of_freedom;
  const double between_variance = between.value() / (k - 1);
  if (analysis.error_variance > 0) {
    analysis.f = between_variance / analysis.error_variance;
    analysis.p_value = math::f_upper_tail(analysis.f, k - 1, analysis.degrees_of_freedom);
  } else {
    // Folds without any spread: any difference is certain, none is none.
    analysis.f = between_variance > 0 ? std::numeric_limits<double>::infinity() : 0;
    analysis.p_value = between_variance > 0 ? 0 : 1;
  }
  analysis.critical = math::studentized_range_quantile(alpha, k, analysis.degrees_of_freedom);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = i + 1; j < groups.size(); ++j) {
      const std::size_t a = groups[i];
      const std::size_t b = groups[j];
      TukeyPair pair{.first = a, .second = b, .difference = mean[b] - mean[a]};
      const double error = std::sqrt(analysis.error_variance / 2 *
                                     (1 / static_cast<double>(observations[a].size()) +
                                      1 / static_cast<double>(observations[b].size())));
      pair.low = pair.difference - analysis.critical * error;
      pair.high = pair.difference + analysis.critical * error;
      if (error > 0) {
        pair.p_value = math::studentized_range_upper_tail(std::abs(pair.difference) / error, k,
                                                          analysis.degrees_of_freedom);
      } else {
        pair.p_value = pair.difference == 0 ? 1 : 0;
      }
      analysis.pairs.push_back(pair);
    }
  }
  return analysis;
}

}  // namespace faultline::methods

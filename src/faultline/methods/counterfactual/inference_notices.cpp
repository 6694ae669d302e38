#include "faultline/methods/counterfactual/inference_notices.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/counterfactual/rate_errors.hpp"

namespace faultline::methods {

void warn_of_lost_groups(std::size_t decision, const ReplicateRates& replicates,
                         const std::string& what, std::span<const int> positions,
                         CounterfactualReport::Decision& to) {
  std::vector<std::string> lost_rates;
  for (std::size_t k = 0; k < to.groups.size(); ++k) {
    if (positions[k] < 0) continue;
    for (const bool cfpr : {true, false}) {
      const CounterfactualReport::Group& group = to.groups[k];
      const CounterfactualReport::GroupRate& rate = cfpr ? group.cfpr : group.cfnr;
      if (!rate.estimate || rate.rests_on_few()) continue;
      std::int64_t lost = 0;
      for (const Rates& rates : replicates.rates[decision]) {
        if (std::isnan((cfpr ? rates.cfpr : rates.cfnr)[positions[k]])) ++lost;
      }
      if (lost == 0) continue;
      lost_rates.push_back(
          fmt::format("{} of {} ({})", cfpr ? "cFPR" : "cFNR", group.text, with_thousands(lost)));
    }
  }
  if (lost_rates.empty()) return;
  to.notices.push_back(Notice::warning(
      fmt::format("in some of {} {} a rate was not defined and its pairs were left out: {}",
                  with_thousands(replicates.finished), what, join_words(lost_rates, 4))));
}

void warn_of_missing_intervals(CounterfactualReport::Decision& to) {
  for (const bool cfpr : {true, false}) {
    const CounterfactualReport::Summary& average = (cfpr ? to.cfpr : to.cfnr).avg;
    if (!average.estimate || average.intervals.adaptive) continue;
    to.notices.push_back(Notice::warning(fmt::format(
        "the gaps in {} have no adaptive interval: some pair of groups has a rate in fewer than "
        "{} resamples, or there are over {} pairs",
        cfpr ? "cFPR" : "cFNR", kFewestResamples, with_thousands(kMostPairs))));
  }
}

void warn_of_few_resamples(std::int64_t resamples, double alpha, Notices& to) {
  // An end of an interval should rest on some resamples beyond it.
  constexpr double kBeyond = 5;
  const auto needed = static_cast<std::int64_t>(std::ceil(2 * kBeyond / alpha));
  if (resamples == 0 || resamples >= needed) return;
  to.push_back(Notice::warning(fmt::format(
      "{} resamples are few for intervals of {:.6g} %: their ends rest on the outermost ones; use "
      "`bootstrap` {} or more",
      with_thousands(resamples), 100 * (1 - alpha), needed)));
}

void warn_of_unsettled(const ReplicateRates& replicates, const std::string& what, Notices& to) {
  if (replicates.not_converged == 0) return;
  to.push_back(Notice::warning(fmt::format(
      "in {} of {} {} a model did not converge; its last coefficients were used",
      with_thousands(replicates.not_converged), with_thousands(replicates.finished), what)));
}

}  // namespace faultline::methods

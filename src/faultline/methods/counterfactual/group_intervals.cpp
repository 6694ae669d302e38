#include "faultline/methods/counterfactual/group_intervals.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace faultline::methods {
namespace {

using Report = CounterfactualReport;
using Values = std::vector<double> Rates::*;

/// One group's value in every resample.
std::vector<double> column(std::span<const Rates> resampled, Values values, int position) {
  std::vector<double> all;
  all.reserve(resampled.size());
  for (const Rates& rates : resampled)
    all.push_back((rates.*values)[static_cast<std::size_t>(position)]);
  return all;
}

Report::Interval within_unit(const Report::Interval& interval) {
  return {{std::max(0.0, interval->first), std::min(1.0, interval->second)}};
}

void add_rate_interval(std::span<const double> resampled, const Resampling& resampling,
                       const CounterfactualOptions& options, Report::GroupRate& rate) {
  if (!rate.estimate) return;
  rate.se = rescaled_error(resampled, resampling);
  if (!rate.se) return;
  rate.interval = rate_interval(*rate.estimate, *rate.se, rate.effective_size, options.alpha);
  // A regression estimate may leave [0, 1], and so may its interval.
  if (options.estimator != RateEstimator::regression) rate.interval = within_unit(rate.interval);
}

/// Need or opportunity. Of those in need the untreated show how many; of everybody all untreated.
void add_share_interval(std::span<const double> resampled, const Resampling& resampling,
                        double untreated, Report::Share& share) {
  if (!share.estimate) return;
  const std::optional<double> error = rescaled_error(resampled, resampling);
  if (error) share.interval = share_interval(*share.estimate, *error, untreated, resampling.alpha);
}

void add_strength_interval(std::span<const double> resampled, const Resampling& resampling,
                           Report::Group& group) {
  Report::Share& share = group.strength;
  if (!share.estimate) return;
  const std::optional<double> error = rescaled_error(resampled, resampling);
  if (!error) return;
  if (*share.estimate > 0 && *share.estimate < 1) {
    share.interval = within_unit(normal_interval(*share.estimate, *error, resampling.alpha));
    return;
  }
  // Resamples do not show the error where no treated person, or each, had the outcome.
  const double treated = static_cast<double>(group.n) * group.need.estimate.value_or(0) *
                         group.opportunity.estimate.value_or(0);
  share.interval = share_interval(*share.estimate, 0, treated, resampling.alpha);
}

}  // namespace

void add_group_intervals(std::span<const Rates> resampled, const Resampling& resampling,
                         std::span<const int> positions, const CounterfactualOptions& options,
                         CounterfactualReport::Decision& to) {
  const bool has_shares = !resampled.empty() && !resampled.front().need.empty();
  for (std::size_t k = 0; k < to.groups.size(); ++k) {
    if (positions[k] < 0) continue;
    const auto of = [&](Values values) { return column(resampled, values, positions[k]); };
    Report::Group& group = to.groups[k];
    add_rate_interval(of(&Rates::cfpr), resampling, options, group.cfpr);
    add_rate_interval(of(&Rates::cfnr), resampling, options, group.cfnr);
    if (!has_shares) continue;
    const double in_need = group.cfnr.effective_size;
    add_share_interval(of(&Rates::need), resampling, in_need + group.cfpr.effective_size,
                       group.need);
    add_share_interval(of(&Rates::opportunity), resampling, in_need, group.opportunity);
    add_strength_interval(of(&Rates::strength), resampling, group);
  }
}

}  // namespace faultline::methods

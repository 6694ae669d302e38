#pragma once
// The groups of some people with everything that was measured of them: what comparisons, gaps and
// the report are made from.

#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/metrics/group_sets.hpp"
#include "faultline/methods/metrics/metrics.hpp"
#include "faultline/methods/metrics/reference.hpp"

namespace faultline::methods {

struct GroupTable {
  const Tallies& tallies;
  const MetricsOptions& options;
  Reference reference{};
  Groups groups{};
  std::vector<MeasuredGroup> rest{};  // everybody else, group by group, where that is the reference
  std::vector<RateName> rates{};      // to show

  [[nodiscard]] const Measure& measure(std::size_t group, RateName rate) const {
    return measure_of(groups.list[group].measures, rate);
  }
  [[nodiscard]] double confidence() const { return 1 - options.alpha; }
};

/// Groups formed and measured; `rates` is left empty. Throws Cancelled, and InputError on a
/// reference that is not there.
[[nodiscard]] GroupTable measured_table(const Tallies& tallies, const MetricsOptions& options,
                                        const Hooks& hooks);

/// Those asked for, or all that the data allow. With `later`, rates of decisions may be asked for
/// though there are none yet: thresholds make them. Throws InputError when one cannot be had.
[[nodiscard]] std::vector<RateName> rates_to_show(const GroupTable& table, bool later);

[[nodiscard]] std::vector<MetricsReport::Group> describe_groups(const GroupTable& table);

/// Extremes of every set of groups in every rate.
[[nodiscard]] std::vector<MetricsReport::Gap> describe_gaps(
    const GroupTable& table, const std::vector<MetricsReport::Group>& groups);

}  // namespace faultline::methods

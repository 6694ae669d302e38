#include "faultline/methods/metrics/group_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/metrics/extremes.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/parallel/workers.hpp"

namespace faultline::methods {
namespace {

const char* needs(RateName name) {
  switch (name) {
    case RateName::base_rate:
      return "`outcome`";
    case RateName::selection_rate:
      return "`decision`, or `score` and `threshold`";
    case RateName::mean_score:
      return "`score` or `risk_score`";
    case RateName::mean_outcome:
    case RateName::mean_error:
    case RateName::mae:
    case RateName::rmse:
      return "`score` and an `outcome` of numbers, more than two of them";
    default:
      return needs_decision(name) ? "`outcome` and `decision`, or `score` and `threshold` in place "
                                    "of the decision"
                                  : "`outcome` and `score` or `risk_score`";
  }
}

}  // namespace

bool needs_decision(RateName name) {
  return name >= RateName::selection_rate && name < RateName::brier;
}

GroupTable measured_table(const Tallies& tallies, const MetricsOptions& options,
                          const Hooks& hooks) {
  GroupTable table{.tallies = tallies,
                   .options = options,
                   .reference = parse_reference(options.reference, tallies.attributes),
                   .groups = form_groups(tallies)};
  std::vector<MeasuredGroup>& list = table.groups.list;
  const bool rest = table.reference.kind == Reference::Kind::rest;
  if (rest) table.rest.resize(list.size());
  const auto n = static_cast<std::int64_t>(list.size());
  const std::int64_t jobs = rest ? 2 * n : n;
  const std::int64_t done = parallel::for_each(
      jobs, parallel::resolve_threads(options.threads),
      [&](std::int64_t job) {
        const MeasuredGroup& formed = list[static_cast<std::size_t>(job % n)];
        MeasuredGroup& group = job < n ? list[static_cast<std::size_t>(job)]
                                       : table.rest[static_cast<std::size_t>(job - n)];
        Tally tally = people_of(formed, tallies, job >= n);
        group.n = tally.size();
        group.measures = measure_group(tally, tallies);
        group.units = std::move(tally.units);
      },
      hooks.stop);
  if (done < jobs) throw Cancelled("stopped before the rates were computed");
  return table;
}

std::vector<RateName> rates_to_show(const GroupTable& table, bool later) {
  const Measures& everybody = table.groups.list.front().measures;
  std::vector<RateName> rates;
  const std::vector<RateName>& given = table.options.rates;
  for (const RateName name : kRateNames) {
    const bool asked = given.empty() || std::find(given.begin(), given.end(), name) != given.end();
    if (!asked) continue;
    if (measure_of(everybody, name).kind != Measure::Kind::absent) {
      rates.push_back(name);
    } else if (!given.empty() && !(later && needs_decision(name))) {
      throw InputError(fmt::format("`metric` {}: needs {}", name_of(name), needs(name)));
    }
  }
  return rates;
}

std::vector<MetricsReport::Group> describe_groups(const GroupTable& table) {
  std::vector<MetricsReport::Group> list;
  list.reserve(table.groups.list.size());
  for (const MeasuredGroup& group : table.groups.list) {
    MetricsReport::Group one{.group = values_of(group, table.tallies),
                             .text = words_of_group(group, table.tallies),
                             .n = group.n};
    for (const RateName name : table.rates) {
      const Measure& measure = measure_of(group.measures, name);
      MetricsReport::Rate& rate = one.rates.of(name).emplace(MetricsReport::Rate{});
      rate.why = measure.why;
      if (!measure.is_defined()) continue;
      rate.estimate = measure.estimate;
      rate.interval = interval_of(measure, table.confidence());
      rate.n = measure.people();
    }
    list.push_back(std::move(one));
  }
  return list;
}

std::vector<MetricsReport::Gap> describe_gaps(const GroupTable& table,
                                              const std::vector<MetricsReport::Group>& groups) {
  std::vector<MetricsReport::Gap> gaps;
  for (const GroupSet& set : table.groups.sets) {
    for (const RateName rate : table.rates) {
      MetricsReport::Gap gap{.rate = rate};
      for (const std::size_t a : set.attributes)
        gap.attributes.push_back(table.tallies.attributes[a].name);
      std::vector<const Measure*> measures;
      measures.reserve(set.groups.size());
      for (const std::size_t g : set.groups) measures.push_back(&table.measure(g, rate));
      if (const std::optional<Extremes> found = extremes(measures, table.confidence())) {
        gap.groups = found->groups;
        gap.estimate = found->estimate;
        gap.interval = found->interval;
        gap.highest = groups[set.groups[found->highest]].text;
        gap.lowest = groups[set.groups[found->lowest]].text;
      } else {
        gap.why = "fewer than two groups have the rate and an interval";
      }
      gaps.push_back(std::move(gap));
    }
  }
  return gaps;
}

}  // namespace faultline::methods

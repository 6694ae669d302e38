#include "faultline/studies/counterfactual/gap_coverage.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/counterfactual/summaries.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

using Report = methods::CounterfactualReport;
using methods::SummaryKind;

struct TrueGaps {
  double average = 0;
  double largest = 0;
};

TrueGaps gaps_of(const std::vector<double>& rates) {
  TrueGaps gaps;
  double pairs = 0;
  for (std::size_t a = 0; a < rates.size(); ++a) {
    for (std::size_t b = a + 1; b < rates.size(); ++b) {
      const double gap = std::abs(rates[a] - rates[b]);
      gaps.average += gap;
      gaps.largest = std::max(gaps.largest, gap);
      pairs += 1;
    }
  }
  gaps.average /= pairs;
  return gaps;
}

/// Data sets do not share the draws of their resamples.
std::uint64_t own_seed(std::uint64_t seed, std::int64_t data_set) {
  constexpr std::uint64_t kApart = 1'000'003;
  return seed * kApart + static_cast<std::uint64_t>(data_set);
}

/// True gaps of the groups that summaries of these decisions are about.
TrueGaps gaps_of(const std::vector<double>& rates,
                 const std::vector<const Report::Decision*>& decisions, bool cfpr) {
  std::vector<double> taken;
  for (std::size_t g = 0; g < rates.size(); ++g) {
    const bool all = std::ranges::all_of(decisions, [&](const Report::Decision* decision) {
      const Report::GroupRate& rate = cfpr ? decision->groups[g].cfpr : decision->groups[g].cfnr;
      return rate.estimate && !rate.rests_on_few();
    });
    if (all) taken.push_back(rates[g]);
  }
  return gaps_of(taken);
}

/// One interval for all pairs, those of few people included: it holds when every pair's does.
void hold_pairs(const Report::Decision& decision, bool cfpr, const std::vector<double>& rates,
                Held& held) {
  const std::vector<Report::Pair>& pairs = (cfpr ? decision.cfpr : decision.cfnr).pairs;
  const auto truth_of = [&](const std::string& group) {
    for (std::size_t g = 0; g < rates.size(); ++g) {
      if (decision.groups[g].text == group) return rates[g];
    }
    throw InternalError("a pair of an unknown group");
  };
  bool all = true;
  double length = 0;
  double count = 0;
  for (const Report::Pair& pair : pairs) {
    const double truth = truth_of(pair.groups.first) - truth_of(pair.groups.second);
    all = all && pair.interval && pair.interval->first <= truth && truth <= pair.interval->second;
    if (pair.interval) length += pair.interval->second - pair.interval->first;
    count += 1;
  }
  if (count == 0) return;
  ++held.intervals;
  held.covered += all ? 1 : 0;
  held.length += length / count;
}

bool outside(const Report::Summaries& of) {
  for (const SummaryKind kind : {SummaryKind::avg, SummaryKind::max, SummaryKind::obs}) {
    const Report::Summary& summary = of.of(kind);
    const Report::Interval& interval = summary.intervals.adaptive;
    if (!interval) continue;
    if (interval->first < 0 || interval->second > 1 || interval->first > *summary.estimate ||
        interval->second < *summary.estimate)
      return true;
  }
  return false;
}

bool contradicts(const Report::Summaries& of) {
  const Report::Interval& average = of.avg.intervals.adaptive;
  const Report::Interval& largest = of.max.intervals.adaptive;
  if (!average || !largest) return false;
  if (largest->first < average->first || largest->second < average->second) return true;
  return std::any_of(of.pairs.begin(), of.pairs.end(), [&](const Report::Pair& pair) {
    return !pair.few && pair.is_apart() &&
           largest->first < std::max(pair.interval->first, -pair.interval->second);
  });
}

GapCoverageRow audit_once(const GapDesign& design, const GapTruth& truth, bool cfpr,
                          const methods::CounterfactualResult& result) {
  const Report::Decision& decision = result.report.decisions.front();
  const Report::Summaries& of = cfpr ? decision.cfpr : decision.cfnr;
  const auto& rates = cfpr ? truth.cfpr : truth.cfnr;
  const TrueGaps one = gaps_of(rates[0], {&decision}, cfpr);
  GapCoverageRow row{.groups = design.groups, .cfpr = cfpr, .data_sets = 1};
  row.average.add(of.avg.intervals.adaptive, one.average);
  row.largest.add(of.max.intervals.adaptive, one.largest);
  hold_pairs(decision, cfpr, rates[0], row.pairs);
  row.contrast.add(
      of.avg_minus_obs.interval,
      one.average -
          gaps_of(cfpr ? truth.observed_fpr : truth.observed_fnr, {&decision}, cfpr).average);
  if (design.first == Fairness::fair) row.marginal.add(of.marg.intervals.adaptive, 0);
  const std::vector<const Report::Decision*> both{&decision, &result.report.decisions.back()};
  const TrueGaps first = gaps_of(rates[0], both, cfpr);
  const TrueGaps second = gaps_of(rates[1], both, cfpr);
  for (const Report::Difference& difference : result.report.differences) {
    if ((difference.rate == result::CounterfactualRate::cfpr) != cfpr) continue;
    if (difference.summary == SummaryKind::avg)
      row.average_change.add(difference.interval, first.average - second.average);
    if (difference.summary == SummaryKind::max)
      row.largest_change.add(difference.interval, first.largest - second.largest);
  }
  for (std::size_t g = 0; g < decision.groups.size() && !cfpr; ++g) {
    row.need.add(decision.groups[g].need.interval, truth.need[g]);
    row.opportunity.add(decision.groups[g].opportunity.interval, truth.opportunity[g]);
    row.strength.add(decision.groups[g].strength.interval, truth.strength[g]);
  }
  row.evidence = of.is_apart() ? 1 : 0;
  row.average_alone = of.avg.intervals.adaptive && of.avg.intervals.adaptive->first > 0 ? 1 : 0;
  row.impossible = outside(of) ? 1 : 0;
  row.contradictions = contradicts(of) ? 1 : 0;
  return row;
}

void add(const GapCoverageRow& one, GapCoverageRow& to) {
  to.data_sets += one.data_sets;
  for (Held GapCoverageRow::* held :
       {&GapCoverageRow::average, &GapCoverageRow::largest, &GapCoverageRow::pairs,
        &GapCoverageRow::contrast, &GapCoverageRow::average_change, &GapCoverageRow::largest_change,
        &GapCoverageRow::marginal, &GapCoverageRow::need, &GapCoverageRow::opportunity,
        &GapCoverageRow::strength}) {
    (to.*held).add(one.*held);
  }
  to.evidence += one.evidence;
  to.average_alone += one.average_alone;
  to.impossible += one.impossible;
  to.contradictions += one.contradictions;
}

methods::CounterfactualOptions audit_options(const GapCoverageOptions& options,
                                             std::int64_t data_set, bool bounds) {
  return {.replicates = 0,
          .bootstrap = options.bootstrap,
          .alpha = options.alpha,
          .bounds = bounds,
          .seed = own_seed(options.seed, data_set),
          .threads = 1};
}

UnseenRow unseen_row(const GapDesign& design, const GapCoverageOptions& options,
                     const methods::Hooks& hooks) {
  std::vector<std::pair<bool, bool>> found(static_cast<std::size_t>(options.data_sets));
  run_all("data sets", options.data_sets, options.threads, hooks, [&](std::int64_t i) {
    const GapPeople people(design, options.people, options.seed, static_cast<std::uint32_t>(i));
    methods::CounterfactualInput input = people.input();
    input.decisions.pop_back();  // of the second, ignorability fails given the first
    const auto result = methods::counterfactual(input, audit_options(options, i, true));
    const Report::Summaries& of = result.report.decisions.front().cfnr;
    found[i] = {of.is_apart(), of.sensitivity.holds_to.value_or(0) >= design.gamma};
  });
  UnseenRow row{.groups = design.groups, .gamma = design.gamma, .data_sets = options.data_sets};
  for (const auto& [evidence, too_weak] : found) {
    row.evidence += evidence ? 1 : 0;
    row.too_weak += too_weak ? 1 : 0;
  }
  return row;
}

void add_rows(std::size_t groups, bool lopsided, const GapCoverageOptions& options,
              const methods::Hooks& hooks, GapCoverageStudy& study) {
  const std::int64_t people_per_set = lopsided ? options.few_people : options.people;
  for (const GapCase gap_case : options.cases) {
    GapDesign design = design_of(gap_case, groups);
    design.lopsided = lopsided;
    const GapTruth truth = truth_of(design);
    std::vector<std::array<GapCoverageRow, 2>> sets(static_cast<std::size_t>(options.data_sets));
    run_all("data sets", options.data_sets, options.threads, hooks, [&](std::int64_t i) {
      const GapPeople people(design, people_per_set, options.seed, static_cast<std::uint32_t>(i));
      const auto result = methods::counterfactual(people.input(), audit_options(options, i, false));
      sets[i] = {audit_once(design, truth, true, result), audit_once(design, truth, false, result)};
    });
    for (const bool cfpr : {true, false}) {
      GapCoverageRow row{.groups = groups,
                         .people = people_per_set,
                         .lopsided = lopsided,
                         .gap_case = gap_case,
                         .cfpr = cfpr};
      for (const auto& both : sets) add(both[cfpr ? 0 : 1], row);
      study.rows.push_back(row);
    }
  }
}

}  // namespace

void Held::add(const Report::Interval& interval, double truth) {
  if (!interval) return;
  ++intervals;
  covered += interval->first <= truth && truth <= interval->second ? 1 : 0;
  length += interval->second - interval->first;
}

void Held::add(const Held& other) {
  intervals += other.intervals;
  covered += other.covered;
  length += other.length;
}

void validate(const GapCoverageOptions& options) {
  for (const std::int64_t groups : options.groups) {
    if (groups != 4 && groups != 12)
      throw ConfigError(fmt::format("`groups` {}: must be 4 or 12", groups));
  }
  if (options.people < 500)
    throw ConfigError(fmt::format("`people` {}: must be at least 500", options.people));
  if (options.data_sets < 1)
    throw ConfigError(fmt::format("`data_sets` {}: must be at least 1", options.data_sets));
  if (options.few_people != 0 && options.few_people < 200)
    throw ConfigError(
        fmt::format("`few_people` {}: must be 0 or at least 200", options.few_people));
  if (options.bootstrap < 50)
    throw ConfigError(fmt::format("`bootstrap` {}: must be at least 50", options.bootstrap));
}

GapCoverageStudy gap_coverage_study(const GapCoverageOptions& options,
                                    const methods::Hooks& hooks) {
  validate(options);
  GapCoverageStudy study{.options = options};
  for (const std::int64_t groups : options.groups) {
    add_rows(static_cast<std::size_t>(groups), false, options, hooks, study);
    for (const double gamma : options.gammas) {
      study.unseen.push_back(
          unseen_row({.groups = static_cast<std::size_t>(groups), .gamma = gamma}, options, hooks));
    }
  }
  if (options.few_people > 0) add_rows(12, true, options, hooks, study);
  return study;
}

}  // namespace faultline::studies

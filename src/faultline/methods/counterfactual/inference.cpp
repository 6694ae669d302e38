#include "faultline/methods/counterfactual/inference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/counterfactual/adaptive.hpp"
#include "faultline/methods/counterfactual/describe.hpp"
#include "faultline/methods/counterfactual/inference_notices.hpp"
#include "faultline/methods/counterfactual/intervals.hpp"
#include "faultline/methods/counterfactual/replicates.hpp"
#include "faultline/methods/counterfactual/u_values.hpp"

namespace faultline::methods {
namespace {

using Report = CounterfactualReport;
/// Of one replicate: cFPR's, then cFNR's.
using BothSummaries = std::array<SummaryValues, 2>;

/// Substreams of the bootstrap: 0 and 1 draw people.
constexpr std::uint32_t kWideningStream = 2;

/// What full resamples say of one rate of one decision.
struct RateInference {
  RateErrors groups{};
  std::vector<double> widened{};                      // per group
  std::array<SummaryErrors, kSummaries> summaries{};  // by kind
};

class Inference {
 public:
  Inference(const Population& population, const Estimates& estimates,
            const CounterfactualOptions& options)
      : population_(population),
        estimates_(estimates),
        options_(options),
        positions_(population_groups(population)) {
    for (const data::Attribute& attribute : population.attributes) {
      arities_.push_back(attribute.labels.size());
    }
  }

  void replicate(CounterfactualResult& result, const Hooks& hooks);
  void compare_decisions(CounterfactualReport& report) const;

 private:
  [[nodiscard]] Report::Summaries summaries(std::size_t decision, bool cfpr) const;
  void add_intervals(std::size_t decision, bool cfpr, Report::Summaries& to) const;
  void add_pairs(std::size_t decision, bool cfpr, Report::Summaries& to) const;
  void add_group_intervals(std::size_t decision, Report::Decision& to) const;
  void add_share_intervals(std::size_t decision, Report::Decision& to) const;
  void learn_errors(std::size_t decision, bool cfpr);
  [[nodiscard]] std::vector<RateErrors> blocks(std::size_t decision, SummaryKind kind,
                                               bool cfpr) const;
  [[nodiscard]] const RateInference& of(std::size_t decision, bool cfpr) const {
    return learned_[2 * decision + (cfpr ? 0 : 1)];
  }
  [[nodiscard]] static std::vector<double> column(const std::vector<BothSummaries>& summaries,
                                                  std::size_t summary, bool cfpr);
  [[nodiscard]] std::vector<std::vector<BothSummaries>> summarise_all(
      const ReplicateRates& replicates) const;
  [[nodiscard]] std::optional<double> difference_error(const std::vector<double>& first,
                                                       const std::vector<double>& second) const;

  const Population& population_;
  const Estimates& estimates_;
  const CounterfactualOptions& options_;
  std::vector<int> positions_;
  std::vector<std::size_t> arities_{};
  ReplicateRates permuted_{}, resampled_{}, full_{};
  std::vector<std::vector<BothSummaries>> permuted_summaries_{}, resampled_summaries_{},
      full_summaries_{};     // of the same: [decision][replicate]
  Resampling resampling_{};  // m out of n
  Resampling full_size_{};   // n out of n
  std::vector<RateInference> learned_{};
};

std::vector<double> Inference::column(const std::vector<BothSummaries>& summaries,
                                      std::size_t summary, bool cfpr) {
  std::vector<double> values;
  values.reserve(summaries.size());
  for (const auto& both : summaries) values.push_back(both[cfpr ? 0 : 1][summary]);
  return values;
}

std::vector<std::vector<BothSummaries>> Inference::summarise_all(
    const ReplicateRates& replicates) const {
  std::vector<std::vector<BothSummaries>> all;
  for (const std::vector<Rates>& of_decision : replicates.rates) {
    all.emplace_back();
    for (const Rates& rates : of_decision) {
      all.back().push_back({summarise(rates, true, arities_), summarise(rates, false, arities_)});
    }
  }
  return all;
}

/// What MARG and OBS compare; AVG and MAX compare the groups' own rates.
std::vector<RateErrors> Inference::blocks(std::size_t decision, SummaryKind kind, bool cfpr) const {
  const auto split = [&](const Rates& rates) {
    std::vector<std::vector<double>> list;
    if (kind == SummaryKind::marg) {
      const std::vector<double>& all = cfpr ? rates.marginal_cfpr : rates.marginal_cfnr;
      auto next = all.begin();
      for (const std::size_t arity : arities_) {
        const auto end = next + static_cast<std::ptrdiff_t>(arity);
        list.emplace_back(next, end);
        next = end;
      }
    } else {
      list.push_back(observed_of_same_groups(rates, cfpr));
    }
    return list;
  };
  std::vector<std::vector<double>> rates = split(estimates_.rates[decision]);
  std::vector<std::vector<std::vector<double>>> resampled(rates.size());
  for (const Rates& again : full_.rates[decision]) {
    std::vector<std::vector<double>> list = split(again);
    for (std::size_t b = 0; b < list.size(); ++b) resampled[b].push_back(std::move(list[b]));
  }
  std::vector<RateErrors> result;
  result.reserve(rates.size());
  for (std::size_t b = 0; b < rates.size(); ++b) {
    result.push_back(rate_errors(std::move(rates[b]), std::move(resampled[b])));
  }
  return result;
}

void Inference::learn_errors(std::size_t decision, bool cfpr) {
  RateInference learned;
  const auto own = [cfpr](const Rates& rates) { return cfpr ? rates.cfpr : rates.cfnr; };
  std::vector<std::vector<double>> resampled;
  for (const Rates& rates : full_.rates[decision]) resampled.push_back(own(rates));
  learned.groups = rate_errors(own(estimates_.rates[decision]), std::move(resampled));
  const auto number = static_cast<std::uint32_t>(2 * decision + (cfpr ? 0 : 1));
  learned.widened =
      widen_rare(estimates_.basis[decision][cfpr ? 0 : 1].effective_size, options_.alpha,
                 options_.seed, kWideningStream + number, learned.groups);
  for (const SummaryKind kind : kSummaryKinds) {
    const bool of_groups = kind == SummaryKind::avg || kind == SummaryKind::max;
    const std::vector<RateErrors> others =
        of_groups ? std::vector<RateErrors>{} : blocks(decision, kind, cfpr);
    learned.summaries[static_cast<std::size_t>(kind)] = summary_errors(
        kind, of_groups ? std::span(&learned.groups, 1) : std::span(others), population_.people);
  }
  learned_.push_back(std::move(learned));
}

std::optional<double> Inference::difference_error(const std::vector<double>& first,
                                                  const std::vector<double>& second) const {
  std::vector<double> difference(first.size());
  for (std::size_t r = 0; r < first.size(); ++r) difference[r] = first[r] - second[r];
  return rescaled_error(difference, full_size_);
}

void Inference::add_intervals(std::size_t decision, bool cfpr, Report::Summaries& to) const {
  const RateInference& learned = of(decision, cfpr);
  for (const SummaryKind kind : kSummaryKinds) {
    Report::Summary& summary = to.of(kind);
    if (!summary.estimate) continue;
    summary.intervals.adaptive =
        adaptive_interval(kind, learned.summaries[static_cast<std::size_t>(kind)], options_.alpha);
  }
  to.max.intervals.adaptive =
      largest_above_average(to.max.intervals.adaptive, to.avg.intervals.adaptive);
  constexpr auto kAvg = static_cast<std::size_t>(SummaryKind::avg);
  constexpr auto kObs = static_cast<std::size_t>(SummaryKind::obs);
  if (!to.avg_minus_obs.estimate) return;
  to.avg_minus_obs.se = difference_error(column(full_summaries_[decision], kAvg, cfpr),
                                         column(full_summaries_[decision], kObs, cfpr));
  to.avg_minus_obs.interval =
      adaptive_difference(learned.summaries[kAvg], learned.summaries[kObs], options_.alpha);
}

void Inference::add_pairs(std::size_t decision, bool cfpr, Report::Summaries& to) const {
  const RateInference& learned = of(decision, cfpr);
  const RateBasis& basis = estimates_.basis[decision][cfpr ? 0 : 1];
  const AllDifferences all = all_differences(learned.groups, options_.alpha);
  bool apart = false;
  for (const SignedDifference& pair : all.pairs) {
    to.pairs.push_back({.groups = {population_.text_of(population_.group_codes[pair.first]),
                                   population_.text_of(population_.group_codes[pair.second])},
                        .difference = pair.difference,
                        .se = pair.error,
                        .interval = pair.interval,
                        .few = !basis.firm[pair.first] || !basis.firm[pair.second]});
    apart = apart || (to.pairs.back().is_apart() && !to.pairs.back().few);
  }
  raise_by_pairs(to);
  if (!options_.bounds) return;
  Report::Sensitivity& sensitivity = to.sensitivity;
  sensitivity.vanishes_at = basis.vanishes_at;
  if (std::ranges::count(basis.bounded, 1) < 2) {
    sensitivity.why = fmt::format(
        "fewer than two groups have a rate of {} or more untreated people that is neither 0 nor 1",
        Report::GroupRate::kFew);
    return;
  }
  if (estimates_.bounds[decision].empty()) {
    sensitivity.why = fmt::format("there are more than {} groups", kMostBoundedGroups);
    return;
  }
  sensitivity.largest = largest_gap_bounds(estimates_.bounds[decision], cfpr, basis.bounded);
  if (!apart) return;
  sensitivity.holds_to = holds_to({.data = estimates_.bounds[decision],
                                   .resamples = full_.bounds[decision],
                                   .widened = learned.widened,
                                   .critical = all.critical},
                                  cfpr, basis.bounded);
}

Report::Summaries Inference::summaries(std::size_t decision, bool cfpr) const {
  const SummaryValues values = summarise(estimates_.rates[decision], cfpr, arities_);
  Report::Summaries all;
  for (const SummaryKind kind : kSummaryKinds) {
    const auto k = static_cast<std::size_t>(kind);
    Report::Summary& summary = all.of(kind);
    summary.estimate = if_defined(values[k]);
    if (!summary.estimate) continue;
    if (permuted_.finished > 0) {
      std::vector<double> null =
          add_u_value(values[k], column(permuted_summaries_[decision], k, cfpr), options_, summary);
      if (kind == SummaryKind::avg) all.avg.null = std::move(null);
    }
    if (resampled_.finished > 1) {
      const std::vector<double> again = column(resampled_summaries_[decision], k, cfpr);
      summary.se = rescaled_error(again, resampling_);
      summary.intervals = paper_intervals(values[k], again, resampling_);
    }
  }
  if (all.max.estimate) {
    const auto pair = largest_difference(cfpr ? estimates_.rates[decision].cfpr
                                              : estimates_.rates[decision].cfnr);
    all.max.pair = {population_.text_of(population_.group_codes[pair->first]),
                    population_.text_of(population_.group_codes[pair->second])};
  }
  constexpr auto kAvg = static_cast<std::size_t>(SummaryKind::avg);
  constexpr auto kObs = static_cast<std::size_t>(SummaryKind::obs);
  all.avg_minus_obs.estimate = if_defined(values[kAvg] - values[kObs]);
  if (full_.finished > 1) add_intervals(decision, cfpr, all);
  return all;
}

void Inference::add_group_intervals(std::size_t decision, Report::Decision& to) const {
  std::vector<double> values;
  for (std::size_t k = 0; k < to.groups.size(); ++k) {
    if (positions_[k] < 0) continue;
    for (const bool cfpr : {true, false}) {
      Report::GroupRate& rate = cfpr ? to.groups[k].cfpr : to.groups[k].cfnr;
      if (!rate.estimate) continue;
      values.clear();
      for (const Rates& rates : full_.rates[decision]) {
        values.push_back((cfpr ? rates.cfpr : rates.cfnr)[positions_[k]]);
      }
      rate.se = rescaled_error(values, full_size_);
      if (!rate.se) continue;
      rate.interval = rate_interval(*rate.estimate, *rate.se, rate.effective_size, options_.alpha);
      // A regression estimate may leave [0, 1], and so may its interval.
      if (options_.estimator != RateEstimator::regression) {
        rate.interval = {std::max(0.0, rate.interval->first), std::min(1.0, rate.interval->second)};
      }
    }
  }
}

void Inference::add_share_intervals(std::size_t decision, Report::Decision& to) const {
  if (full_.rates[decision].empty() || full_.rates[decision].front().need.empty()) return;
  using Values = std::vector<double> Rates::*;
  using Of = Report::Share Report::Group::*;
  constexpr std::array<std::pair<Values, Of>, 3> kShares{
      {{&Rates::need, &Report::Group::need},
       {&Rates::opportunity, &Report::Group::opportunity},
       {&Rates::strength, &Report::Group::strength}}};
  std::vector<double> values;
  for (std::size_t k = 0; k < to.groups.size(); ++k) {
    if (positions_[k] < 0) continue;
    for (const auto& [resampled, share_of] : kShares) {
      Report::Share& share = to.groups[k].*share_of;
      if (!share.estimate) continue;
      values.clear();
      for (const Rates& rates : full_.rates[decision]) {
        values.push_back((rates.*resampled)[positions_[k]]);
      }
      const std::optional<double> error = rescaled_error(values, full_size_);
      if (!error) continue;
      if (share_of != &Report::Group::strength) {
        // Of those in need the untreated show how many; of everybody all untreated.
        const double in_need = to.groups[k].cfnr.effective_size;
        const double people =
            share_of == &Report::Group::need ? in_need + to.groups[k].cfpr.effective_size : in_need;
        share.interval = share_interval(*share.estimate, *error, people, options_.alpha);
        continue;
      }
      share.interval = normal_interval(*share.estimate, *error, options_.alpha);
      share.interval = {std::max(0.0, share.interval->first),
                        std::min(1.0, share.interval->second)};
    }
  }
}

void Inference::replicate(CounterfactualResult& result, const Hooks& hooks) {
  resampling_ = {.people = population_.people,
                 .size = people_in_resample(options_.size, population_.people),
                 .alpha = options_.alpha};
  full_size_ = resampling_;
  full_size_.size = population_.people;
  const auto draw = [&](Draw kind, std::int64_t count) {
    return replicate_rates(population_, kind, count, estimates_.starts, estimates_.estimable,
                           options_, hooks);
  };
  // Whoever belongs together cannot be dealt out person by person.
  const bool clustered = !population_.clusters.empty();
  permuted_ = draw(Draw::permutation, clustered ? 0 : options_.replicates);
  if (clustered && options_.replicates > 0) {
    result.notices.push_back(Notice::note(
        "with `cluster` there are no u-values: they take every row for a person of its own"));
  }
  permuted_summaries_ = summarise_all(permuted_);
  resampled_ = draw(Draw::resample, options_.bootstrap);
  resampled_summaries_ = summarise_all(resampled_);
  full_ = draw(Draw::full, options_.bootstrap);
  full_summaries_ = summarise_all(full_);
  result.partial = permuted_.partial || resampled_.partial || full_.partial;
  Report& report = result.report;
  report.permutations = permuted_.finished;
  report.bootstrap = resampled_.finished;
  report.resample_size = resampling_.size;
  warn_of_few_resamples(resampled_.finished, options_.alpha, result.notices);
  warn_of_unsettled(permuted_, "permutations", result.notices);
  warn_of_unsettled(resampled_, "resamples", result.notices);
  warn_of_unsettled(full_, "full resamples", result.notices);
  for (std::size_t d = 0; d < report.decisions.size(); ++d) {
    Report::Decision& decision = report.decisions[d];
    for (const bool cfpr : {true, false}) learn_errors(d, cfpr);
    add_group_intervals(d, decision);
    add_share_intervals(d, decision);
    for (const bool cfpr : {true, false}) {
      Report::Summaries& to = cfpr ? decision.cfpr : decision.cfnr;
      to = summaries(d, cfpr);
      add_pairs(d, cfpr, to);
    }
    warn_of_lost_groups(d, permuted_, "permutations", positions_, decision);
    warn_of_lost_groups(d, resampled_, fmt::format("resamples of {}", people(resampling_.size)),
                        positions_, decision);
    warn_of_lost_groups(d, full_, "resamples of everybody", positions_, decision);
    if (full_.finished > 1) warn_of_missing_intervals(decision);
  }
}

void Inference::compare_decisions(CounterfactualReport& report) const {
  for (std::size_t a = 0; a < report.decisions.size(); ++a) {
    for (std::size_t b = a + 1; b < report.decisions.size(); ++b) {
      for (const bool cfpr : {true, false}) {
        const SummaryValues first = summarise(estimates_.rates[a], cfpr, arities_);
        const SummaryValues second = summarise(estimates_.rates[b], cfpr, arities_);
        for (std::size_t k = 0; k < kSummaries; ++k) {
          Report::Difference difference;
          difference.rate = cfpr ? CounterfactualRate::cfpr : CounterfactualRate::cfnr;
          difference.summary = kSummaryKinds[k];
          difference.decisions = {report.decisions[a].decision, report.decisions[b].decision};
          difference.estimate = if_defined(first[k] - second[k]);
          if (difference.estimate && full_.finished > 1) {
            // The same resamples serve both, so what they share cancels.
            difference.se = difference_error(column(full_summaries_[a], k, cfpr),
                                             column(full_summaries_[b], k, cfpr));
            difference.interval = adaptive_difference(of(a, cfpr).summaries[k],
                                                      of(b, cfpr).summaries[k], options_.alpha);
          }
          report.differences.push_back(std::move(difference));
        }
      }
    }
  }
}

}  // namespace

void infer(const Population& population, const Estimates& estimates,
           const CounterfactualOptions& options, const Hooks& hooks, CounterfactualResult& result) {
  Inference inference(population, estimates, options);
  inference.replicate(result, hooks);
  inference.compare_decisions(result.report);
}

}  // namespace faultline::methods

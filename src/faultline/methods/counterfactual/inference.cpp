#include "faultline/methods/counterfactual/inference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/counterfactual/adaptive.hpp"
#include "faultline/methods/counterfactual/describe.hpp"
#include "faultline/methods/counterfactual/group_intervals.hpp"
#include "faultline/methods/counterfactual/inference_notices.hpp"
#include "faultline/methods/counterfactual/pair_intervals.hpp"
#include "faultline/methods/counterfactual/replicates.hpp"
#include "faultline/methods/counterfactual/u_values.hpp"

namespace faultline::methods {
namespace {

using Report = CounterfactualReport;
/// Of one replicate: cFPR's, then cFNR's.
using BothSummaries = std::array<SummaryValues, 2>;

/// Substreams of the bootstrap: 0 and 1 draw people.
constexpr std::uint32_t kWideningStream = 2;
/// Of the values of attribute b: this plus b times the number of rates of all decisions.
constexpr std::uint32_t kMarginStream = 1U << 16U;

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

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
  void learn_errors(std::size_t decision, bool cfpr);
  [[nodiscard]] std::vector<RateErrors> blocks(std::size_t decision, SummaryKind kind, bool cfpr,
                                               std::size_t other) const;
  [[nodiscard]] const RateInference& of(std::size_t decision, bool cfpr) const {
    return learned_[2 * decision + (cfpr ? 0 : 1)];
  }
  [[nodiscard]] Rates summarised(Rates rates, std::size_t decision) const;
  [[nodiscard]] Rates summarised(Rates rates, std::size_t decision, std::size_t other) const {
    return summarised(summarised(std::move(rates), decision), other);
  }
  [[nodiscard]] RateErrors summarised(RateErrors errors, std::size_t decision, bool cfpr) const;
  [[nodiscard]] SummaryErrors errors_of(std::size_t decision, SummaryKind kind, bool cfpr,
                                        std::size_t other) const;
  [[nodiscard]] static std::vector<double> column(const std::vector<BothSummaries>& summaries,
                                                  std::size_t summary, bool cfpr);
  [[nodiscard]] std::vector<std::vector<BothSummaries>> summarise_all(
      const ReplicateRates& replicates) const;
  [[nodiscard]] std::vector<BothSummaries> summarise_both(const std::vector<Rates>& replicates,
                                                          std::size_t decision,
                                                          std::size_t other) const;
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

/// Without the rates that summaries of the decision leave out.
Rates Inference::summarised(Rates rates, std::size_t decision) const {
  const auto leave_out = [](const Firm& taken, std::vector<double>& of) {
    for (std::size_t i = 0; i < of.size(); ++i) {
      if (!taken[i]) of[i] = kUndefined;
    }
  };
  const auto& [cfpr, cfnr] = estimates_.basis[decision];
  leave_out(cfpr.summarised, rates.cfpr);
  leave_out(cfnr.summarised, rates.cfnr);
  leave_out(cfpr.margins, rates.marginal_cfpr);
  leave_out(cfnr.margins, rates.marginal_cfnr);
  return rates;
}

RateErrors Inference::summarised(RateErrors errors, std::size_t decision, bool cfpr) const {
  const Firm& taken = estimates_.basis[decision][cfpr ? 0 : 1].summarised;
  for (std::size_t g = 0; g < taken.size(); ++g) {
    if (!taken[g]) errors.rates[g] = kUndefined;
  }
  return errors;
}

/// Of the groups that summaries of both decisions are about.
std::vector<BothSummaries> Inference::summarise_both(const std::vector<Rates>& replicates,
                                                     std::size_t decision,
                                                     std::size_t other) const {
  std::vector<BothSummaries> all;
  all.reserve(replicates.size());
  for (const Rates& whole : replicates) {
    const Rates rates = summarised(whole, decision, other);
    all.push_back({summarise(rates, true, arities_), summarise(rates, false, arities_)});
  }
  return all;
}

std::vector<std::vector<BothSummaries>> Inference::summarise_all(
    const ReplicateRates& replicates) const {
  std::vector<std::vector<BothSummaries>> all;
  for (std::size_t d = 0; d < replicates.rates.size(); ++d)
    all.push_back(summarise_both(replicates.rates[d], d, d));
  return all;
}

/// What MARG and OBS compare; AVG and MAX compare the groups' own rates. Of groups that summaries
/// of both decisions are about.
std::vector<RateErrors> Inference::blocks(std::size_t decision, SummaryKind kind, bool cfpr,
                                          std::size_t other) const {
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
  std::vector<std::vector<double>> rates =
      split(summarised(estimates_.rates[decision], decision, other));
  std::vector<std::vector<std::vector<double>>> resampled(rates.size());
  for (const Rates& again : full_.rates[decision]) {
    std::vector<std::vector<double>> list = split(summarised(again, decision, other));
    for (std::size_t b = 0; b < list.size(); ++b) resampled[b].push_back(std::move(list[b]));
  }
  std::vector<RateErrors> result;
  result.reserve(rates.size());
  std::span<const double> sizes = estimates_.basis[decision][cfpr ? 0 : 1].margin_size;
  for (std::size_t b = 0; b < rates.size(); ++b) {
    result.push_back(rate_errors(std::move(rates[b]), std::move(resampled[b])));
    if (kind != SummaryKind::marg) continue;
    const std::size_t values = result.back().rates.size();
    const auto number =
        static_cast<std::uint32_t>(2 * (b * population_.decisions() + decision) + (cfpr ? 0 : 1));
    widen_rare(sizes.first(values), options_.alpha, options_.seed, kMarginStream + number,
               result.back());
    sizes = sizes.subspan(values);
  }
  return result;
}

/// Errors of a summary of the groups that summaries of both decisions are about.
SummaryErrors Inference::errors_of(std::size_t decision, SummaryKind kind, bool cfpr,
                                   std::size_t other) const {
  if (kind == SummaryKind::var || kind == SummaryKind::sd) return {};
  std::vector<RateErrors> list;
  if (kind == SummaryKind::avg || kind == SummaryKind::max) {
    list.push_back(summarised(summarised(of(decision, cfpr).groups, decision, cfpr), other, cfpr));
  } else {
    list = blocks(decision, kind, cfpr, other);
  }
  return summary_errors(kind, list, population_.people);
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
  learned_.push_back(std::move(learned));
  for (const SummaryKind kind : kSummaryKinds) {
    learned_.back().summaries[static_cast<std::size_t>(kind)] =
        errors_of(decision, kind, cfpr, decision);
  }
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
    // With what rare events lack, where there is an adaptive interval, so that the two agree.
    const SummaryErrors& errors = learned.summaries[static_cast<std::size_t>(kind)];
    summary.se = errors.empty() ? rescaled_error(column(full_summaries_[decision],
                                                        static_cast<std::size_t>(kind), cfpr),
                                                 full_size_)
                                : standard_error(errors);
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

Report::Summaries Inference::summaries(std::size_t decision, bool cfpr) const {
  const Rates rates = summarised(estimates_.rates[decision], decision);
  const SummaryValues values = summarise(rates, cfpr, arities_);
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
      summary.paper_se = rescaled_error(again, resampling_);
      summary.intervals = paper_intervals(values[k], again, resampling_);
    }
  }
  if (all.max.estimate) {
    const auto pair = largest_difference(cfpr ? rates.cfpr : rates.cfnr);
    all.max.pair = {population_.text_of(population_.group_codes[pair->first]),
                    population_.text_of(population_.group_codes[pair->second])};
  }
  constexpr auto kAvg = static_cast<std::size_t>(SummaryKind::avg);
  constexpr auto kObs = static_cast<std::size_t>(SummaryKind::obs);
  all.avg_minus_obs.estimate = if_defined(values[kAvg] - values[kObs]);
  if (full_.finished > 1) add_intervals(decision, cfpr, all);
  return all;
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
    add_group_intervals(full_.rates[d], full_size_, positions_, options_, decision);
    for (const bool cfpr : {true, false}) {
      Report::Summaries& to = cfpr ? decision.cfpr : decision.cfnr;
      to = summaries(d, cfpr);
      const RateInference& learned = of(d, cfpr);
      add_pair_intervals(population_, estimates_,
                         {.decision = d,
                          .cfpr = cfpr,
                          .groups = learned.groups,
                          .widened = learned.widened,
                          .bounds = full_.bounds[d]},
                         options_, to);
    }
    warn_of_lost_groups(d, permuted_, "permutations", positions_, decision);
    warn_of_lost_groups(
        d, resampled_,
        fmt::format("resamples of {}, which the paper's kinds of interval alone rest on,",
                    people(resampling_.size)),
        positions_, decision);
    warn_of_lost_groups(d, full_, "resamples of everybody", positions_, decision);
    if (full_.finished > 1) warn_of_missing_intervals(decision);
  }
}

void Inference::compare_decisions(CounterfactualReport& report) const {
  for (std::size_t a = 0; a < report.decisions.size(); ++a) {
    for (std::size_t b = a + 1; b < report.decisions.size(); ++b) {
      // Of groups that rest on enough people under both.
      const std::vector<BothSummaries> full_a = summarise_both(full_.rates[a], a, b);
      const std::vector<BothSummaries> full_b = summarise_both(full_.rates[b], b, a);
      for (const bool cfpr : {true, false}) {
        const SummaryValues first =
            summarise(summarised(estimates_.rates[a], a, b), cfpr, arities_);
        const SummaryValues second =
            summarise(summarised(estimates_.rates[b], b, a), cfpr, arities_);
        for (std::size_t k = 0; k < kSummaries; ++k) {
          Report::Difference difference;
          difference.rate = cfpr ? CounterfactualRate::cfpr : CounterfactualRate::cfnr;
          difference.summary = kSummaryKinds[k];
          difference.decisions = {report.decisions[a].decision, report.decisions[b].decision};
          difference.estimate = if_defined(first[k] - second[k]);
          if (difference.estimate && full_.finished > 1) {
            // The same resamples serve both, so what they share cancels.
            difference.se = difference_error(column(full_a, k, cfpr), column(full_b, k, cfpr));
            difference.interval =
                adaptive_difference(errors_of(a, kSummaryKinds[k], cfpr, b),
                                    errors_of(b, kSummaryKinds[k], cfpr, a), options_.alpha);
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

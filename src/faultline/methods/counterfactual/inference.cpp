#include "faultline/methods/counterfactual/inference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/methods/counterfactual/describe.hpp"
#include "faultline/methods/counterfactual/intervals.hpp"
#include "faultline/methods/counterfactual/replicates.hpp"
#include "faultline/methods/counterfactual/summaries.hpp"
#include "faultline/resample/quantiles.hpp"

namespace faultline::methods {
namespace {

using Report = CounterfactualReport;
/// Of one replicate: cFPR's, then cFNR's.
using BothSummaries = std::array<SummaryValues, 2>;

// The usual level: it says how far another seed could move a u-value, not how sure the finding is.
constexpr double kMonteCarloConfidence = 0.95;
constexpr std::array kNullProbabilities = {0.0, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0};

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
  /// Returns the permutations that it rests on.
  std::vector<double> add_u_value(double estimate, std::size_t decision, std::size_t summary,
                                  bool cfpr, Report::Summary& to) const;
  void add_group_intervals(std::size_t decision, Report::Decision& to) const;
  [[nodiscard]] ComparedRates compared(std::size_t decision, SummaryKind kind, bool cfpr) const;
  [[nodiscard]] static std::vector<double> column(const std::vector<BothSummaries>& summaries,
                                                  std::size_t summary, bool cfpr);
  [[nodiscard]] std::vector<std::vector<BothSummaries>> summarise_all(
      const ReplicateRates& replicates) const;
  [[nodiscard]] Report::Contrast contrast(std::size_t decision, bool cfpr) const;
  void warn_of_lost_groups(std::size_t decision, const ReplicateRates& replicates,
                           const std::string& what, Report::Decision& to) const;
  void warn_of_missing_intervals(Report::Decision& to) const;
  void warn_of_few_replicates(CounterfactualResult& result) const;

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

/// Corrected for the bias that noise gives to means of absolute differences, which resamples
/// repeat.
Report::Contrast Inference::contrast(std::size_t decision, bool cfpr) const {
  constexpr auto kAvg = static_cast<std::size_t>(SummaryKind::avg);
  constexpr auto kObs = static_cast<std::size_t>(SummaryKind::obs);
  const SummaryValues values = summarise(estimates_.rates[decision], cfpr, arities_);
  Report::Contrast contrast;
  contrast.estimate = if_defined(values[kAvg] - values[kObs]);
  if (!contrast.estimate || full_.finished < 2) return contrast;
  std::vector<double> again = column(full_summaries_[decision], kAvg, cfpr);
  const std::vector<double> observed = column(full_summaries_[decision], kObs, cfpr);
  double sum = 0;
  double count = 0;
  for (std::size_t r = 0; r < again.size(); ++r) {
    again[r] -= observed[r];
    if (std::isnan(again[r])) continue;
    sum += again[r];
    count += 1;
  }
  contrast.se = rescaled_error(again, full_size_);
  if (contrast.se) {
    const double corrected = 2 * *contrast.estimate - sum / count;
    contrast.interval = normal_interval(corrected, *contrast.se, options_.alpha);
  }
  return contrast;
}

ComparedRates Inference::compared(std::size_t decision, SummaryKind kind, bool cfpr) const {
  const auto blocks = [&](const Rates& rates) {
    std::vector<std::vector<double>> list;
    if (kind == SummaryKind::marg) {
      const std::vector<double>& all = cfpr ? rates.marginal_cfpr : rates.marginal_cfnr;
      auto next = all.begin();
      for (const std::size_t arity : arities_) {
        const auto end = next + static_cast<std::ptrdiff_t>(arity);
        list.emplace_back(next, end);
        next = end;
      }
    } else if (kind == SummaryKind::obs) {
      list.push_back(observed_of_same_groups(rates, cfpr));
    } else {
      list.push_back(cfpr ? rates.cfpr : rates.cfnr);
    }
    return list;
  };
  ComparedRates compared;
  compared.rates = blocks(estimates_.rates[decision]);
  compared.resampled.resize(compared.rates.size());
  for (const Rates& rates : full_.rates[decision]) {
    std::vector<std::vector<double>> list = blocks(rates);
    for (std::size_t b = 0; b < list.size(); ++b) {
      compared.resampled[b].push_back(std::move(list[b]));
    }
  }
  return compared;
}

std::vector<double> Inference::add_u_value(double estimate, std::size_t decision,
                                           std::size_t summary, bool cfpr,
                                           Report::Summary& to) const {
  std::vector<double> values;
  std::int64_t below = 0;
  std::int64_t equal = 0;
  const double limit = estimate - options_.margin;
  for (const double null : column(permuted_summaries_[decision], summary, cfpr)) {
    if (std::isnan(null)) continue;
    values.push_back(null);
    // Summation order must not decide a tie.
    const double slack = 1e-12 * std::max(std::abs(null), std::abs(limit));
    if (null < limit - slack) {
      ++below;
    } else if (null <= limit + slack) {
      ++equal;
    }
  }
  const auto count = static_cast<std::int64_t>(values.size());
  if (count == 0) return values;
  const double ties = options_.ties == UTies::strict ? 0 : options_.ties == UTies::half ? 0.5 : 1;
  to.u_value =
      (static_cast<double>(below) + ties * static_cast<double>(equal)) / static_cast<double>(count);
  const std::int64_t whole = below + std::llround(ties * static_cast<double>(equal));
  to.u_value_interval = math::clopper_pearson_interval(whole, count, kMonteCarloConfidence);
  const std::vector<double> found = resample::quantiles(values, kNullProbabilities);
  for (std::size_t i = 0; i < found.size(); ++i)
    to.null_quantiles.emplace_back(kNullProbabilities[i], found[i]);
  return values;
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
      std::vector<double> null = add_u_value(values[k], decision, k, cfpr, summary);
      if (kind == SummaryKind::avg) all.avg.null = std::move(null);
    }
    if (resampled_.finished > 1) {
      const std::vector<double> again = column(resampled_summaries_[decision], k, cfpr);
      summary.se = rescaled_error(again, resampling_);
      summary.intervals = paper_intervals(values[k], again, resampling_);
    }
    if (full_.finished > 1) {
      summary.intervals.adaptive =
          adaptive_interval(kind, compared(decision, kind, cfpr), full_size_);
    }
  }
  if (all.max.estimate) {
    const auto pair = largest_difference(cfpr ? estimates_.rates[decision].cfpr
                                              : estimates_.rates[decision].cfnr);
    all.max.pair = {population_.text_of(population_.group_codes[pair->first]),
                    population_.text_of(population_.group_codes[pair->second])};
  }
  all.avg_minus_obs = contrast(decision, cfpr);
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

void Inference::warn_of_lost_groups(std::size_t decision, const ReplicateRates& replicates,
                                    const std::string& what, Report::Decision& to) const {
  for (std::size_t k = 0; k < to.groups.size(); ++k) {
    if (positions_[k] < 0) continue;
    for (const bool cfpr : {true, false}) {
      const Report::Group& group = to.groups[k];
      if (!(cfpr ? group.cfpr : group.cfnr).estimate) continue;
      std::int64_t lost = 0;
      for (const Rates& rates : replicates.rates[decision]) {
        if (std::isnan((cfpr ? rates.cfpr : rates.cfnr)[positions_[k]])) ++lost;
      }
      if (lost == 0) continue;
      to.notices.push_back(Notice::warning(
          fmt::format("{}: in {} of {} {} its {} was not defined and the pairs went without it",
                      group.text, with_thousands(lost), with_thousands(replicates.finished), what,
                      cfpr ? "cFPR" : "cFNR"),
          group.text));
    }
  }
}

void Inference::warn_of_few_replicates(CounterfactualResult& result) const {
  // An end of an interval should rest on some resamples beyond it.
  constexpr double kBeyond = 5;
  const auto needed = static_cast<std::int64_t>(std::ceil(2 * kBeyond / options_.alpha));
  if (resampled_.finished > 0 && resampled_.finished < needed) {
    result.notices.push_back(Notice::warning(fmt::format(
        "{} resamples are few for intervals of {:.6g} %: their ends rest on the outermost ones; "
        "use `bootstrap` {} or more",
        with_thousands(resampled_.finished), 100 * (1 - options_.alpha), needed)));
  }
  const auto note = [&result](std::int64_t count, std::int64_t of, const char* what) {
    if (count == 0) return;
    result.notices.push_back(Notice::warning(
        fmt::format("in {} of {} {} a model did not converge; its last coefficients were used",
                    with_thousands(count), with_thousands(of), what)));
  };
  note(permuted_.not_converged, permuted_.finished, "permutations");
  note(resampled_.not_converged, resampled_.finished, "resamples");
  note(full_.not_converged, full_.finished, "full resamples");
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
  permuted_ = draw(Draw::permutation, options_.replicates);
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
  warn_of_few_replicates(result);
  for (std::size_t d = 0; d < report.decisions.size(); ++d) {
    Report::Decision& decision = report.decisions[d];
    add_group_intervals(d, decision);
    decision.cfpr = summaries(d, true);
    decision.cfnr = summaries(d, false);
    warn_of_lost_groups(d, permuted_, "permutations", decision);
    warn_of_lost_groups(d, resampled_, fmt::format("resamples of {}", people(resampling_.size)),
                        decision);
    warn_of_lost_groups(d, full_, "resamples of everybody", decision);
    warn_of_missing_intervals(decision);
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
          if (difference.estimate && resampled_.finished > 1) {
            // The same resamples serve both, so what they share cancels.
            std::vector<double> again = column(resampled_summaries_[a], k, cfpr);
            const std::vector<double> other = column(resampled_summaries_[b], k, cfpr);
            for (std::size_t r = 0; r < again.size(); ++r) again[r] -= other[r];
            difference.se = rescaled_error(again, resampling_);
            if (difference.se) {
              difference.interval =
                  normal_interval(*difference.estimate, *difference.se, options_.alpha);
            }
          }
          report.differences.push_back(std::move(difference));
        }
      }
    }
  }
}

void Inference::warn_of_missing_intervals(Report::Decision& to) const {
  if (full_.finished < 2) return;
  for (const bool cfpr : {true, false}) {
    const Report::Summary& average = (cfpr ? to.cfpr : to.cfnr).avg;
    if (!average.estimate || average.intervals.adaptive) continue;
    to.notices.push_back(Notice::warning(fmt::format(
        "the gaps in {} have no adaptive interval: some pair of groups has a rate in fewer than "
        "{} resamples, or there are over {} pairs",
        cfpr ? "cFPR" : "cFNR", kFewestResamples, with_thousands(kMostPairs))));
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

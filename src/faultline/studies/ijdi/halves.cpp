#include "faultline/studies/ijdi/halves.hpp"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/bias_scan/holdout.hpp"
#include "faultline/methods/ijdi/fit_probability.hpp"
#include "faultline/studies/mean.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

/// Everybody with a fitted probability.
data::Profiles with_fit(const data::Profiles& profiles, const HalvesData& data) {
  const methods::ProbabilityRecipe recipe(profiles, data.attributes, {});
  return methods::fit_probability(profiles, recipe).profiles;
}

/// A half, whose probability is fitted, with a recipe of its own for its tests.
struct Half {
  Half(data::Profiles people, const HalvesData& data)
      : profiles(std::move(people)),
        recipe(profiles, data.attributes, {}),
        input{.profiles = profiles,
              .scanned = data.attributes,
              .true_probability = methods::kFittedProbability,
              .recipe = &recipe} {}
  data::Profiles profiles;
  methods::ProbabilityRecipe recipe;
  methods::MitigationInput input;
};

methods::MitigationOptions options_of(const HalvesData& data, HalvesMethod method, double lambda,
                                      const HalvesOptions& study) {
  methods::MitigationOptions options;
  options.lambda = lambda;
  options.base = data.base;
  options.resamples = study.resamples;
  options.costs = methods::Ledger::Costs{.disparity = 2 / lambda};
  options.scan.replicates = study.replicates;
  options.scan.seed = study.seed;
  options.scan.threads = 1;
  if (method == HalvesMethod::raising) options.move = methods::Move::up;
  if (method == HalvesMethod::iterative || method == HalvesMethod::exact)
    options.method = methods::MitigationMethod::iterative;
  if (method == HalvesMethod::exact) options.quantile = methods::Quantile::exact;
  return options;
}

HalvesSplit outcome_of(const methods::MitigationResult& result) {
  const methods::MitigationReport& report = result.report;
  HalvesSplit split;
  split.corrected = report.points ? report.strength.value_or(0) > 0 : report.rules.size() > 1;
  split.score_before = result.before.score;
  split.score_after = result.after.score;
  split.significant_before = result.before.significant.value_or(false);
  split.significant_after = result.after.significant.value_or(false);
  split.ledger = *report.ledger;
  split.tpr_before = report.before.front().tpr.value_or(0);
  split.tpr_after = report.after.front().tpr.value_or(0);
  return split;
}

}  // namespace

std::span<const describe::Word> words(HalvesMethod) {
  static constexpr std::array kWords{describe::word(HalvesMethod::smooth, "smooth"),
                                     describe::word(HalvesMethod::raising, "raising"),
                                     describe::word(HalvesMethod::iterative, "iterative"),
                                     describe::word(HalvesMethod::exact, "exact")};
  return kWords;
}

void validate(const HalvesOptions& options) {
  if (options.splits < 1)
    throw ConfigError(fmt::format("`splits` {}: must be 1 or more", options.splits));
  for (const double lambda : options.lambdas) {
    if (!(lambda > 0 && std::isfinite(lambda)))
      throw ConfigError(fmt::format("`lambda` {}: must be above 0, where costs are known", lambda));
  }
}

HalvesStudy halves_study(std::span<const HalvesData> data, const HalvesOptions& options,
                         const methods::Hooks& hooks) {
  validate(options);
  HalvesStudy study{.options = options};
  const auto splits = static_cast<std::size_t>(options.splits);
  for (const HalvesData& one : data) {
    for (const HalvesMethod method : options.methods) {
      for (const double lambda : options.lambdas)
        study.rows.push_back({one.name, method, lambda, std::vector<HalvesSplit>(splits)});
    }
  }
  std::vector<data::Profiles> fitted;
  for (const HalvesData& one : data) fitted.push_back(with_fit(one.profiles, one));
  const std::size_t rows_of_data = options.methods.size() * options.lambdas.size();
  const auto work = [&](std::int64_t piece) {
    const auto at = static_cast<std::size_t>(piece) / splits;
    const auto split = static_cast<std::size_t>(piece) % splits;
    // The halves of a split are the same for every method and lambda.
    const std::uint64_t seed = options.seed + 7'919 * split;
    methods::HoldoutParts parts =
        methods::hold_out(options.separate ? data[at].profiles : fitted[at], 0.5, seed);
    const auto half = [&](data::Profiles people) {
      return options.separate ? with_fit(people, data[at]) : std::move(people);
    };
    Half made(half(std::move(parts.searched)), data[at]);
    const Half tested(half(std::move(parts.held_out)), data[at]);
    made.input.held_out = &tested.input;
    for (std::size_t r = 0; r < rows_of_data; ++r) {
      HalvesRow& row = study.rows[at * rows_of_data + r];
      row.splits[split] = outcome_of(methods::mitigate(
          made.input, options_of(data[at], row.method, row.lambda, options), {.stop = hooks.stop}));
    }
  };
  run_all("splits", static_cast<std::int64_t>(data.size() * splits), options.threads, hooks, work);
  return study;
}

HalvesSummary summary_of(const HalvesRow& row) {
  HalvesSummary sum;
  std::vector<double> changes;
  const auto n = static_cast<double>(row.splits.size());
  for (const HalvesSplit& split : row.splits) {
    const methods::Ledger& ledger = split.ledger;
    ++sum.splits;
    if (split.corrected) {
      ++sum.corrected;
      if (split.score_after < split.score_before) ++sum.lower;
      if (split.score_after > split.score_before) ++sum.higher;
    }
    if (split.significant_before) ++sum.significant_before;
    if (split.significant_after) ++sum.significant_after;
    sum.score_before += split.score_before / n;
    sum.score_after += split.score_after / n;
    sum.false_positives_before += static_cast<double>(ledger.before.false_positives) / n;
    sum.false_positives_after += static_cast<double>(ledger.after.false_positives) / n;
    sum.false_negatives_before += static_cast<double>(ledger.before.false_negatives) / n;
    sum.false_negatives_after += static_cast<double>(ledger.after.false_negatives) / n;
    sum.tpr_before += split.tpr_before / n;
    sum.tpr_after += split.tpr_after / n;
    sum.cost_before += ledger.before.cost / n;
    changes.push_back(ledger.change);
    if (ledger.change > 0) ++sum.costs_more;
    if (ledger.worth == methods::Worth::less) ++sum.told_less;
    if (ledger.worth == methods::Worth::more) ++sum.told_more;
  }
  const Mean mean = mean_of(changes);
  constexpr double kNormal95 = 1.959963984540054;
  sum.cost_change = mean.value;
  sum.standard_error = mean.half_width / kNormal95;
  return sum;
}

}  // namespace faultline::studies

#include "faultline/methods/ijdi/fit_probability.hpp"

#include <utility>

#include <fmt/format.h>

#include "faultline/methods/model_report.hpp"
#include "faultline/model/design/diagnostics.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::methods {
namespace {

// Tenths, as calibration curves are usually drawn.
constexpr int kCalibrationBins = 10;

ModelReport describe(const ProbabilityRecipe& recipe, const data::Profiles& fitted) {
  ModelReport report;
  report.name = ModelName::probability;
  report.n = fitted.people();
  report_fit(recipe.learner(), recipe.design(), report);
  std::vector<double> count;
  std::vector<double> positive;
  for (std::int64_t k = 0; k < fitted.size(); ++k) {
    count.push_back(static_cast<double>(fitted.count[k]));
    positive.push_back(fitted.outcome[k] != 0 ? count.back() : 0);
  }
  const auto curve =
      model::calibration_curve(fitted.numbers.back(), count, positive, count, kCalibrationBins);
  report_calibration(curve, report);
  if (is_badly_calibrated(curve)) {
    report.notices.push_back(Notice::warning(fmt::format(
        "its probabilities are off by {:.3f} on average over {} bins, and base rates with them: "
        "consider another `fit_probability`, or other covariates",
        report.calibration_error, curve.size())));
  }
  return report;
}

/// How many of the people of each profile are in each fold: those of a kind in turn, first those
/// without the outcome.
std::vector<FoldCounts> deal_profiles(const data::Profiles& profiles,
                                      const ProbabilityRecipe& recipe) {
  std::vector<std::int64_t> next[2];
  for (const PeopleKind& kind : recipe.kinds()) {
    next[0].push_back(kind.first);
    next[1].push_back(kind.first + kind.n - kind.positive);
  }
  std::vector<FoldCounts> dealt;
  for (std::size_t k = 0; k < profiles.count.size(); ++k) {
    std::int64_t& first = next[profiles.outcome[k] != 0 ? 1 : 0][recipe.kind_of()[k]];
    dealt.push_back(deal(first, profiles.count[k]));
    first += profiles.count[k];
  }
  return dealt;
}

}  // namespace

FittedProbability fit_probability(const data::Profiles& profiles, const ProbabilityRecipe& recipe) {
  const auto size = static_cast<std::size_t>(profiles.size());
  const auto rows = static_cast<std::size_t>(recipe.tuples());
  const std::vector<FoldCounts> dealt = deal_profiles(profiles, recipe);
  data::Profiles split;
  split.attributes = profiles.attributes;
  split.codes.resize(profiles.codes.size());
  split.number_names = profiles.number_names;
  split.number_names.emplace_back(kFittedProbability);
  split.numbers.resize(split.number_names.size());
  for (std::size_t fold = 0; fold < kProbabilityFolds; ++fold) {
    for (std::size_t k = 0; k < size; ++k) {
      if (dealt[k][fold] == 0) continue;
      const std::int32_t tuple = recipe.kinds()[recipe.kind_of()[k]].tuple;
      for (std::size_t a = 0; a < split.codes.size(); ++a)
        split.codes[a].push_back(profiles.codes[a][k]);
      for (std::size_t v = 0; v < profiles.numbers.size(); ++v)
        split.numbers[v].push_back(profiles.numbers[v][k]);
      split.numbers.back().push_back(model::expit(recipe.fitted()[fold * rows + tuple]));
      if (!profiles.prediction.empty()) split.prediction.push_back(profiles.prediction[k]);
      split.outcome.push_back(profiles.outcome[k]);
      if (!profiles.decision.empty()) split.decision.push_back(profiles.decision[k]);
      split.count.push_back(dealt[k][fold]);
    }
  }
  FittedProbability fitted;
  data::ProfilesBuilder builder(split.attributes, split.number_names);
  data::send(split, builder);
  fitted.profiles = std::move(builder).finish();
  fitted.report = describe(recipe, fitted.profiles);
  return fitted;
}

}  // namespace faultline::methods

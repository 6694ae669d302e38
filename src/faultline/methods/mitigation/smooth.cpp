#include "faultline/methods/mitigation/smooth.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/mitigation/decision_cost.hpp"
#include "faultline/methods/mitigation/points.hpp"
#include "faultline/methods/mitigation/rules.hpp"
#include "faultline/methods/mitigation/smooth_fit.hpp"
#include "faultline/methods/part_of_people.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using Positive = std::vector<std::int64_t>;

constexpr std::array kStrengths{0.0, 0.25, 0.5, 0.75, 1.0};
// Halves: so many people are needed to see whether the worst subgroup is still as bad.
constexpr std::size_t kFolds = 2;
// One draw of the halves is a chancy judge of a few strengths.
constexpr std::int64_t kRounds = 10;

MitigationInput with_profiles(const MitigationInput& input, const data::Profiles& profiles) {
  return {
      .profiles = profiles, .scanned = input.scanned, .true_probability = input.true_probability};
}

/// How many people of every profile each fold holds, [fold][profile], drawn without replacement.
std::vector<std::vector<std::int64_t>> draw_folds(const data::Profiles& profiles,
                                                  std::uint64_t seed, std::uint32_t round) {
  rng::Stream stream(seed, rng::Purpose::fold, round);
  std::vector<std::int64_t> left = profiles.count;
  std::int64_t people = profiles.people();
  std::vector<std::vector<std::int64_t>> folds(kFolds, std::vector<std::int64_t>(left.size()));
  for (std::size_t f = 0; f < kFolds; ++f) {
    const std::int64_t size = people / static_cast<std::int64_t>(kFolds - f);
    rng::multivariate_hypergeometric(stream, left, size, folds[f]);
    for (std::size_t k = 0; k < left.size(); ++k) left[k] -= folds[f][k];
    people -= size;
  }
  return folds;
}

using StrengthCosts = std::array<double, kStrengths.size()>;

/// Cost of every strength over one draw of the folds. Every fold is searched by itself: the worst
/// subgroup of all of them together would be one that the rules of each fold have seen.
StrengthCosts costs_of_round(const MitigationInput& input, const MitigationOptions& options,
                             std::uint32_t round) {
  const data::Profiles& profiles = input.profiles;
  StrengthCosts costs{};
  for (const std::vector<std::int64_t>& fold : draw_folds(profiles, options.scan.seed, round)) {
    std::vector<std::int64_t> kept = profiles.count;
    for (std::size_t k = 0; k < kept.size(); ++k) kept[k] -= fold[k];
    const data::Profiles learned = with_counts(profiles, kept);
    const data::Profiles left_out = with_counts(profiles, fold);
    const SmoothFit fit = fit_smooth(with_profiles(input, learned), options,
                                     decide(learned, std::vector{options.base}));
    const MitigationInput tested = with_profiles(input, left_out);
    for (std::size_t s = 0; s < costs.size(); ++s) {
      const Positive positive = decide(left_out, rule_at(fit, options, kStrengths[s]));
      costs[s] += cost_of(tested, options, positive).cost;
    }
  }
  return costs;
}

/// Mean cost of every strength on people left out.
std::vector<std::pair<double, double>> costs_left_out(const MitigationInput& input,
                                                      const MitigationOptions& options,
                                                      const Hooks& hooks) {
  std::vector<StrengthCosts> costs(kRounds);
  const auto work = [&](std::int64_t round) {
    costs[round] = costs_of_round(input, options, static_cast<std::uint32_t>(round));
  };
  (void)parallel::for_each(kRounds, options.scan.threads, work, hooks.stop);
  if (hooks.stop.stop_requested()) throw Cancelled("stopped before the rules were made");
  std::vector<std::pair<double, double>> mean;
  for (std::size_t s = 0; s < kStrengths.size(); ++s) {
    double sum = 0;
    for (const StrengthCosts& round : costs) sum += round[s];
    mean.emplace_back(kStrengths[s], sum / static_cast<double>(kRounds));
  }
  return mean;
}

std::string ended(double kappa, const MitigationReport& report) {
  const std::size_t moved = static_cast<std::size_t>(
      std::count_if(report.points->thresholds.begin(), report.points->thresholds.end(),
                    [&](const Cutoff& cutoff) {
                      return cutoff != Cutoff{.comparator = report.rules.front().comparator,
                                              .threshold = report.rules.front().threshold};
                    }));
  const bool all_alike = std::all_of(
      report.strengths.begin(), report.strengths.end(),
      [&](const auto& tried) { return tried.second == report.strengths.front().second; });
  if (kappa == 0 && all_alike) {
    return "there are too few people to correct anything: a group needs 50 whose error rate is "
           "compared, in every half of those the rules are made from.";
  }
  if (kappa == 0) {
    return "no correction costs less than none on people who were left out, so the thresholds stay "
           "as they are.";
  }
  if (moved == 0) return "every group keeps its threshold.";
  std::vector<std::string> tried;
  for (const double strength : kStrengths) tried.push_back(shortest(strength));
  return fmt::format(
      "of {} times the full correction, {} cost least on people set aside to compare them.",
      join_words(tried), shortest(kappa));
}

}  // namespace

Positive correct_smoothly(const MitigationInput& input, const MitigationOptions& options,
                          std::span<const std::int64_t> positive, const Hooks& hooks,
                          MitigationResult& result) {
  MitigationReport& report = result.report;
  report.strengths = costs_left_out(input, options, hooks);
  const auto best =
      std::min_element(report.strengths.begin(), report.strengths.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  report.strength = best->first;
  const SmoothFit fit = fit_smooth(input, options, positive);
  if (!fit.converged) {
    result.notices.push_back(Notice::warning(
        "the model that gives the points did not converge: points and groups may be off"));
  }
  report.points = rule_at(fit, options, best->first);
  report.ended = ended(best->first, report);
  return decide(input.profiles, *report.points);
}

}  // namespace faultline::methods

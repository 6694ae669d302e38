#include "faultline/methods/mitigation/smooth_fit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/methods/group_rows.hpp"
#include "faultline/methods/mitigation/points.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"

namespace faultline::methods {
namespace {

// Shrinks a value of some dozen people to about half, one of hundreds hardly.
constexpr double kRidge = 3;
// Few enough for a table to apply by hand, and for each to hold enough people for a rate.
constexpr std::size_t kGroups = 5;
// Fewer say too little about the rate that a threshold is to meet.
constexpr std::int64_t kFewestAudited = 50;
// Fine enough that rounding to whole points moves odds by 3.5 % at most.
constexpr double kPointsPerDoubling = 10;
// Log-odds of an expectation that was censored at 0 would outweigh everything else.
constexpr double kLeastExpectation = 1e-3;

/// The people of the audited outcome, profile by profile.
struct Audited {
  std::vector<std::int64_t> profile{};
  std::vector<double> people{};
  std::vector<double> flagged{};
  std::vector<double> expected{};
  double all = 0;
  double all_flagged = 0;
};

Audited audited_people(const MitigationInput& input, const MitigationOptions& options,
                       std::span<const std::int64_t> positive) {
  const data::Profiles& profiles = input.profiles;
  const auto p_at = position_of(profiles.number_names, input.true_probability);
  if (!p_at) throw InternalError("mitigation needs the true probability");
  const std::vector<double>& p = profiles.numbers[*p_at];
  const std::uint8_t wanted = options.error == ErrorRate::fpr ? 0 : 1;
  Audited audited;
  math::CompensatedSum sum;
  for (std::size_t k = 0; k < positive.size(); ++k) {
    if (profiles.outcome[k] != wanted || profiles.count[k] == 0) continue;
    audited.profile.push_back(static_cast<std::int64_t>(k));
    audited.people.push_back(static_cast<double>(profiles.count[k]));
    audited.flagged.push_back(static_cast<double>(positive[k]));
    audited.all += audited.people.back();
    audited.all_flagged += audited.flagged.back();
    sum.add(audited.people.back() * p[k]);
  }
  const double clip = std::max(options.scan.clip, kLeastExpectation);
  for (const std::int64_t k : audited.profile) {
    audited.expected.push_back(std::clamp(
        audited.all_flagged / audited.all + options.lambda * (p[k] - sum.value() / audited.all),
        clip, 1 - clip));
  }
  return audited;
}

struct MainEffects {
  std::vector<std::vector<double>> value{};  // [scanned attribute][code]
  std::vector<double> fitted{};              // [audited profile], probability
  bool converged = true;
};

MainEffects fit_effects(const data::Profiles& profiles, const std::vector<int>& scanned,
                        const Audited& audited) {
  std::vector<std::vector<std::uint64_t>> columns;
  columns.reserve(scanned.size() + 1);
  for (const int a : scanned)
    columns.push_back(words_of(values_at(profiles.codes[a], audited.profile)));
  columns.push_back(words_of(audited.expected));
  const Grouping units = group_rows(std::ssize(audited.profile), columns);
  model::Design design(units.groups());
  // A column for every value, none left out: no value is special, and one that is not known later
  // has the 0 of the penalty.
  for (const int a : scanned) {
    const std::vector<data::Code> codes =
        values_at(values_at(profiles.codes[a], audited.profile), units.example);
    for (int v = 0; v < profiles.attributes[a].arity(); ++v) {
      std::vector<double> dummy;
      dummy.reserve(codes.size());
      for (const data::Code code : codes) dummy.push_back(code == v ? 1 : 0);
      design.add(profiles.attributes[a].labels[v], dummy, model::ColumnKind::plain);
    }
  }
  std::vector<double> weight(static_cast<std::size_t>(units.groups()), 0.0);
  std::vector<double> flagged(weight.size(), 0.0);
  for (std::size_t i = 0; i < audited.profile.size(); ++i) {
    weight[units.group_of[i]] += audited.people[i];
    flagged[units.group_of[i]] += audited.flagged[i];
  }
  std::vector<double> offset;
  offset.reserve(weight.size());
  for (const double e : values_at(audited.expected, units.example))
    offset.push_back(std::log(e / (1 - e)));
  model::Logistic logistic(design, {.ridge = kRidge});
  logistic.fit(model::TrainingRows{
      .weight = weight, .positive = flagged, .people = weight, .offset = offset});
  MainEffects effects{.converged = logistic.converged()};
  std::size_t column = 1;  // after the intercept
  for (const int a : scanned) {
    std::vector<double>& values = effects.value.emplace_back();
    for (int v = 0; v < profiles.attributes[a].arity(); ++v)
      values.push_back(logistic.coefficients()[column++]);
  }
  std::vector<double> log_odds(weight.size());
  logistic.predict_log_odds(log_odds);
  for (const std::int32_t unit : units.group_of)
    effects.fitted.push_back(model::expit(log_odds[unit] + offset[unit]));
  return effects;
}

std::vector<PointsRule::Attribute> points_of(const MainEffects& effects,
                                             const data::Profiles& profiles,
                                             const std::vector<int>& scanned) {
  std::vector<PointsRule::Attribute> points;
  for (std::size_t i = 0; i < scanned.size(); ++i) {
    const data::Attribute& attribute = profiles.attributes[scanned[i]];
    PointsRule::Attribute& listed = points.emplace_back();
    listed.name = attribute.name;
    for (int v = 0; v < attribute.arity(); ++v) {
      listed.values.push_back(
          {attribute.labels[v],
           std::llround(effects.value[i][v] / std::numbers::ln2 * kPointsPerDoubling)});
    }
  }
  return points;
}

/// Sums after which a group ends: where the number of people is nearest to a fifth of all, two
/// fifths and so on.
std::vector<std::int64_t> cuts_of(const std::map<std::int64_t, double>& people, double all) {
  std::vector<std::int64_t> cuts;
  for (std::size_t g = 1; g < kGroups; ++g) {
    const double wanted = all * static_cast<double>(g) / static_cast<double>(kGroups);
    double before = 0;
    double nearest = all;
    std::optional<std::int64_t> cut;
    for (const auto& [sum, n] : people) {
      before += n;
      if (before >= all || std::abs(before - wanted) >= nearest) continue;
      nearest = std::abs(before - wanted);
      cut = sum;
    }
    if (cut && (cuts.empty() || *cut > cuts.back())) cuts.push_back(*cut);
  }
  return cuts;
}

}  // namespace

SmoothFit fit_smooth(const MitigationInput& input, const MitigationOptions& options,
                     std::span<const std::int64_t> positive) {
  const data::Profiles& profiles = input.profiles;
  const Cutoff old{.comparator = options.base.comparator, .threshold = options.base.threshold};
  const Audited audited = audited_people(input, options, positive);
  SmoothFit fit;
  if (audited.all_flagged == 0 || audited.all_flagged == audited.all) {
    fit.points.thresholds = {old};
    fit.groups.resize(1);
    return fit;
  }
  std::vector<int> scanned;
  scanned.reserve(input.scanned.size());
  for (const std::string& name : input.scanned)
    scanned.push_back(*position_of(profiles.attributes, name));
  const MainEffects effects = fit_effects(profiles, scanned, audited);
  fit.converged = effects.converged;
  fit.points.points = points_of(effects, profiles, scanned);
  const std::vector<std::int64_t> sums = sums_of_points(profiles, fit.points);
  std::map<std::int64_t, double> people;
  for (std::size_t i = 0; i < audited.profile.size(); ++i)
    people[sums[audited.profile[i]]] += audited.people[i];
  fit.points.cuts = cuts_of(people, audited.all);
  fit.points.thresholds.assign(fit.points.cuts.size() + 1, old);
  fit.groups.resize(fit.points.thresholds.size());
  std::vector<math::CompensatedSum> expected(fit.groups.size());
  std::vector<math::CompensatedSum> fitted(fit.groups.size());
  std::vector<double> flagged(fit.groups.size(), 0);
  for (std::size_t i = 0; i < audited.profile.size(); ++i) {
    const std::int64_t k = audited.profile[i];
    const std::size_t g = fit.points.group_of(sums[k]);
    fit.groups[g].scores.emplace_back(profiles.prediction[k], profiles.count[k]);
    fit.groups[g].audited += profiles.count[k];
    flagged[g] += audited.flagged[i];
    expected[g].add(audited.people[i] * audited.expected[i]);
    fitted[g].add(audited.people[i] * effects.fitted[i]);
  }
  for (std::size_t g = 0; g < fit.groups.size(); ++g) {
    const auto n = static_cast<double>(fit.groups[g].audited);
    fit.groups[g].rate = flagged[g] / n;
    fit.groups[g].expected = expected[g].value() / n;
    fit.groups[g].fitted = fitted[g].value() / n;
  }
  return fit;
}

PointsRule rule_at(const SmoothFit& fit, const MitigationOptions& options, double kappa) {
  PointsRule rule = fit.points;
  if (kappa == 0) return rule;
  for (std::size_t g = 0; g < fit.groups.size(); ++g) {
    const SmoothFit::Group& group = fit.groups[g];
    if (group.audited < kFewestAudited) continue;
    const double change = kappa * (group.expected - group.fitted);
    // A lower rate needs a higher threshold.
    if (options.move == Move::up && change >= 0) continue;
    if (options.move == Move::down && change <= 0) continue;
    const double target = std::clamp(group.rate + change, 0.0, 1.0);
    if (target == group.rate) continue;
    rule.thresholds[g] = exact_cutoff(group.scores, target);
  }
  return rule;
}

}  // namespace faultline::methods

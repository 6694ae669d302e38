#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/counterfactual/describe.hpp"
#include "faultline/model/design/diagnostics.hpp"

namespace faultline::methods {
namespace {

// From here on a person should be told: one untreated person in twenty who was nearly certain to be
// treated, or weights that leave less than half of the people's information.
constexpr double kManyExtreme = 0.05;
constexpr double kFewEffective = 0.5;

struct Weights {
  double sum = 0;
  double squares = 0;
  void add(double weight, double people) {
    sum += weight * people;
    squares += weight * weight * people;
  }
  [[nodiscard]] double effective() const { return squares > 0 ? sum * sum / squares : 0; }
};

/// All combinations of values, the last attribute fastest.
std::vector<std::vector<data::Code>> all_intersections(const Population& population) {
  std::vector<std::vector<data::Code>> all{{}};
  for (const data::Attribute& attribute : population.attributes) {
    std::vector<std::vector<data::Code>> longer;
    for (const auto& codes : all) {
      for (int v = 0; v < attribute.arity(); ++v) {
        longer.push_back(codes);
        longer.back().push_back(static_cast<data::Code>(v));
      }
    }
    all = std::move(longer);
  }
  return all;
}

/// Counts, weights and reasons of one group.
class GroupDescription {
 public:
  GroupDescription(const Sample& everybody, std::size_t decision, std::size_t g,
                   std::span<const double> inverse, RateEstimator estimator,
                   CounterfactualReport::Group& group)
      : group_(group), weighted_(estimator != RateEstimator::regression) {
    const Population& population = everybody.population();
    group_.n = population.group_people[g];
    count(everybody, decision, everybody.treated()[g], {});
    count(everybody, decision, everybody.untreated()[g], inverse);
  }

  void say_why() {
    for (const bool cfpr : {true, false}) {
      CounterfactualReport::GroupRate& rate = cfpr ? group_.cfpr : group_.cfnr;
      rate.why = why(rate, cfpr);
    }
    if (group_.cfpr.why == group_.cfnr.why) {
      if (!group_.cfpr.why.empty()) group_.status = "not estimable: " + group_.cfpr.why;
    } else {
      group_.status = group_.cfpr.why.empty() ? "not estimable: cfnr, " + group_.cfnr.why
                                              : "not estimable: cfpr, " + group_.cfpr.why;
    }
  }

 private:
  void count(const Sample& everybody, std::size_t decision, model::GroupedRows::Stretch stretch,
             std::span<const double> inverse) {
    const Population& population = everybody.population();
    Weights all;
    Weights by_outcome[2];
    std::int64_t extreme = 0;
    std::pair<double, double> range{INFINITY, 0};
    for (std::int64_t i = stretch.begin; i < stretch.end; ++i) {
      const double count = everybody.weight()[i];
      const std::int32_t cell = everybody.cells()[i];
      const int made = population.decision[decision][cell];
      people_[made] += std::llround(count);
      if (inverse.empty()) continue;
      untreated_[made] += std::llround(count);
      const int outcome = population.outcome[cell];
      group_.untreated += std::llround(count);
      (outcome ? group_.cfnr : group_.cfpr).n += std::llround(count);
      if (inverse[i] == 0) continue;  // trimmed
      all.add(inverse[i], count);
      by_outcome[outcome].add(inverse[i], count);
      range = {std::min(range.first, inverse[i]), std::max(range.second, inverse[i])};
      if (1 - 1 / inverse[i] > model::kExtremePropensity) extreme += std::llround(count);
    }
    if (inverse.empty()) return;
    if (all.sum > 0) group_.weights = range;
    group_.effective_sample_size = all.effective();
    group_.cfpr.effective_size = by_outcome[0].effective();
    group_.cfnr.effective_size = by_outcome[1].effective();
    if (group_.untreated > 0) {
      group_.extreme_share = static_cast<double>(extreme) / static_cast<double>(group_.untreated);
    }
  }

  [[nodiscard]] std::string why(const CounterfactualReport::GroupRate& rate, bool cfpr) const {
    if (group_.untreated == 0) return "everybody in it was treated";
    for (const int made : {1, 0}) {
      if (people_[made] == 0 || untreated_[made] > 0) continue;
      return fmt::format("everybody in it who was {}flagged was treated ({})", made ? "" : "not ",
                         people(people_[made]));
    }
    if (rate.n == 0) {
      return cfpr ? "nobody untreated is without the outcome" : "nobody untreated has the outcome";
    }
    if (weighted_ && !(rate.effective_size > 0)) return "trimming left nobody";
    return "";
  }

  CounterfactualReport::Group& group_;
  bool weighted_;
  std::int64_t people_[2] = {0, 0};     // by decision
  std::int64_t untreated_[2] = {0, 0};  // likewise
};

}  // namespace

std::vector<int> population_groups(const Population& population) {
  std::map<std::vector<data::Code>, int> known;
  for (std::size_t g = 0; g < population.groups(); ++g) {
    known[population.group_codes[g]] = static_cast<int>(g);
  }
  std::vector<int> positions;
  for (const auto& codes : all_intersections(population)) {
    const auto found = known.find(codes);
    positions.push_back(found == known.end() ? -1 : found->second);
  }
  return positions;
}

std::vector<CounterfactualReport::Group> describe_groups(const Sample& everybody,
                                                         std::size_t decision,
                                                         const RateFitter& fitter,
                                                         RateEstimator estimator) {
  const Population& population = everybody.population();
  const std::vector<int> positions = population_groups(population);
  std::vector<CounterfactualReport::Group> groups;
  std::size_t k = 0;
  for (const auto& codes : all_intersections(population)) {
    CounterfactualReport::Group group;
    for (std::size_t a = 0; a < codes.size(); ++a) {
      const data::Attribute& attribute = population.attributes[a];
      group.group.emplace_back(attribute.name, attribute.labels[codes[a]]);
    }
    group.text = population.text_of(codes);
    const int position = positions[k++];
    if (position >= 0) {
      GroupDescription description(everybody, decision, static_cast<std::size_t>(position),
                                   fitter.inverse_weights(), estimator, group);
      description.say_why();
    } else {
      group.cfpr.why = group.cfnr.why = "nobody is in it";
      group.status = "not estimable: nobody is in it";
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

Estimable estimable_groups(std::span<const CounterfactualReport::Group> groups,
                           const Population& population) {
  Estimable estimable{.cfpr = std::vector<std::uint8_t>(population.groups(), 0),
                      .cfnr = std::vector<std::uint8_t>(population.groups(), 0)};
  const std::vector<int> positions = population_groups(population);
  for (std::size_t k = 0; k < groups.size(); ++k) {
    if (positions[k] < 0) continue;
    estimable.cfpr[positions[k]] = groups[k].cfpr.why.empty() ? 1 : 0;
    estimable.cfnr[positions[k]] = groups[k].cfnr.why.empty() ? 1 : 0;
  }
  return estimable;
}

Notices excluded_groups(std::span<const CounterfactualReport::Group> groups) {
  Notices excluded;
  std::vector<std::string> empty;
  for (const auto& group : groups) {
    if (group.n == 0) {
      empty.push_back(group.text);
      continue;
    }
    for (const bool cfpr : {true, false}) {
      const auto& rate = cfpr ? group.cfpr : group.cfnr;
      if (rate.why.empty()) continue;
      excluded.push_back(Notice::excluded(
          fmt::format("{} ({}, {} untreated) has no {}: {}", group.text, people(group.n),
                      with_thousands(group.untreated), cfpr ? "cFPR" : "cFNR", rate.why),
          group.text));
    }
  }
  if (!empty.empty())
    excluded.push_back(Notice::excluded(fmt::format("nobody is in {}", join_words(empty))));
  return excluded;
}

namespace {

/// Groups that are shown and take no part; one line for all.
void warn_of_few(bool cfpr, CounterfactualReport::Decision& decision) {
  using Rate = CounterfactualReport::GroupRate;
  std::vector<std::string> groups;
  for (const auto& group : decision.groups) {
    const Rate& rate = cfpr ? group.cfpr : group.cfnr;
    if (!rate.why.empty() || !rate.rests_on_few()) continue;
    // Where their number is not what is small, their weights are unequal.
    groups.push_back(rate.n < Rate::kFew ? fmt::format("{} ({})", group.text, rate.n)
                                         : fmt::format("{} ({}, who count for {:.1f})", group.text,
                                                       rate.n, rate.effective_size));
  }
  if (groups.empty()) return;
  decision.notices.push_back(Notice::warning(
      fmt::format("the {} of {} rests on fewer than {} untreated people: shown, but no part of "
                  "gaps and verdict",
                  cfpr ? "cFPR" : "cFNR", join_words(groups), Rate::kFew)));
}

}  // namespace

void describe_positivity(const Sample& everybody, std::span<const double> propensity,
                         const CounterfactualOptions& options,
                         CounterfactualReport::Decision& decision) {
  const Population& population = everybody.population();
  for (std::size_t i = 0; i < propensity.size(); ++i) {
    const auto count = static_cast<std::int64_t>(std::llround(everybody.weight()[i]));
    if (propensity[i] < options.clip || propensity[i] > 1 - options.clip) {
      decision.clipped += count;
    }
    if (propensity[i] > 1 - options.trim && !population.treated[everybody.cells()[i]]) {
      decision.trimmed += count;
    }
  }
  if (decision.trimmed > 0) {
    decision.notices.push_back(Notice::warning(fmt::format(
        "`trim` left out {} whose propensity was above {}: the rates no longer speak of everybody",
        people(decision.trimmed), fmt::format("{:.6g}", 1 - options.trim))));
  }
  for (const auto& group : decision.groups) {
    if (group.untreated == 0) continue;
    if (group.extreme_share > kManyExtreme) {
      decision.notices.push_back(Notice::warning(
          fmt::format("{}: {:.0f} % of the untreated were nearly certain to be treated (propensity "
                      "above {}), "
                      "so that few people stand for many; positivity is doubtful",
                      group.text, 100 * group.extreme_share, model::kExtremePropensity),
          group.text));
    }
    if (group.effective_sample_size < kFewEffective * static_cast<double>(group.untreated)) {
      decision.notices.push_back(Notice::warning(
          fmt::format("{}: after weighting, its {} untreated people count for {:.1f}", group.text,
                      with_thousands(group.untreated), group.effective_sample_size),
          group.text));
    }
  }
  for (const bool cfpr : {true, false}) warn_of_few(cfpr, decision);
}

}  // namespace faultline::methods

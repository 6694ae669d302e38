#include "faultline/studies/sources/advice.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/sources/candidates.hpp"
#include "faultline/methods/sources/sources.hpp"
#include "faultline/simulate/causes.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

using simulate::CauseDesign;
using simulate::CausePeople;

// Differences below these are called none: points of an error rate, share of a squared error.
constexpr double kSmallRate = 0.012;
constexpr double kSmallShare = 0.05;
constexpr double kTen = 10;
// Data sets that advice sees, and those of the truth, never share a stream.
constexpr std::uint32_t kTruthReplicate = 10'000;
constexpr std::uint32_t kPartsReplicate = 30'000;

methods::SourcesInput input_of(const CauseDesign& design, const CausePeople& people) {
  methods::SourcesInput input;
  input.protected_column = "g";
  input.outcome_kind = design.number ? model::OutcomeKind::number : model::OutcomeKind::binary;
  input.outcome = people.outcome;
  input.group = people.in_b;
  input.groups = {"A", "B"};
  input.features = std::make_unique<model::Features>(std::ssize(people.outcome));
  for (std::size_t j = 0; j < people.columns.size(); ++j)
    input.features->add(fmt::format("x{}", j), people.columns[j]);
  return input;
}

methods::SourcesOptions options_of(const CauseDesign& design, const std::string& learner,
                                   std::uint64_t seed, bool parts = false) {
  methods::SourcesOptions options;
  options.curves = options.noise = options.clusters = false;
  options.decomposition = parts;
  const std::string linear = design.number ? "ridge" : "logistic";
  options.learners = {model::parse_learner(learner == "linear" ? linear : learner)};
  options.learners[0].seed = seed;
  options.seed = seed;
  options.threads = 1;
  return options;
}

void append(const CausePeople& more, CausePeople& people) {
  for (std::size_t j = 0; j < people.columns.size(); ++j)
    people.columns[j].insert(people.columns[j].end(), more.columns[j].begin(),
                             more.columns[j].end());
  const auto join = [](const auto& from, auto& to) {
    to.insert(to.end(), from.begin(), from.end());
  };
  join(more.in_b, people.in_b);
  join(more.outcome, people.outcome);
  join(more.best, people.best);
  join(more.risk, people.risk);
}

/// Exact expected costs of A and B.
OfBoth costs_of(const CauseDesign& design, const CausePeople& people,
                std::span<const std::int64_t> tested, std::span<const double> scores) {
  OfBoth sum{}, count{};
  for (std::size_t t = 0; t < tested.size(); ++t) {
    const auto i = static_cast<std::size_t>(tested[t]);
    const double away = scores[t] - people.best[i];
    const double loss = design.number     ? people.risk[i] + away * away
                        : scores[t] > 0.5 ? 1 - people.best[i]
                                          : people.best[i];
    sum[static_cast<std::size_t>(people.in_b[i])] += loss;
    count[static_cast<std::size_t>(people.in_b[i])] += 1;
  }
  return {sum[0] / count[0], sum[1] / count[1]};
}

/// Costs by brute force for one design: every candidate at today's size, each learner with more.
class TruthFinder {
 public:
  TruthFinder(const CauseDesign& design, const AdviceStudyOptions& study)
      : design_(design), study_(study) {}

  /// Of one learner; what is averaged are costs.
  AdviceTruth of(const std::string& learner) const {
    Sums today, twice, ten, ten_b, least;
    std::map<std::size_t, Sums> candidates;
    std::vector<GroupUseOf> uses;
    for (std::int64_t set = 0; set < study_.truth_sets; ++set) {
      const auto replicate = kTruthReplicate + static_cast<std::uint32_t>(set);
      const double n = static_cast<double>(design_.people);
      const double b = design_.share;
      add_sizes(learner, design_.people, b, replicate, today, least, &candidates, &uses);
      add_sizes(learner, 2 * design_.people, b, replicate + 3000, twice, least, nullptr, nullptr);
      add_sizes(learner, static_cast<std::int64_t>(kTen * n), b, replicate + 1000, ten, least,
                nullptr, nullptr);
      const double more = n * (1 - b) + kTen * n * b;
      add_sizes(learner, static_cast<std::int64_t>(more), kTen * n * b / more, replicate + 2000,
                ten_b, least, nullptr, nullptr);
    }
    AdviceTruth truth{.gap = today.b() - today.a(), .cost = (today.a() + today.b()) / 2};
    const int worse = truth.gap >= 0 ? 1 : 0;
    const auto removed = [&](const Sums& sums) {
      return 1 - std::abs(sums.b() - sums.a()) / std::abs(truth.gap);
    };
    for (const auto& [c, sums] : candidates) truth.of_candidate[uses[c].name] = removed(sums);
    for (const bool knows : {false, true}) {
      const Sums* best = nullptr;
      for (const auto& [c, sums] : candidates) {
        if (uses[c].knows != knows || uses[c].constant) continue;
        if (best == nullptr || sums.of(worse) < best->of(worse)) best = &sums;
      }
      truth.share[knows ? 1 : 0] = best == nullptr ? 0 : removed(*best);
    }
    truth.share[2] = worse == 1 ? removed(ten_b) : 0;
    truth.share[3] = removed(ten);
    const double kept = (worse == 1 ? 1 : -1) * (least.b() - least.a()) / std::abs(truth.gap);
    truth.share[4] = std::clamp(kept, 0.0, 1.0);
    truth.twice = twice.both();
    truth.ten = ten.both();
    truth.ten_of_b = ten_b.both();
    if (study_.part_sets > 0) add_parts(learner, truth);
    return truth;
  }

  [[nodiscard]] OfBoth least() const {
    const CausePeople people =
        simulate::draw_causes(design_, 50'000, 0.5, study_.seed, kTruthReplicate - 1);
    OfBoth sum{}, count{};
    for (std::size_t i = 0; i < people.risk.size(); ++i) {
      sum[static_cast<std::size_t>(people.in_b[i])] += people.risk[i];
      count[static_cast<std::size_t>(people.in_b[i])] += 1;
    }
    return {sum[0] / count[0], sum[1] / count[1]};
  }

 private:
  struct Sums {
    OfBoth sum{};
    double count = 0;
    void add(const OfBoth& costs) {
      sum[0] += costs[0];
      sum[1] += costs[1];
      count += 1;
    }
    [[nodiscard]] double of(int side) const { return sum[static_cast<std::size_t>(side)] / count; }
    [[nodiscard]] double a() const { return of(0); }
    [[nodiscard]] double b() const { return of(1); }
    [[nodiscard]] OfBoth both() const { return {a(), b()}; }
  };
  struct GroupUseOf {
    std::string name{};
    bool knows = false;
    bool constant = false;
  };

  /// Half of the tested are of B, whatever the share: rare groups need people to be judged by.
  void add_sizes(const std::string& learner, std::int64_t n, double share, std::uint32_t replicate,
                 Sums& audited, Sums& least, std::map<std::size_t, Sums>* candidates,
                 std::vector<GroupUseOf>* uses) const {
    CausePeople people = simulate::draw_causes(design_, n, share, study_.seed, replicate);
    append(simulate::draw_causes(design_, study_.test_people, 0.5, study_.seed, replicate + 5000),
           people);
    const methods::SourcesInput input = input_of(design_, people);
    const methods::SourcesOptions options = options_of(design_, learner, study_.seed);
    methods::SourcesReport report;
    const methods::Candidates tried(input, options, n, report);
    std::vector<std::int64_t> training(static_cast<std::size_t>(n));
    std::iota(training.begin(), training.end(), std::int64_t{0});
    std::vector<std::int64_t> tested(static_cast<std::size_t>(study_.test_people));
    std::iota(tested.begin(), tested.end(), n);
    std::vector<double> scores(tested.size());
    for (std::size_t c = 0; c < tried.size(); ++c) {
      if (c > 0 && candidates == nullptr) break;
      tried.predict(c, training, tested, 1, scores);
      const auto costs = costs_of(design_, people, tested, scores);
      if (c == 0) audited.add(costs);
      if (candidates == nullptr) continue;
      (*candidates)[c].add(costs);
      if (uses->size() == c) {
        uses->push_back({.name = tried[c].name,
                         .knows = tried[c].use != result::GroupUse::none,
                         .constant = tried[c].kind == methods::Candidates::Entry::Kind::constant});
      }
    }
    for (std::size_t t = 0; t < tested.size(); ++t)
      scores[t] = people.best[static_cast<std::size_t>(tested[t])];
    least.add(costs_of(design_, people, tested, scores));
  }

  /// Bias and variance of the learner as regret.hpp has them, the best prediction known: the same
  /// people are predicted after many fresh training sets.
  void add_parts(const std::string& learner, AdviceTruth& truth) const {
    const std::int64_t n = design_.people;
    const CausePeople tested_people =
        simulate::draw_causes(design_, study_.test_people, 0.5, study_.seed, kPartsReplicate);
    std::vector<double> mean(tested_people.best.size(), 0), squares(mean.size(), 0);
    for (std::int64_t set = 0; set < study_.part_sets; ++set) {
      CausePeople people =
          simulate::draw_causes(design_, n, design_.share, study_.seed,
                                kPartsReplicate + 1 + static_cast<std::uint32_t>(set));
      append(tested_people, people);
      const methods::SourcesInput input = input_of(design_, people);
      const methods::SourcesOptions options = options_of(design_, learner, study_.seed);
      methods::SourcesReport report;
      const methods::Candidates tried(input, options, n, report);
      std::vector<std::int64_t> training(static_cast<std::size_t>(n)), tested(mean.size());
      std::iota(training.begin(), training.end(), std::int64_t{0});
      std::iota(tested.begin(), tested.end(), n);
      std::vector<double> scores(tested.size());
      tried.predict(0, training, tested, 1, scores);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        const double value = design_.number ? scores[i] : scores[i] > 0.5 ? 1 : 0;
        const double away = value - mean[i];
        mean[i] += away / static_cast<double>(set + 1);
        squares[i] += away * (value - mean[i]);
      }
    }
    OfBoth count{};
    const auto sets = static_cast<double>(study_.part_sets);
    for (std::size_t i = 0; i < mean.size(); ++i) {
      const auto g = static_cast<std::size_t>(tested_people.in_b[i]);
      const double best = tested_people.best[i];
      count[g] += 1;
      if (design_.number) {
        const double spread = squares[i] / (sets - 1);
        truth.bias[g] += (mean[i] - best) * (mean[i] - best) - spread / sets;
        truth.variance[g] += spread;
        continue;
      }
      const double matters = std::abs(2 * best - 1);
      const double wrong = best > 0.5 ? 1 - mean[i] : mean[i];
      const double mainly = wrong == 0.5 ? 0.5 : wrong > 0.5 ? 1 : 0;
      truth.bias[g] += matters * mainly;
      truth.variance[g] += matters * (wrong - mainly);
    }
    for (std::size_t g = 0; g < count.size(); ++g) {
      truth.bias[g] /= count[g];
      truth.variance[g] /= count[g];
    }
  }

  const CauseDesign& design_;
  const AdviceStudyOptions& study_;
};

void advise(const CauseDesign& design, const AdviceStudyOptions& study, AdviceRun& run) {
  const CausePeople people = simulate::draw_causes(design, design.people, design.share, study.seed,
                                                   static_cast<std::uint32_t>(run.data_set));
  const methods::SourcesReport report =
      methods::find_sources(input_of(design, people),
                            options_of(design, run.learner, study.seed, study.part_sets > 0))
          .report;
  const auto metric = design.number ? result::CostMetric::mse : result::CostMetric::zero_one;
  run.optimum = report.optimum;
  run.forecasts = report.forecasts;
  run.regrets = report.regrets;
  for (const methods::SourcesReport::Recommendation& one : report.recommendation) {
    if (one.metric != metric || one.action == result::Action::none) continue;
    run.action = one.action;
    run.shares = one.shares;
  }
  run.verdict = judge(run.action, run.truth, design.number);
}

}  // namespace

void validate(const AdviceStudyOptions& options) {
  for (const std::string& name : options.designs) (void)simulate::cause_design(name);
  for (const std::string& name : options.learners) {
    if (name != "linear") (void)model::parse_learner(name);
  }
  if (options.data_sets < 1)
    throw ConfigError(fmt::format("`data_sets` {}: must be 1 or more", options.data_sets));
  if (options.truth_sets < 1)
    throw ConfigError(fmt::format("`truth_sets` {}: must be 1 or more", options.truth_sets));
  if (options.part_sets < 0 || options.part_sets == 1)
    throw ConfigError(fmt::format("`part_sets` {}: must be 0, or 2 or more", options.part_sets));
}

AdviceVerdict judge(result::Action action, const AdviceTruth& truth, bool number) {
  constexpr double kRight = 1.0 / 2;
  constexpr double kAcceptable = 1.0 / 3;
  const bool none = std::abs(truth.gap) < (number ? kSmallShare * truth.cost : kSmallRate);
  if (action == result::Action::none) return none ? AdviceVerdict::right : AdviceVerdict::missed;
  if (action == result::Action::undecided || action == result::Action::unclear)
    return AdviceVerdict::undecided;
  if (none) return AdviceVerdict::wrong;
  const std::array kActions{result::Action::model, result::Action::tell_group,
                            result::Action::more_of_group, result::Action::more_data,
                            result::Action::variables};
  const auto at = static_cast<std::size_t>(std::ranges::find(kActions, action) - kActions.begin());
  const double share = truth.share.at(at);
  if (share >= kRight) return AdviceVerdict::right;
  return share >= kAcceptable ? AdviceVerdict::acceptable : AdviceVerdict::wrong;
}

AdviceStudy advice_study(const AdviceStudyOptions& options, const methods::Hooks& hooks) {
  validate(options);
  AdviceStudy study{.options = options};
  std::vector<std::string> names = options.designs;
  if (names.empty()) {
    for (const CauseDesign& design : simulate::cause_designs()) names.emplace_back(design.name);
  }
  for (const std::string& name : names) {
    for (const std::string& learner : options.learners) {
      for (std::int64_t set = 0; set < options.data_sets; ++set)
        study.runs.push_back({.design = name, .learner = learner, .data_set = set});
    }
  }
  const auto sets = static_cast<std::size_t>(options.data_sets);
  run_all("designs and learners", std::ssize(study.runs) / options.data_sets, options.threads,
          hooks, [&](std::int64_t piece) {
            const std::size_t first = static_cast<std::size_t>(piece) * sets;
            const CauseDesign& design = simulate::cause_design(study.runs[first].design);
            const TruthFinder finder(design, options);
            const AdviceTruth truth = finder.of(study.runs[first].learner);
            for (std::size_t r = first; r < first + sets; ++r) {
              study.runs[r].truth = truth;
              study.runs[r].least = finder.least();
              advise(design, options, study.runs[r]);
            }
          });
  return study;
}

}  // namespace faultline::studies

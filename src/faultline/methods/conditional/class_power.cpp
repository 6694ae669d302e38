#include "faultline/methods/conditional/class_power.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "faultline/methods/conditional/null_scan.hpp"
#include "faultline/methods/detectable_effect.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/parallel/pool.hpp"

namespace faultline::methods {
namespace {

// A spread that is right to some 5 %.
constexpr std::int64_t kRedraws = 199;
// No rank has this number, so the redraws are of their own.
constexpr int kOwnNumbers = 1'000'000;
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

using Effect = result::Detectable::Effect;

/// One scan and subgroup whose effect is asked for.
struct Question {
  std::size_t test = 0;
  search::Subgroup subgroup{};
};

/// Deviation from what is expected, in the scan's direction, over its spread if expectations were
/// known; not a number without people.
double deviation(const ClassProblem& problem, const ClassScanner& scanner, std::size_t scan,
                 const search::Subgroup& subgroup) {
  const CriterionProblem& criterion = problem.criteria()[scan];
  const CriterionState& state = scanner.state(scan);
  double excess = 0;
  double variance = 0;
  search::CellSet{problem.lattice(), subgroup}.for_each([&](std::int64_t cell) {
    if (criterion.metric->gaussian()) {
      const double sigma = state.gaussian.sigma;
      excess += state.gaussian.residual_sum[cell];
      variance += static_cast<double>(state.gaussian.n[cell]) * sigma * sigma;
      return;
    }
    for (std::int64_t u = criterion.first[cell]; u < criterion.first[cell + 1]; ++u) {
      const auto n = static_cast<double>(state.members[u]);
      const double e = state.unit_expected[u];
      excess += static_cast<double>(state.events[u]) - n * e;
      variance += n * e * (1 - e);
    }
  });
  const double sign = criterion.direction == search::Direction::higher ? 1 : -1;
  return variance > 0 ? sign * excess / std::sqrt(variance) : kMissing;
}

struct Moments {
  double mean = 0;
  double spread = 1;
};

Moments moments(const std::vector<double>& values) {
  double sum = 0;
  double squares = 0;
  double count = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    squares += value * value;
    ++count;
  }
  if (count < 2) return {};
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean) * count / (count - 1))};
}

/// The people of a scan in a subgroup, with what is expected of them.
struct Expected {
  search::SubgroupPeople people{};  // events that happen or not, mirrored for "lower"
  double n = 0;
  double sigma = 0;  // above 0: predictions
  double mean = 0;   // rate or mean that is expected

  /// The effect at which the expected ratio, times `share`, is this large.
  [[nodiscard]] std::optional<double> effect(double wanted, double share) const {
    // The expected ratio is n mu^2 / (2 sigma^2).
    if (sigma > 0) return sigma * std::sqrt(2 * wanted / (share * n));
    return odds_effect(people.view(), wanted, share);
  }
};

Expected expected_of(const ClassProblem& problem, const ClassScanner& scanner, std::size_t scan,
                     const search::Subgroup& subgroup) {
  const CriterionProblem& criterion = problem.criteria()[scan];
  const CriterionState& state = scanner.state(scan);
  const search::CellSet where{problem.lattice(), subgroup};
  Expected expected;
  double sum = 0;
  where.for_each([&](std::int64_t cell) {
    for (std::int64_t u = criterion.first[cell]; u < criterion.first[cell + 1]; ++u) {
      expected.n += static_cast<double>(state.members[u]);
      sum += static_cast<double>(state.members[u]) * state.expected[criterion.unit_row[u]];
    }
  });
  if (expected.n > 0) expected.mean = sum / expected.n;
  if (criterion.metric->gaussian()) {
    expected.sigma = state.gaussian.sigma;
  } else {
    expected.people =
        search::gather_people(state.bernoulli, state.bernoulli.y, criterion.direction, where);
  }
  return expected;
}

class ClassPower {
 public:
  ClassPower(const ClassAudit& audit, const Hooks& hooks)
      : audit_(audit), problem_(*audit.problem), hooks_(hooks), scanner_(problem_) {
    scanner_.use(problem_.members());
    const search::Subgroup everybody = search::everybody(problem_.lattice().attributes);
    for (std::size_t i = 0; i < audit.tests.size(); ++i) {
      (void)scanner_.expect(audit.tests[i].scan);
      questions_.push_back({i, everybody});
      const search::Subgroup& asked =
          problem_.asked() ? *problem_.asked() : audit.tests[i].best.subgroup;
      const bool own = !asked.sets.empty() && asked != everybody &&
                       scanner_.members_in(audit.tests[i].scan, asked) > 0;
      if (own) questions_.push_back({i, asked});
    }
  }

  void answer(const TestedFamily& family, double level, std::vector<Finding>& findings) {
    if (!redraw()) return;
    for (std::size_t k = 0; k < questions_.size(); ++k) {
      const std::size_t test = questions_[k].test;
      const double critical = family.test.critical_score(test, level);
      Finding& finding = findings[family.findings[test]];
      if (!std::isfinite(critical)) continue;
      if (!finding.detectable) finding.detectable = result::Detectable{.critical_score = critical};
      add(k, critical, *finding.detectable);
    }
    // The subgroup first, then the class and its shares.
    for (const std::size_t at : family.findings) {
      if (!findings[at].detectable) continue;
      auto& effects = findings[at].detectable->effects;
      if (effects.back().share.has_value()) continue;
      std::rotate(effects.begin(), effects.end() - 1, effects.end());
    }
  }

 private:
  bool redraw();
  void add(std::size_t question, double critical, result::Detectable& detectable) const;
  [[nodiscard]] Effect effect_in(const Question& question, const Expected& expected,
                                 const Moments& null, double needed, double share) const;

  const ClassAudit& audit_;
  const ClassProblem& problem_;
  const Hooks& hooks_;
  ClassScanner scanner_;
  std::vector<Question> questions_{};
  std::vector<std::vector<double>> deviations_{};  // [question][redraw]
};

/// False when it was stopped.
bool ClassPower::redraw() {
  deviations_.assign(questions_.size(), std::vector<double>(kRedraws, kMissing));
  parallel::Pool<NullScanner> scanners([&] { return std::make_unique<NullScanner>(problem_); });
  const auto work = [&](std::int64_t number) {
    const auto null = scanners.borrow();
    std::vector<std::int64_t> members;
    null->redraw.begin(static_cast<std::uint32_t>(number) + 1, kOwnNumbers);
    std::size_t drawn = kNone;
    std::size_t expecting = kNone;
    for (std::size_t k = 0; k < questions_.size(); ++k) {
      const std::size_t scan = audit_.tests[questions_[k].test].scan;
      const std::size_t membership = problem_.criteria()[scan].membership;
      if (drawn != membership) {
        null->redraw.draw(membership, members);
        null->scanner.use(members);
        drawn = membership;
        expecting = kNone;
      }
      if (expecting != scan && !null->scanner.expect(scan)) continue;
      expecting = scan;
      deviations_[k][number] = deviation(problem_, null->scanner, scan, questions_[k].subgroup);
    }
  };
  return parallel::for_each(kRedraws, problem_.options().threads, work, hooks_.stop) == kRedraws;
}

Effect ClassPower::effect_in(const Question& question, const Expected& expected,
                             const Moments& null, double needed, double share) const {
  Effect effect{
      .n = std::llround(share * expected.n), .expected = expected.mean, .spread = null.spread};
  const auto theta = expected.effect(wanted_ratio(needed, null.mean, null.spread), share);
  if (!theta) return effect;
  const std::size_t scan = audit_.tests[question.test].scan;
  const double sign = problem_.criteria()[scan].direction == search::Direction::higher ? 1 : -1;
  if (expected.sigma > 0) {
    effect.theta = sign * *theta;
    return effect;
  }
  effect.theta = std::exp(sign * *theta);
  const double rate = search::expected_events(expected.people.view(), *theta) / expected.n;
  effect.rate = sign > 0 ? rate : 1 - rate;
  return effect;
}

void ClassPower::add(std::size_t question, double critical, result::Detectable& detectable) const {
  const Question& asked = questions_[question];
  const std::vector<data::Attribute>& attributes = problem_.lattice().attributes;
  const std::size_t scan = audit_.tests[asked.test].scan;
  const Expected expected = expected_of(problem_, scanner_, scan, asked.subgroup);
  const Moments null = moments(deviations_[question]);
  const double penalty = problem_.options().penalty;
  const auto needed = [&](int listed) { return needed_root(critical, penalty * listed); };
  Effect own = effect_in(asked, expected, null,
                         needed(search::listed_values(asked.subgroup, attributes)), 1);
  own.text = search::in_words(asked.subgroup, attributes);
  const bool whole = asked.subgroup == search::everybody(attributes);
  if (whole) own.text = "the whole class";
  detectable.effects.push_back(std::move(own));
  if (!whole || attributes.empty()) return;
  for (const double share : kToldShares) {
    // What the model gets wrong in some part is not known.
    Effect part = effect_in(asked, expected, {.spread = null.spread}, needed(1), share);
    if (part.n < 1) continue;
    part.share = share;
    part.text = fmt::format("{:.0f} % of the class", 100 * share);
    detectable.effects.push_back(std::move(part));
  }
}

}  // namespace

void add_power(const ClassAudit& audit, const TestedFamily& family, double level,
               const Hooks& hooks, std::vector<Finding>& findings) {
  ClassPower(audit, hooks).answer(family, level, findings);
}

}  // namespace faultline::methods

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/methods/breakdown.hpp"
#include "faultline/methods/conditional/describe.hpp"
#include "faultline/methods/conditional/left_out.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/model/design/diagnostics.hpp"

namespace faultline::methods {
namespace {

// Of the standard normal distribution, for a two-sided 95 % interval.
constexpr double kNormal975 = 1.959963984540054;

/// Sums over a set of people: their number, events, squared events and expectations.
struct Sums {
  std::int64_t n = 0;
  double event = 0;
  double squares = 0;
  double expected = 0;

  void add(std::int64_t people, double value, double expectation) {
    const auto count = static_cast<double>(people);
    n += people;
    event += count * value;
    squares += count * value * value;
    expected += count * expectation;
  }
};

/// Exact for events that happen or not; by the normal distribution, kept in [0, 1], for means of
/// predictions.
std::optional<std::pair<double, double>> interval_of(const Sums& sums, bool gaussian) {
  if (sums.n == 0) return std::nullopt;
  if (!gaussian) {
    return math::clopper_pearson_interval(std::llround(sums.event), sums.n);
  }
  if (sums.n < 2) return std::nullopt;
  const auto n = static_cast<double>(sums.n);
  const double mean = sums.event / n;
  const double variance = std::max(0.0, (sums.squares - n * mean * mean) / (n - 1));
  const double half = kNormal975 * std::sqrt(variance / n);
  return std::pair{std::max(0.0, mean - half), std::min(1.0, mean + half)};
}

Finding blank(const ClassProblem& problem, std::size_t scan) {
  const CriterionProblem& criterion = problem.criteria()[scan];
  Finding finding;
  finding.method = Method::conditional_bias_scan;
  finding.metric = criterion.metric->criterion;
  finding.direction = criterion.direction;
  finding.also = criterion.also;
  finding.protected_class = problem.protected_class();
  finding.comparable_in = problem.comparable_in();
  finding.theta_name = criterion.metric->gaussian() ? ThetaName::mu : ThetaName::q;
  return finding;
}

/// What the people outside the class who are in the subgroup let one say.
void judge_comparison(std::int64_t outside, double effective, Permute how, Finding& finding) {
  if (effective >= kFewestInSubgroup) return;
  if (how != Permute::everyone) finding.verdict = Verdict::not_comparable;
  if (outside == 0) {
    finding.warnings.push_back(Notice::warning(
        "nobody outside the class is in this subgroup: the expectation is carried over by the "
        "model from people who differ in these attributes"));
  } else {
    finding.warnings.push_back(Notice::warning(fmt::format(
        "only {} outside the class {} in this subgroup{}: the expectation rests mostly on what the "
        "model carries over from people who differ in these attributes",
        people(outside), outside == 1 ? "is" : "are",
        effective < static_cast<double>(outside) - 0.05
            ? fmt::format(", who count for {:.1f} when they are weighted to resemble the class",
                          effective)
            : "")));
  }
}

void describe_people(const ClassProblem& problem, const ClassScanner& scanner, std::size_t scan,
                     const search::Subgroup& subgroup, Finding& finding) {
  const CriterionProblem& criterion = problem.criteria()[scan];
  const search::Lattice& lattice = problem.lattice();
  const Membership& membership = problem.memberships()[criterion.membership];
  BreakdownBuilder breakdown(lattice, subgroup);
  Sums inside;
  Sums outside;
  std::vector<double> odds;
  std::vector<double> others;
  for (std::size_t e = 0; e < criterion.tuple.size(); ++e) {
    const std::int32_t tuple = criterion.tuple[e];
    const std::int32_t cell = problem.cells()[tuple];
    if (!lattice.contains(subgroup, cell)) continue;
    const std::int64_t members = problem.members()[tuple];
    const double expected = scanner.expected_of(scan, criterion.unit[e], cell);
    inside.add(members, criterion.event[e], expected);
    outside.add(problem.sizes()[tuple] - members, criterion.event[e], expected);
    if (!membership.probability.empty()) {
      const double p = membership.probability[tuple];
      odds.push_back(p / (1 - p));
      others.push_back(static_cast<double>(problem.sizes()[tuple] - members));
    }
    breakdown.add(cell, members, static_cast<double>(members) * criterion.event[e],
                  static_cast<double>(members) * expected);
  }
  const bool gaussian = criterion.metric->gaussian();
  finding.n = inside.n;
  finding.observed_count = inside.event;
  finding.expected_count = inside.expected;
  finding.observed = inside.event / static_cast<double>(inside.n);
  finding.expected = inside.expected / static_cast<double>(inside.n);
  // Weighted as the class is; as they are where membership has no model.
  const double effective = membership.probability.empty()
                               ? static_cast<double>(outside.n)
                               : model::effective_sample_size(odds, others);
  if (outside.n > 0) {
    finding.comparison = Rate{.n = outside.n,
                              .observed = outside.event / static_cast<double>(outside.n),
                              .observed_count = outside.event,
                              .interval = interval_of(outside, gaussian),
                              .effective_n = effective};
  }
  judge_comparison(outside.n, effective, membership.how, finding);
  finding.breakdown = std::move(breakdown).finish();
}

/// "with the outcome", "without the decision": whom a criterion looks at.
std::string whom(const Metric& metric) {
  if (!metric.value) return "";
  return fmt::format(
      " {} {}", *metric.value ? "with" : "without",
      metric.condition == Condition::outcome ? "the outcome" : "a positive decision");
}

}  // namespace

Finding describe_scan(const ClassProblem& problem, const ClassScanner& scanner, std::size_t scan,
                      const SearchOutcome& searched) {
  const search::SearchResult& found = searched.found;
  Finding best = blank(problem, scan);
  best.search = report_search(found);
  if (!found.found.empty()) {
    report_score(found, found.found.front(), problem.lattice().attributes, best);
    describe_people(problem, scanner, scan, found.found.front().subgroup, best);
  }
  append(best.warnings, searched.warnings);
  const Membership& membership = problem.memberships()[problem.criteria()[scan].membership];
  if (membership.left_out > 0) {
    best.not_compared = membership.left_out;
    best.warnings.push_back(left_out_notice(problem, membership));
  }
  if (membership.how == Permute::redraw && !membership.notices.empty()) {
    best.warnings.push_back(Notice::warning(
        "the level of this test is not established with these covariates; name those that "
        "matter"));
  }
  const CriterionState& state = scanner.state(scan);
  if (state.clipped > 0) {
    best.warnings.push_back(Notice::warning(
        fmt::format("the expectations of {} were so close to 0 or 1 that they were moved inside: "
                    "the model may be separated",
                    people(state.clipped))));
  }
  return best;
}

Finding describe_impossible(const ClassProblem& problem, const ClassScanner& scanner,
                            std::size_t scan) {
  Finding finding = blank(problem, scan);
  const Metric& metric = *problem.criteria()[scan].metric;
  const CriterionState& state = scanner.state(scan);
  std::string why;
  if (state.in_class == 0) {
    why = fmt::format("in the class there is nobody{} to audit", whom(metric));
  } else if (state.outside == 0) {
    why = fmt::format("outside the class there is nobody{} to compare with", whom(metric));
    finding.verdict = Verdict::not_comparable;
  } else {
    why = fmt::format(
        "outside the class the event is the same for all {} people{}, so there is nothing that a "
        "model of it could learn from",
        with_thousands(state.outside), whom(metric));
  }
  finding.warnings.push_back(Notice::warning("not computed: " + why + "."));
  finding.search.strategy = Strategy::exhaustive;
  return finding;
}

Finding describe_nothing_found(const ClassProblem& problem, std::size_t scan) {
  Finding finding = blank(problem, scan);
  finding.verdict = Verdict::nothing;
  finding.search.strategy = Strategy::exhaustive;
  return finding;
}

Finding describe_nobody(const ClassProblem& problem, std::size_t scan) {
  Finding finding = blank(problem, scan);
  finding.warnings.push_back(Notice::warning(
      fmt::format("not computed: of {} there is nobody{} in {}.", problem.options().words.members,
                  whom(*problem.criteria()[scan].metric),
                  search::in_words(*problem.named(scan), problem.lattice().attributes))));
  finding.search.strategy = Strategy::exhaustive;
  return finding;
}

Finding describe_incomparable(const ClassProblem& problem, std::size_t scan) {
  Finding finding = blank(problem, scan);
  const Membership& membership = problem.memberships()[problem.criteria()[scan].membership];
  finding.verdict = Verdict::not_comparable;
  finding.warnings.push_back(
      Notice::warning(fmt::format("not comparable: {}", membership.incomparable())));
  finding.search.strategy = Strategy::exhaustive;
  return finding;
}

}  // namespace faultline::methods

#include "faultline/methods/ijdi/ijdi_finding.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/methods/breakdown.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/group_rows.hpp"
#include "faultline/methods/mitigation/rules.hpp"

namespace faultline::methods {
namespace {

// Standard errors that an error of the probabilities may plausibly have.
constexpr double kPlausible = 2;

Finding blank(const ErrorProblem& problem, double lambda, const IjdiAnswer& answer) {
  Finding finding;
  finding.method = Method::ijdi_scan;
  finding.metric = problem.error == ErrorRate::fpr ? Criterion::fpr : Criterion::tpr;
  finding.direction = problem.mirrored ? Direction::lower : Direction::higher;
  finding.theta_name = ThetaName::q;
  IjdiDetails& details = finding.ijdi.emplace();
  details.lambda = lambda;
  details.error = problem.error;
  finding.search = report_search(answer.found);
  for (const Correction& correction : answer.corrections) {
    Finding before;
    name_subgroup(correction.before.subgroup, problem.lattice.attributes, before);
    details.adjustments.push_back({correction.edge_case, std::move(*before.subgroup), before.text,
                                   correction.before.score, correction.amount});
  }
  return finding;
}

/// Back from the mirror: the odds of a positive decision, not of a refusal.
void unmirror(Finding& finding) {
  if (finding.theta) finding.theta = 1 / *finding.theta;
  if (finding.theta_limit) {
    finding.theta_limit = *finding.theta_limit == Limit::infinity ? Limit::zero : Limit::infinity;
  }
  for (Neighbour& neighbour : finding.neighbours) {
    neighbour.observed = 1 - *neighbour.observed;
    neighbour.expected = 1 - *neighbour.expected;
  }
}

void describe_people(const ErrorProblem& problem, double lambda, const IjdiAnswer& answer,
                     const search::ScoredSubgroup& scored, Finding& finding) {
  const InsideOutside sums = inside_outside(problem, scored.subgroup);
  const auto real_count = [&](std::int64_t decisions, std::int64_t n) {
    return problem.mirrored ? n - decisions : decisions;
  };
  const std::int64_t decisions = real_count(sums.decisions, sums.n);
  finding.n = sums.n;
  finding.observed_count = static_cast<double>(decisions);
  finding.observed = problem.real(sums.rate());
  finding.expected = problem.real(scored.expected / static_cast<double>(scored.n));
  finding.expected_count = finding.expected * static_cast<double>(scored.n);
  finding.observed_interval = math::clopper_pearson_interval(decisions, sums.n);
  finding.ijdi->base_rate = problem.real(sums.p);
  if (sums.n_outside > 0) {
    const std::int64_t outside = real_count(sums.decisions_outside, sums.n_outside);
    finding.comparison = Rate{.n = sums.n_outside,
                              .observed = problem.real(sums.rate_outside()),
                              .observed_count = static_cast<double>(outside),
                              .interval = math::clopper_pearson_interval(outside, sums.n_outside)};
    finding.ijdi->base_rate_outside = problem.real(sums.p_outside);
    // More than everybody cannot be justified, as there are no more.
    finding.ijdi->allowed = problem.real(std::min(1.0, sums.allowed(lambda)));
  }
  BreakdownBuilder breakdown(problem.lattice, scored.subgroup);
  for (std::size_t u = 0; u < problem.n.size(); ++u) {
    if (!problem.lattice.contains(scored.subgroup, problem.cell[u])) continue;
    const auto n = static_cast<double>(problem.n[u]);
    breakdown.add(problem.cell[u], problem.n[u],
                  static_cast<double>(real_count(problem.decisions[u], problem.n[u])),
                  n * problem.real(answer.expectation[u]));
  }
  finding.breakdown = std::move(breakdown).finish();
}

/// Mean outcome less mean probability, with the variance it has where the probabilities are exact.
struct Miss {
  double n = 0;
  math::CompensatedSum sum{};
  math::CompensatedSum variance{};
  void add(double people, double outcome, double p) {
    n += people;
    sum.add(people * (outcome - p));
    variance.add(people * p * (1 - p));
  }
};

}  // namespace

IjdiObservation observe(const ErrorProblem& problem, double lambda, const IjdiOptions& options,
                        const Hooks& hooks) {
  const search::Subgroup* named = options.named ? &*options.named : nullptr;
  IjdiAlgorithm algorithm(problem, lambda, options.clip, named);
  search::SearchOptions search = options.scan_options();
  search.stop = hooks.stop;
  IjdiAnswer answer = algorithm.run(problem.decisions, search);
  // Replicates are searched by the strategy alone, so that is what the test compares with. Where
  // the strategy is ascent, what a person reads comes from a run whose scans are proven or
  // improved.
  const double reached = answer.found.found.empty() ? 0.0 : answer.found.found.front().score;
  if (answer.found.strategy == search::Strategy::ascent) {
    answer = algorithm.run(problem.decisions, search, true);
  }
  IjdiObservation result;
  int rank = 0;
  for (const search::ScoredSubgroup& scored : answer.found.found) {
    Finding finding = blank(problem, lambda, answer);
    finding.rank = ++rank;
    report_score(answer.found, scored, problem.lattice.attributes, finding);
    if (problem.mirrored) unmirror(finding);
    describe_people(problem, lambda, answer, scored, finding);
    result.findings.push_back(std::move(finding));
    result.statistics.push_back(rank == 1 ? std::min(reached, scored.score) : scored.score);
  }
  if (result.findings.empty()) {
    result.findings.push_back(blank(problem, lambda, answer));
    result.statistics.push_back(0);
  }
  Finding& best = result.findings.front();
  best.warnings = std::move(answer.warnings);
  if (answer.clipped > 0) {
    best.warnings.push_back(Notice::warning(
        fmt::format("the expectations of {} lay outside [{}, {}] and were moved there: at this "
                    "lambda the score depends on `clip`",
                    people(answer.clipped), shortest(options.clip), shortest(1 - options.clip))));
  }
  return result;
}

void doubt_probabilities(const IjdiInput& input, Finding& finding) {
  const IjdiDetails& ijdi = *finding.ijdi;
  const auto column = position_of(input.profiles.number_names, input.true_probability);
  if (!column || !finding.subgroup || !finding.comparison || !(ijdi.lambda > 0)) return;
  const std::vector<std::uint8_t> inside = members(input.profiles, *finding.subgroup);
  Miss in;
  Miss out;
  for (std::size_t k = 0; k < inside.size(); ++k) {
    (inside[k] != 0 ? in : out)
        .add(static_cast<double>(input.profiles.count[k]), input.profiles.outcome[k],
             input.profiles.numbers[*column][k]);
  }
  if (!(in.n > 0 && out.n > 0)) return;
  // Signs as in the mirror: towards a larger difference in rates than was justified.
  const double sign = finding.direction == Direction::lower ? -1 : 1;
  const double miss = sign * (in.sum.value() / in.n - out.sum.value() / out.n);
  const double error =
      std::sqrt(in.variance.value() / (in.n * in.n) + out.variance.value() / (out.n * out.n));
  const double plausible = kPlausible * error;
  const bool fitted = input.recipe != nullptr;
  if (fitted && !(miss > plausible)) return;
  const double bias = fitted ? miss : miss + plausible;
  const double base = sign * (*ijdi.base_rate - *ijdi.base_rate_outside);
  const double excess = sign * (finding.observed - finding.comparison->observed);
  if (!(ijdi.lambda * std::max(0.0, base + bias) >= excess)) return;
  const auto points = [](double share) { return fmt::format("{:.1f}", 100 * share); };
  finding.warnings.push_back(Notice::warning(
      fitted ? fmt::format("the fitted probabilities miss the outcomes of these people by {} "
                           "points, compared with everybody else, and that much would justify "
                           "what was found: the model is not right here",
                           points(miss))
             : fmt::format("it rests on exact probabilities: were the base rates of these people "
                           "and of everybody else {} points further apart, which the outcomes do "
                           "not exclude (up to {}), that would justify what was found",
                           points(excess / ijdi.lambda - base), points(bias)),
      result::kAboutProbability));
}

}  // namespace faultline::methods

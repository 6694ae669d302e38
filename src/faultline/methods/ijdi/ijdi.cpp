#include "faultline/methods/ijdi/ijdi.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/methods/breakdown.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/ijdi/algorithm.hpp"
#include "faultline/methods/ijdi/error_problem.hpp"
#include "faultline/resample/family_test.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

Finding blank(const ErrorProblem& problem, double lambda, const IjdiAnswer& answer) {
  Finding finding;
  finding.method = Method::ijdi_scan;
  finding.metric = problem.error == ErrorRate::fpr ? Criterion::fpr : Criterion::tpr;
  finding.direction = Direction::higher;
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

void describe_people(const ErrorProblem& problem, double lambda, const IjdiAnswer& answer,
                     const search::ScoredSubgroup& scored, Finding& finding) {
  const InsideOutside sums = inside_outside(problem, scored.subgroup);
  finding.n = sums.n;
  finding.observed_count = static_cast<double>(sums.decisions);
  finding.observed = sums.rate();
  finding.expected_count = scored.expected;
  finding.expected = scored.expected / static_cast<double>(scored.n);
  finding.observed_interval = math::clopper_pearson_interval(sums.decisions, sums.n);
  finding.ijdi->base_rate = sums.p;
  if (sums.n_outside > 0) {
    finding.comparison =
        Rate{.n = sums.n_outside,
             .observed = sums.rate_outside(),
             .observed_count = static_cast<double>(sums.decisions_outside),
             .interval = math::clopper_pearson_interval(sums.decisions_outside, sums.n_outside)};
    finding.ijdi->base_rate_outside = sums.p_outside;
    finding.ijdi->allowed = sums.allowed(lambda);
  }
  BreakdownBuilder breakdown(problem.lattice, scored.subgroup);
  for (std::size_t u = 0; u < problem.n.size(); ++u) {
    if (!problem.lattice.contains(scored.subgroup, problem.cell[u])) continue;
    breakdown.add(problem.cell[u], problem.n[u], static_cast<double>(problem.decisions[u]),
                  static_cast<double>(problem.n[u]) * answer.expectation[u]);
  }
  finding.breakdown = std::move(breakdown).finish();
}

/// One error rate at one lambda: what was found, and the scores that enter the test.
struct Observation {
  std::vector<Finding> findings{};
  std::vector<double> statistics{};
};

Observation search_once(const ErrorProblem& problem, double lambda, const IjdiOptions& options,
                        const Hooks& hooks) {
  IjdiAlgorithm algorithm(problem, lambda, options.clip);
  search::SearchOptions search = options.search_options(search::Direction::higher);
  search.stop = hooks.stop;
  IjdiAnswer answer = algorithm.run(problem.decisions, search);
  // Replicates are searched by the strategy alone, so that is what the test compares with. Where
  // the strategy is ascent, what a person reads comes from a run whose scans are proven or
  // improved.
  const double reached = answer.found.found.empty() ? 0.0 : answer.found.found.front().score;
  if (answer.found.strategy == search::Strategy::ascent) {
    answer = algorithm.run(problem.decisions, search, true);
  }
  Observation result;
  int rank = 0;
  for (const search::ScoredSubgroup& scored : answer.found.found) {
    Finding finding = blank(problem, lambda, answer);
    finding.rank = ++rank;
    report_score(answer.found, scored, problem.lattice.attributes, finding);
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

/// The null of one error rate at one lambda.
resample::Replicate null_replicate(const ErrorProblem& problem, double lambda,
                                   const IjdiOptions& options, std::size_t tests) {
  const std::vector<double> expectation =
      IjdiAlgorithm(problem, lambda, options.clip).first_expectation(problem.decisions);
  return [&problem, &options, lambda, tests, expectation](std::uint32_t number,
                                                          std::span<double> scores) {
    // The same numbers for every lambda: the answer for one does not depend on the others asked
    // for.
    rng::Stream stream(options.seed, rng::Purpose::null_redraw, number,
                       static_cast<std::uint32_t>(problem.error));
    std::vector<std::int64_t> decisions(problem.n.size());
    for (std::size_t u = 0; u < decisions.size(); ++u) {
      decisions[u] = rng::binomial(stream, problem.n[u], expectation[u]);
    }
    IjdiAlgorithm algorithm(problem, lambda, options.clip);
    const IjdiAnswer answer =
        algorithm.run(decisions, options.search_options(search::Direction::higher, number));
    const double best = answer.found.found.empty() ? 0.0 : answer.found.found.front().score;
    std::fill_n(scores.begin(), tests, best);
  };
}

}  // namespace

void validate(const IjdiOptions& options) {
  if (options.errors.empty()) throw ConfigError("`error`: name fpr, tpr or both");
  if (options.lambdas.empty()) throw ConfigError("`lambda`: name at least one value");
  for (const std::vector<double>* lambdas : {&options.lambdas, &options.lambdas_tpr}) {
    for (const double lambda : *lambdas) {
      if (!(lambda >= 0 && std::isfinite(lambda))) {
        throw ConfigError(fmt::format("`lambda` {}: must be 0 or more", lambda));
      }
    }
  }
  validate_settings(options);
  if (!(options.clip > 0 && options.clip < 0.5)) {
    throw ConfigError(fmt::format("`clip` {} is not between 0 and 0.5", options.clip));
  }
}

IjdiResult ijdi_scan(const IjdiInput& input, const IjdiOptions& options, const Hooks& hooks,
                     resample::Checkpoint* checkpoint) {
  validate(options);
  IjdiResult result;
  std::vector<ErrorProblem> problems;
  problems.reserve(options.errors.size());
  for (const ErrorRate error : options.errors) problems.push_back(make_error_problem(input, error));
  struct Run {
    const ErrorProblem* problem;
    double lambda;
    std::size_t first;  // finding
    std::vector<double> statistics;
  };
  std::vector<Run> runs;
  std::size_t planned = 0;
  for (const ErrorProblem& problem : problems) {
    const bool other = problem.error == ErrorRate::tpr && !options.lambdas_tpr.empty();
    for (const double lambda : other ? options.lambdas_tpr : options.lambdas) {
      ++planned;
      if (hooks.stop.stop_requested()) continue;
      Observation observed = search_once(problem, lambda, options, hooks);
      runs.push_back({&problem, lambda, result.findings.size(), observed.statistics});
      for (Finding& finding : observed.findings) finding.untested = options.replicates > 0;
      std::move(observed.findings.begin(), observed.findings.end(),
                std::back_inserter(result.findings));
    }
  }
  std::vector<TestedFamily> families;
  const auto total = static_cast<std::int64_t>(runs.size()) * options.replicates;
  for (std::size_t i = 0; i < runs.size() && options.replicates > 0; ++i) {
    const Run& run = runs[i];
    resample::Replicate replicate =
        null_replicate(*run.problem, run.lambda, options, run.statistics.size());
    if (checkpoint != nullptr) {
      replicate = checkpoint->remember(
          fmt::format("{} lambda {}", name_of(run.problem->error), shortest(run.lambda)),
          std::move(replicate));
    }
    const Hooks part = part_of(hooks, static_cast<std::int64_t>(i) * options.replicates, total);
    TestedFamily& family = families.emplace_back();
    for (std::size_t t = 0; t < run.statistics.size(); ++t)
      family.findings.push_back(run.first + t);
    family.test = resample::family_test(run.statistics, replicate, options.test_options(planned),
                                        part.progress, part.stop);
    attach_tests(family, result.findings);
    result.partial = result.partial || family.test.partial;
    if (hooks.stop.stop_requested()) break;
  }
  result.partial = result.partial || hooks.stop.stop_requested();
  if (options.replicates > 0) {
    give_verdicts(options, families, planned - families.size(), result.findings, result.notices);
  }
  return result;
}

}  // namespace faultline::methods

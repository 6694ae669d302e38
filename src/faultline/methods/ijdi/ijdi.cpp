#include "faultline/methods/ijdi/ijdi.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/ijdi/algorithm.hpp"
#include "faultline/methods/ijdi/error_problem.hpp"
#include "faultline/methods/ijdi/ijdi_finding.hpp"
#include "faultline/methods/ijdi/nested_sweep.hpp"
#include "faultline/methods/ijdi/refit_null.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

/// The best score of one replicate.
double null_score(const ErrorProblem& problem, std::span<const std::int64_t> decisions,
                  double lambda, const IjdiOptions& options, std::uint32_t number) {
  if (problem.people == 0) return 0;
  IjdiAlgorithm algorithm(problem, lambda, options.clip, options.named ? &*options.named : nullptr);
  const IjdiAnswer answer = algorithm.run(decisions, options.scan_options(number));
  return answer.found.found.empty() ? 0.0 : answer.found.found.front().score;
}

/// The published null of one error rate at one lambda: outcomes and probabilities stay as they are.
resample::Replicate redraw_decisions(const ErrorProblem& problem, double lambda,
                                     const IjdiOptions& options) {
  const std::vector<double> expectation =
      IjdiAlgorithm(problem, lambda, options.clip).first_expectation(problem.decisions);
  return [&problem, &options, lambda, expectation](std::uint32_t number, std::span<double> scores) {
    // The same numbers for every lambda: the answer for one does not depend on the others asked
    // for.
    rng::Stream stream(options.seed, rng::Purpose::null_redraw, number,
                       static_cast<std::uint32_t>(problem.error));
    std::vector<std::int64_t> decisions(problem.n.size());
    for (std::size_t u = 0; u < decisions.size(); ++u) {
      decisions[u] = rng::binomial(stream, problem.n[u], expectation[u]);
    }
    std::ranges::fill(scores, null_score(problem, decisions, lambda, options, number));
  };
}

resample::Replicate redraw_everything(const RefitNull& null, const ErrorProblem& problem,
                                      double lambda, const IjdiOptions& options) {
  return [&null, &problem, &options, lambda](std::uint32_t number, std::span<double> scores) {
    const ErrorProblem drawn = null.draw(number, problem, lambda, options.clip);
    std::ranges::fill(scores, null_score(drawn, drawn.decisions, lambda, options, number));
  };
}

std::vector<double> ascending(std::vector<double> lambdas) {
  std::sort(lambdas.begin(), lambdas.end());
  return lambdas;
}

}  // namespace

search::SearchOptions IjdiOptions::scan_options(std::uint32_t replicate) const {
  search::SearchOptions search = search_options(search::Direction::higher, replicate);
  search.least_people = least_people;
  return search;
}

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
  search::validate(options.scan_options());
  if (options.named && options.top > 1) {
    throw ConfigError(
        "`top` looks for several subgroups and `subgroup` names one: use one of them");
  }
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
  for (const ErrorRate error : options.errors) {
    problems.push_back(make_error_problem(input, error, options.harm == Harm::negative));
    if (options.named) refuse_nobody(*options.named, problems.back().lattice);
  }
  std::unique_ptr<RefitNull> refit;
  if (input.recipe != nullptr)
    refit = std::make_unique<RefitNull>(*input.recipe, input.scanned, options.seed);
  std::vector<SweepSteps> sweeps;
  for (const ErrorProblem& problem : problems) {
    SweepSteps& sweep = sweeps.emplace_back();
    const bool other = problem.error == ErrorRate::tpr && !options.lambdas_tpr.empty();
    for (const double lambda : ascending(other ? options.lambdas_tpr : options.lambdas)) {
      if (hooks.stop.stop_requested()) break;
      IjdiObservation observed = observe(problem, lambda, options, hooks);
      SweepStep& step = sweep.emplace_back();
      // What ranks after the best of a search may be no more than its echo: nothing is tested.
      step.statistics = {observed.statistics.front()};
      // At lambda = 0 probabilities play no part, and neither does their error.
      step.replicate = refit && lambda > 0 ? redraw_everything(*refit, problem, lambda, options)
                                           : redraw_decisions(problem, lambda, options);
      if (checkpoint != nullptr) {
        step.replicate = checkpoint->remember(
            fmt::format("{} lambda {}", name_of(problem.error), shortest(lambda)),
            std::move(step.replicate));
      }
      for (Finding& finding : observed.findings) {
        if (finding.rank == 1) {
          finding.untested = options.replicates > 0;
          step.findings.push_back(result.findings.size());
        }
        result.findings.push_back(std::move(finding));
      }
    }
  }
  result.partial = hooks.stop.stop_requested();
  if (options.replicates == 0) return result;
  test_sweeps(sweeps, options, hooks, result);
  for (Finding& finding : result.findings) {
    if (finding.verdict == Verdict::evidence) doubt_probabilities(input, finding);
  }
  return result;
}

}  // namespace faultline::methods

#include "faultline/methods/conditional/conditional.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/chi_squared.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/methods/conditional/class_scanner.hpp"
#include "faultline/methods/conditional/describe.hpp"
#include "faultline/methods/conditional/permutation.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"
#include "faultline/parallel/pool.hpp"
#include "faultline/resample/monte_carlo.hpp"

namespace faultline::methods {
namespace {

/// What a permutation gave: the best score of every scan that was asked for, and what went wrong.
struct NullScores {
  std::vector<double> best{};
  bool converged = true;   // all models
  bool computable = true;  // all scans; one that is not counts as 0
};

/// Under the null membership number `replicate`.
NullScores null_scores(const ClassProblem& problem, const Permutation& permutation,
                       std::uint32_t replicate, const std::vector<bool>& wanted,
                       ClassScanner& scanner) {
  NullScores scores{.best = std::vector<double>(problem.criteria().size(), 0.0)};
  std::vector<std::int64_t> members;
  bool drawn = false;
  for (std::size_t scan = 0; scan < scores.best.size(); ++scan) {
    if (!wanted[scan]) continue;
    if (!drawn || !permutation.same_for_all_scans()) {
      permutation.draw(replicate, scan, members);
      scanner.use(members);
      drawn = true;
    }
    if (!scanner.expect(scan)) {
      scores.computable = false;
      continue;
    }
    scores.converged = scores.converged && scanner.converged(scan);
    const search::SearchResult found = scanner.search(
        scan, problem.options().search_options(problem.criteria()[scan].direction, replicate));
    if (!found.found.empty()) scores.best[scan] = found.found.front().score;
  }
  return scores;
}

// Dependence this clear would rarely be chance.
constexpr double kClearDependence = 0.001;

/// Whether membership depends on the covariates: likelihood ratio of a logistic fit, wherever the
/// propensity comes from, against one rate for everybody. Permuting among everyone is only valid
/// when it does not.
bool depends_on_covariates(const ClassProblem& problem, const ClassScanner& scanner) {
  const model::Design& design = problem.covariates().design;
  const int columns = design.columns();
  if (columns < 2) return false;
  model::Logistic model(design, {.ridge = 1.0});
  model.fit({.weight = scanner.row_people(),
             .positive = scanner.row_members(),
             .people = scanner.row_people()});
  std::vector<double> log_odds(scanner.row_people().size());
  model.predict_log_odds(log_odds);
  math::CompensatedSum ratio;
  double members = 0;
  double all = 0;
  for (std::size_t r = 0; r < scanner.row_people().size(); ++r) {
    members += scanner.row_members()[r];
    all += scanner.row_people()[r];
  }
  const double overall = std::log(members / (all - members));
  for (std::size_t r = 0; r < scanner.row_people().size(); ++r) {
    const double fitted = log_odds[r];
    ratio.add(scanner.row_members()[r] * (fitted - overall) +
              scanner.row_people()[r] *
                  (model::log_one_plus_exp(overall) - model::log_one_plus_exp(fitted)));
  }
  const double statistic = std::max(0.0, 2 * ratio.value());
  return math::chi_squared_upper_tail(statistic, columns - 1) < kClearDependence;
}

/// One class: its findings as far as the data alone says, and what the test needs.
struct ClassAudit {
  std::unique_ptr<ClassProblem> problem{};
  std::unique_ptr<Permutation> permutation{};  // none when nothing is tested
  std::vector<std::size_t> scan_of{};          // [test]
  std::vector<std::size_t> finding_of{};       // [test]
  std::vector<double> observed{};              // [test]
  bool dependent = false;                      // membership depends on the covariates
};

ClassAudit search_class(const ConditionalInput& input, const ProtectedClass& protected_class,
                        const ConditionalOptions& options, const Hooks& hooks,
                        ConditionalResult& result) {
  ClassAudit audit;
  audit.problem = std::make_unique<ClassProblem>(input, protected_class, options);
  const ClassProblem& problem = *audit.problem;
  if (options.replicates > 0) audit.permutation = std::make_unique<Permutation>(problem);
  ClassScanner scanner(problem);
  scanner.use(problem.members());
  result.models.push_back(describe_propensity(problem, scanner));
  audit.dependent = depends_on_covariates(problem, scanner);
  for (std::size_t scan = 0; scan < problem.criteria().size(); ++scan) {
    if (!scanner.expect(scan)) {
      result.findings.push_back(describe_impossible(problem, scanner, scan));
      continue;
    }
    result.models.push_back(describe_expectation(problem, scanner, scan));
    search::SearchOptions search = options.search_options(problem.criteria()[scan].direction);
    search.stop = hooks.stop;
    const SearchOutcome searched = scanner.search_and_prove(scan, search);
    std::vector<Finding> findings = describe_scan(problem, scanner, scan, searched);
    const std::string refusal = audit.permutation ? audit.permutation->refusal(scan) : "";
    if (!refusal.empty()) {
      findings.front().warnings.push_back(Notice::warning("not tested: " + refusal));
      std::move(findings.begin(), findings.end(), std::back_inserter(result.findings));
      continue;
    }
    for (std::size_t i = 0; i < findings.size(); ++i) {
      audit.scan_of.push_back(scan);
      audit.finding_of.push_back(result.findings.size());
      audit.observed.push_back(searched.statistics[i]);
      findings[i].untested = options.replicates > 0;
      result.findings.push_back(std::move(findings[i]));
    }
  }
  return audit;
}

/// Permutes membership and repeats everything; attaches the p-values. Returns true when stopped.
bool test_class(const ClassAudit& audit, const ConditionalOptions& options, const Hooks& hooks,
                resample::Checkpoint* checkpoint, ConditionalResult& result) {
  if (audit.observed.empty()) return false;
  const ClassProblem& problem = *audit.problem;
  const Permutation& permutation = *audit.permutation;
  parallel::Pool<ClassScanner> scanners([&] { return std::make_unique<ClassScanner>(problem); });
  std::vector<bool> wanted(problem.criteria().size(), false);
  for (const std::size_t scan : audit.scan_of) wanted[scan] = true;
  // By permutation, so that those beyond the last that counts can be left out on any thread count.
  std::vector<std::uint8_t> unsettled(static_cast<std::size_t>(options.replicates) + 1, 0);
  std::vector<std::uint8_t> impossible(unsettled.size(), 0);
  resample::Replicate replicate = [&](std::uint32_t number, std::span<double> scores) {
    const auto scanner = scanners.borrow();
    const NullScores null = null_scores(problem, permutation, number, wanted, *scanner);
    unsettled[number] = null.converged ? 0 : 1;
    impossible[number] = null.computable ? 0 : 1;
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = null.best[audit.scan_of[i]];
  };
  if (checkpoint != nullptr) {
    const ProtectedClass& name = problem.protected_class();
    replicate = checkpoint->remember(name.attribute + "=" + name.value, std::move(replicate));
  }
  const resample::MonteCarloResult tests = resample::monte_carlo(
      audit.observed, replicate, options.test_options(), hooks.progress, hooks.stop);
  for (std::size_t i = 0; i < audit.observed.size(); ++i) {
    attach_test(tests.tests[i], tests.null_scores[i], result.findings[audit.finding_of[i]]);
  }
  const auto note = [&](const std::vector<std::uint8_t>& flags, const char* what) {
    const auto count = std::count(flags.begin(), flags.begin() + 1 + tests.finished, 1);
    if (count == 0) return;
    const ProtectedClass& name = problem.protected_class();
    result.notices.push_back(Notice::warning(
        fmt::format("{} = {}: in {} of {} permutations {}", name.attribute, name.value,
                    with_thousands(count), with_thousands(tests.finished), what),
        fmt::format("{} = {}", name.attribute, name.value)));
  };
  note(unsettled, "a model did not converge; its last coefficients were used");
  note(impossible, "a scan could not be computed and counts as a score of 0");
  return tests.partial;
}

void note_clipped(std::int64_t clipped, double clip, ConditionalResult& result) {
  if (clipped == 0) return;
  result.notices.push_back(Notice::warning(fmt::format(
      "the {} of {} {} moved into [{}, {}] for {} log-odds (`clip`)",
      clipped == 1 ? "prediction" : "predictions", people(clipped), clipped == 1 ? "was" : "were",
      shortest(clip), shortest(1 - clip), clipped == 1 ? "its" : "their")));
}

void note_dependence(const std::vector<ClassAudit>& audits, const ConditionalOptions& options,
                     ConditionalResult& result) {
  if (options.permute != Permute::everyone || options.replicates == 0) return;
  std::vector<std::string> names;
  for (const ClassAudit& audit : audits) {
    const ProtectedClass& name = audit.problem->protected_class();
    if (audit.dependent) names.push_back(name.attribute + " = " + name.value);
  }
  if (names.empty()) return;
  result.notices.push_back(Notice::warning(fmt::format(
      "membership of {} depends on the covariates; permuting it among everyone then rejects "
      "somewhat "
      "too often, the more so where the models miss something: check such findings with `permute` "
      "within, which keeps its level",
      join_words(names, 4))));
}

}  // namespace

void validate(const ConditionalOptions& options) {
  if (options.scans.empty()) throw ConfigError("`metric`: name at least one");
  validate_settings(options);
  if (!(options.clip > 0 && options.clip < 0.5)) {
    throw ConfigError(fmt::format("`clip` {} is not between 0 and 0.5", options.clip));
  }
  if (options.sigma && !(*options.sigma > 0)) {
    throw ConfigError(fmt::format("`sigma` {}: must be above 0, or estimate", *options.sigma));
  }
  for (const model::LearnerOptions* learner : {&options.propensity, &options.expectation}) {
    if (!(learner->strength >= 0)) {
      throw ConfigError(fmt::format("`ridge` {}: must be 0 or more", learner->strength));
    }
  }
  if (options.doubly_robust && !options.expectation_column.empty()) {
    throw ConfigError(
        "`doubly_robust` corrects an expectation model; with a given column (`expectation`) there "
        "is none");
  }
}

ConditionalResult conditional_scan(const ConditionalInput& input,
                                   const std::vector<ProtectedClass>& classes,
                                   const ConditionalOptions& options, const Hooks& hooks,
                                   resample::Checkpoint* checkpoint) {
  validate(options);
  if (classes.empty()) throw ConfigError("`protected`: name at least one class");
  const bool columns_given =
      !options.propensity_column.empty() || !options.expectation_column.empty();
  if (columns_given && classes.size() > 1) {
    throw ConfigError(fmt::format(
        "a given column (`propensity` or `expectation`) speaks of one class, and {} are audited: "
        "run them one at a time with `protected = COL=VALUE`",
        classes.size()));
  }
  if (!options.expectation_column.empty() && options.scans.size() > 1) {
    throw ConfigError(fmt::format(
        "`expectation` {}: a given column speaks of one metric, and {} are audited: name one with "
        "`metric`",
        options.expectation_column, options.scans.size()));
  }
  ConditionalResult result;
  std::vector<ClassAudit> audits;
  std::int64_t clipped = 0;
  for (const ProtectedClass& protected_class : classes) {
    if (hooks.stop.stop_requested()) break;
    audits.push_back(search_class(input, protected_class, options, hooks, result));
    clipped = std::max(clipped, audits.back().problem->clipped());
  }
  const bool scores_used =
      std::any_of(options.scans.begin(), options.scans.end(),
                  [](const CriterionScan& wanted) { return wanted.metric->needs_prediction(); });
  if (scores_used) note_clipped(clipped, options.clip, result);
  note_dependence(audits, options, result);
  result.partial = audits.size() < classes.size();
  const auto total = static_cast<std::int64_t>(audits.size()) * options.replicates;
  for (std::size_t i = 0; i < audits.size() && options.replicates > 0; ++i) {
    const Hooks part = part_of(hooks, static_cast<std::int64_t>(i) * options.replicates, total);
    if (test_class(audits[i], options, part, checkpoint, result)) result.partial = true;
    if (hooks.stop.stop_requested()) break;
  }
  result.partial = result.partial || hooks.stop.stop_requested();
  const std::size_t unsearched = (classes.size() - audits.size()) * options.scans.size();
  adjust_family(options.alpha, options.replicates, static_cast<std::int64_t>(unsearched),
                result.findings, result.notices);
  return result;
}

}  // namespace faultline::methods

#include "faultline/methods/conditional/class_audit.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/chi_squared.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/methods/conditional/describe.hpp"
#include "faultline/methods/conditional/null_scan.hpp"
#include "faultline/methods/conditional/redraw_marks.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"
#include "faultline/parallel/pool.hpp"

namespace faultline::methods {
namespace {

// Dependence this clear would rarely be chance.
constexpr double kClearDependence = 0.001;

/// Whether membership depends on the covariates: likelihood ratio of a logistic fit, wherever the
/// propensity comes from, against one rate for everybody. Exchanging it among everyone is only
/// valid when it does not.
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

std::function<SelectionEffect(const SearchNull&)> effect_of(const ClassProblem& problem,
                                                            const ClassScanner& scanner,
                                                            std::size_t scan,
                                                            const search::ScoredSubgroup& scored) {
  const CriterionProblem& criterion = problem.criteria()[scan];
  const CriterionState& state = scanner.state(scan);
  if (criterion.metric->gaussian()) {
    return [mu = scored.theta, n = static_cast<double>(scored.n), sigma = state.gaussian.sigma,
            penalty = scored.penalty](const SearchNull& null) {
      return gaussian_effect(mu, n, sigma, penalty, null);
    };
  }
  return [people = search::gather_people(state.bernoulli, state.bernoulli.y, criterion.direction,
                                         search::CellSet{problem.lattice(), scored.subgroup}),
          direction = criterion.direction, penalty = scored.penalty](const SearchNull& null) {
    return bernoulli_effect(people.view(), people.y, direction, penalty, null);
  };
}

/// `within` was asked for by name and can test no scan.
void check_exchange(const ClassProblem& problem) {
  const std::vector<Membership>& all = problem.memberships();
  if (problem.options().replicates == 0) return;
  if (std::ranges::any_of(all, [](const Membership& m) { return m.refusal().empty(); })) return;
  throw ConfigError("`permute = within`: " + all.front().refusal());
}

/// Whether the opposite direction of the same criterion is scanned too.
bool looks_both_ways(const ClassProblem& problem, std::size_t scan) {
  const CriterionProblem& own = problem.criteria()[scan];
  return std::ranges::any_of(problem.criteria(), [&](const CriterionProblem& other) {
    return other.direction == own.direction ? other.metric == complement(*own.metric)
                                            : other.metric == own.metric;
  });
}

}  // namespace

Finding search_scan(const ClassProblem& problem, const ClassScanner& scanner, int rank,
                    const Hooks& hooks, TestedScan& tested) {
  search::SearchOptions search =
      problem.options().search_options(problem.criteria()[tested.scan].direction);
  search.top = 1;  // every rank is a search of its own
  search.stop = hooks.stop;
  const SearchOutcome searched = scanner.search_and_prove(tested.scan, search);
  Finding finding = describe_scan(problem, scanner, tested.scan, searched);
  finding.rank = rank;
  tested.observed = searched.statistics.front();
  if (finding.subgroup) tested.best = searched.found.found.front();
  if (finding.log_likelihood_ratio > 0)
    tested.effect = effect_of(problem, scanner, tested.scan, tested.best);
  return finding;
}

ClassAudit search_class(const ConditionalInput& input, const ProtectedClass& protected_class,
                        const ConditionalOptions& options, const Hooks& hooks,
                        ConditionalResult& result) {
  ClassAudit audit;
  audit.problem = std::make_unique<ClassProblem>(input, protected_class, options);
  const ClassProblem& problem = *audit.problem;
  check_exchange(problem);
  ClassScanner scanner(problem);
  scanner.use(problem.members());
  result.models.push_back(describe_propensity(problem, scanner));
  append(result.notices, describe_memberships(problem));
  if (options.permute == Permute::everyone)
    audit.dependent = depends_on_covariates(problem, scanner);
  for (std::size_t scan = 0; scan < problem.criteria().size(); ++scan) {
    const Membership& membership = problem.memberships()[problem.criteria()[scan].membership];
    const std::string refusal = membership.refusal();
    if (!membership.incomparable().empty()) {
      result.findings.push_back(describe_incomparable(problem, scan));
      continue;
    }
    if (!scanner.expect(scan)) {
      result.findings.push_back(describe_impossible(problem, scanner, scan));
      continue;
    }
    if (problem.nothing_to_test(scan)) {
      result.findings.push_back(describe_nothing_found(problem, scan));
      continue;
    }
    if (problem.named(scan) && scanner.members_in(scan, *problem.named(scan)) == 0) {
      result.findings.push_back(describe_nobody(problem, scan));
      continue;
    }
    result.models.push_back(describe_expectation(problem, scanner, scan));
    TestedScan tested{.scan = scan, .finding = result.findings.size()};
    Finding finding = search_scan(problem, scanner, 1, hooks, tested);
    if (!refusal.empty()) {
      finding.warnings.push_back(Notice::warning("not tested: " + refusal));
    } else {
      finding.untested = options.replicates > 0;
      audit.tests.push_back(std::move(tested));
    }
    result.findings.push_back(std::move(finding));
  }
  return audit;
}

TestedFamily test_class(const ClassAudit& audit, const ConditionalOptions& options,
                        std::size_t families, const Hooks& hooks, resample::Checkpoint* checkpoint,
                        ConditionalResult& result) {
  const ClassProblem& problem = *audit.problem;
  parallel::Pool<NullScanner> scanners([&] { return std::make_unique<NullScanner>(problem); });
  std::vector<bool> wanted(problem.criteria().size(), false);
  std::vector<double> observed;
  TestedFamily family{.open = options.top > 1};
  for (const TestedScan& tested : audit.tests) {
    wanted[tested.scan] = true;
    observed.push_back(tested.observed);
    family.findings.push_back(tested.finding);
  }
  const ProtectedClass& who = problem.protected_class();
  const std::string known_as = who.attribute + "=" + who.value;
  // No name of a family has a line end.
  RedrawMarks unsettled(known_as + "\nunsettled", options.replicates, checkpoint);
  RedrawMarks impossible(known_as + "\nimpossible", options.replicates, checkpoint);
  resample::Replicate replicate = [&](std::uint32_t number, std::span<double> scores) {
    const auto scanner = scanners.borrow();
    const NullScores null = null_scores(problem, number, wanted, *scanner);
    if (!null.converged) unsettled.set(number);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double best = null.best[audit.tests[i].scan];
      if (best == kNotComputed) impossible.set(number);
      scores[i] = counted_score(best, observed[i]);
    }
  };
  const std::string name = fmt::format("{} = {}", who.attribute, who.value);
  if (checkpoint != nullptr) replicate = checkpoint->remember(known_as, std::move(replicate));
  resample::FamilyOptions test = options.test_options(families);
  test.single_step = options.top > 1;
  test.redraws_differ = true;  // of membership; a class with nothing to exchange is not tested
  family.test = resample::family_test(observed, replicate, test, hooks.progress, hooks.stop);
  attach_tests(family, result.findings);
  const auto note = [&](const RedrawMarks& marks, const char* what) {
    const std::int64_t count = marks.count(family.test.finished);
    if (count == 0) return;
    result.notices.push_back(
        Notice::warning(fmt::format("{}: in {} of {} redraws {}", name, with_thousands(count),
                                    with_thousands(family.test.finished), what),
                        name));
  };
  note(unsettled, "a model did not converge; its last coefficients were used");
  note(impossible, "a scan could not be computed and counts against evidence");
  return family;
}

void measure_effects(const ClassProblem& problem, const std::vector<TestedScan>& tests,
                     const TestedFamily& family, double level, std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < family.findings.size(); ++i) {
    Finding& finding = findings[family.findings[i]];
    if (!tests[i].effect || !finding.p_value) continue;
    SearchNull null{
        .critical = family.test.critical_score(i, level),
        .mean = family.test.tests[i].null_mean,
        .alpha = problem.options().alpha,
        .one_sided = problem.named(tests[i].scan) && !looks_both_ways(problem, tests[i].scan)};
    // Where a proof found a better subgroup, the test compared the lower score.
    null.critical += finding.score - tests[i].observed;
    if (!std::isfinite(null.critical)) continue;  // too few replicates for any interval
    // Means of n people minus those of so many others have 1 / n + 1 / others of one's variance.
    if (finding.comparison && finding.comparison->effective_n.value_or(0) > 0)
      null.variance = 1 + static_cast<double>(finding.n) / *finding.comparison->effective_n;
    report_effect(tests[i].effect(null), finding);
    // Nothing was searched, so nothing has to be drawn back.
    if (problem.named(tests[i].scan)) finding.theta_shrunken.reset();
  }
}

}  // namespace faultline::methods

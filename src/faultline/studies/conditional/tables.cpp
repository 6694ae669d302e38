#include "faultline/studies/conditional/tables.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/gaussian_family.hpp"

namespace faultline::studies {
namespace {

methods::ConditionalOptions audit_options(const CbsTableOptions& options) {
  methods::ConditionalOptions audit;
  const auto scans = methods::default_scans(methods::Harm::positive);
  audit.scans.assign(scans.begin(), scans.end());
  audit.propensity.kind = options.learner;
  audit.expectation.kind = options.learner;
  audit.propensity.seed = options.seed;
  audit.expectation.seed = options.seed;
  audit.calibration_bins = options.calibration_bins;
  audit.permute = methods::Permute::everyone;  // the paper's test
  audit.replicates = options.permutations;
  audit.sequential = data::Choice::no;  // all of them, whatever the verdict
  audit.alpha = options.significance;
  audit.seed = options.seed;
  audit.threads = options.threads;
  return audit;
}

search::Subgroup parse(std::string_view text, const std::vector<data::Attribute>& attributes) {
  return text == "everybody" ? search::everybody(attributes)
                             : search::parse_subgroup(text, attributes);
}

bool near(double value, double printed, double rounding) {
  return std::abs(value - printed) <= rounding + 1e-9;
}

/// Everything about a row that needs the class's own models.
void compare(const methods::ClassProblem& problem, methods::ClassScanner& scanner,
             CbsTableRow& row) {
  const PaperScan& paper = row.paper();
  const std::vector<data::Attribute>& attributes = problem.lattice().attributes;
  row.computed = scanner.expect(row.scan);
  std::optional<search::Subgroup> theirs;
  if (!paper.subgroup.empty()) {
    theirs = parse(paper.subgroup, attributes);
    row.paper_words = search::in_words(*theirs, attributes);
    if (row.computed) row.at_paper = score_of(problem, scanner, row.scan, *theirs);
  }
  row.same_subgroup = row.ours.subgroup.has_value() == theirs.has_value() &&
                      (!theirs || row.ours.text == row.paper_words);
  row.score_within_rounding =
      near(row.ours.score, printed_value(paper.score), printed_rounding(paper.score));
  if (row.at_paper) {
    row.same_rates = near(row.at_paper->observed, paper.observed, kRateRounding) &&
                     near(row.at_paper->comparison, paper.comparison, kRateRounding) &&
                     row.at_paper->n == paper.n && row.at_paper->comparison_n == paper.comparison_n;
  }
}

}  // namespace

SubgroupScore score_of(const methods::ClassProblem& problem, const methods::ClassScanner& scanner,
                       std::size_t scan, const search::Subgroup& subgroup) {
  const methods::CriterionProblem& criterion = problem.criteria()[scan];
  const methods::CriterionState& state = scanner.state(scan);
  const search::Lattice& lattice = problem.lattice();
  SubgroupScore result;
  if (criterion.metric->gaussian()) {
    const search::GaussianFamily family(state.gaussian, state.gaussian.residual_sum,
                                        criterion.direction);
    result.score = family.score(subgroup).log_likelihood_ratio;
  } else {
    const search::BernoulliFamily family(state.bernoulli, state.bernoulli.y, criterion.direction);
    result.score = family.score(subgroup).log_likelihood_ratio;
  }
  result.score -= problem.options().penalty * search::listed_values(subgroup, lattice.attributes);
  for (std::size_t e = 0; e < criterion.tuple.size(); ++e) {
    const std::int32_t tuple = criterion.tuple[e];
    if (!lattice.contains(subgroup, problem.cells()[tuple])) continue;
    const std::int64_t inside = problem.members()[tuple];
    const std::int64_t outside = problem.sizes()[tuple] - inside;
    result.n += inside;
    result.comparison_n += outside;
    result.observed += static_cast<double>(inside) * criterion.event[e];
    result.comparison += static_cast<double>(outside) * criterion.event[e];
  }
  result.observed /= static_cast<double>(result.n);
  result.comparison /= static_cast<double>(result.comparison_n);
  return result;
}

CbsTable cbs_table(const data::Profiles& profiles, std::span<const PaperClass> paper,
                   const CbsTableOptions& options, const methods::Hooks& hooks) {
  CbsTable table;
  table.options = options;
  table.people = profiles.people();
  const methods::ConditionalOptions audit = audit_options(options);
  methods::ConditionalInput input{.profiles = profiles};
  for (const data::Attribute& attribute : profiles.attributes) {
    input.scanned.push_back(attribute.name);
  }
  input.covariates = input.scanned;
  std::vector<methods::ProtectedClass> classes;
  for (const PaperClass& of : paper) {
    classes.push_back({std::string(of.attribute), std::string(of.value)});
  }
  methods::ConditionalResult found = methods::conditional_scan(input, classes, audit, hooks);
  const std::size_t scans = audit.scans.size();
  if (found.findings.size() != classes.size() * scans) {
    throw Cancelled("stopped before every protected class was searched");
  }
  table.models = std::move(found.models);
  table.partial = found.partial;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const methods::ClassProblem problem(input, classes[c], audit);
    methods::ClassScanner scanner(problem);
    scanner.use(problem.members());
    for (std::size_t scan = 0; scan < scans; ++scan) {
      CbsTableRow row;
      row.protected_class = &paper[c];
      row.scan = scan;
      row.ours = std::move(found.findings[c * scans + scan]);
      compare(problem, scanner, row);
      // A scan without p-value is one without finding: the paper's flag must then be off too.
      if (options.permutations > 0 && (row.ours.p_value || !row.computed)) {
        const bool significant = row.ours.p_value && *row.ours.p_value < options.significance;
        row.same_flag = significant == row.paper().significant;
      }
      row.notes = explain(row, problem, scanner);
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

CbsTableMatches matches(const CbsTable& table) {
  CbsTableMatches result;
  const auto count = [](Tally& tally, bool agrees) {
    tally.agree += agrees ? 1 : 0;
    ++tally.of;
  };
  for (const CbsTableRow& row : table.rows) {
    count(result.subgroups, row.same_subgroup);
    if (!row.paper_words.empty()) count(result.named, row.same_subgroup);
    if (printed_value(row.paper().score) > 0) count(result.scores, row.score_within_rounding);
    if (!row.paper_words.empty()) count(result.rates, row.same_rates.value_or(false));
    if (row.same_flag) count(result.flags, *row.same_flag);
  }
  return result;
}

}  // namespace faultline::studies

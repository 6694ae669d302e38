#include "faultline/methods/finding.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/resample/holm_families.hpp"
#include "faultline/resample/quantiles.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::methods {
namespace {

constexpr std::array kNullProbabilities = {0.5, 0.9, 0.95, 0.99};

void report_neighbours(const search::SearchResult& search,
                       const std::vector<data::Attribute>& attributes, Finding& finding) {
  for (const search::Neighbour& neighbour : search.neighbours) {
    const data::Attribute& attribute = attributes[neighbour.attribute];
    Neighbour& told = finding.neighbours.emplace_back();
    told.attribute = attribute.name;
    if (neighbour.value >= 0) told.value = attribute.labels[neighbour.value];
    told.n = neighbour.scored.n;
    told.score = neighbour.scored.score;
    // The Gaussian score adds up residuals, of which the parts are not known here.
    if (finding.theta_name != ThetaName::q || finding.family) continue;
    told.observed = neighbour.scored.observed / static_cast<double>(told.n);
    told.expected = neighbour.scored.expected / static_cast<double>(told.n);
  }
}

}  // namespace

SearchReport report_search(const search::SearchResult& search) {
  SearchReport report;
  report.strategy = search.strategy;
  report.subgroups = search.subgroups;
  report.evaluations = search.evaluations;
  if (search.restarts > 0) {
    report.restarts = search.restarts;
    report.hits = search.hits;
  }
  if (std::isfinite(search.upper_bound)) {
    report.upper_bound = search.upper_bound;
    const double best = search.found.empty() ? 0.0 : search.found.front().score;
    report.gap = std::max(0.0, search.upper_bound - best);
  }
  report.certified = search.certified;
  return report;
}

void name_subgroup(const search::Subgroup& subgroup, const std::vector<data::Attribute>& attributes,
                   Finding& finding) {
  finding.subgroup.emplace();
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (subgroup.sets[a] == search::all_values(attributes[a].arity())) continue;
    std::vector<std::string> labels;
    for (int v = 0; v < attributes[a].arity(); ++v) {
      if ((subgroup.sets[a] >> v) & 1) labels.push_back(attributes[a].labels[v]);
    }
    finding.subgroup->emplace_back(attributes[a].name, std::move(labels));
  }
  finding.text = search::in_words(subgroup, attributes);
}

void refuse_nobody(const search::Subgroup& named, const search::Lattice& lattice) {
  bool anybody = false;
  search::CellSet{lattice, named}.for_each([&](std::int64_t) { anybody = true; });
  if (anybody) return;
  throw InputError(
      fmt::format("`subgroup` {}: nobody is in it", search::in_words(named, lattice.attributes)));
}

void report_score(const search::SearchResult& search, const search::ScoredSubgroup& scored,
                  const std::vector<data::Attribute>& attributes, Finding& finding) {
  finding.search = report_search(search);
  if (finding.rank > 1) {
    SearchReport& report = finding.search;
    report.certified = search.certified && search.strategy == search::Strategy::exhaustive;
    report.upper_bound.reset();
    report.gap.reset();
    report.hits.reset();
    if (report.certified) {
      report.upper_bound = scored.score;
      report.gap = 0.0;
    }
  }
  name_subgroup(scored.subgroup, attributes, finding);
  // Those of the best one: other ranks of the same search have not been looked around.
  if (scored.subgroup == search.found.front().subgroup) {
    report_neighbours(search, attributes, finding);
  }
  finding.score = scored.score;
  finding.log_likelihood_ratio = scored.log_likelihood_ratio;
  finding.penalty = scored.penalty;
  if (std::isfinite(scored.theta)) {
    finding.theta = finding.theta_name == ThetaName::q ? std::exp(scored.theta) : scored.theta;
  } else {
    finding.theta_limit = scored.theta > 0 ? Limit::infinity : Limit::zero;
  }
}

void attach_tests(const TestedFamily& family, std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < family.findings.size(); ++i) {
    const resample::HypothesisTest& test = family.test.tests[i];
    const std::vector<double>& null_scores = family.test.null_scores[i];
    Finding& finding = findings[family.findings[i]];
    finding.p_value = test.p_value;
    finding.p_value_adjusted = test.p_value_adjusted;
    finding.untested = test.replicates == 0;
    finding.replicates = test.replicates;
    finding.exceedances = test.exceedances;
    finding.verdict_risk = test.risk;
    finding.null.scores = null_scores;
    if (test.p_value) finding.p_value_interval = test.interval;
    if (!null_scores.empty()) {
      const std::vector<double> values = resample::quantiles(null_scores, kNullProbabilities);
      for (std::size_t k = 0; k < values.size(); ++k)
        finding.null.quantiles.emplace_back(kNullProbabilities[k], values[k]);
    }
    if (test.degenerate) {
      finding.warnings.push_back(Notice::warning(
          fmt::format("all {} null replicates have the same best score ({}), so they say nothing "
                      "about how surprising this score is: no p-value is given",
                      null_scores.size(), null_scores.empty() ? 0.0 : null_scores.front())));
    }
  }
}

void keep_departing_direction(std::vector<Finding>& findings) {
  const bool departs = std::any_of(findings.begin(), findings.end(),
                                   [](const Finding& finding) { return finding.score > 0; });
  if (departs) {
    std::erase_if(findings, [](const Finding& finding) { return !(finding.score > 0); });
  } else {
    findings.resize(1);
  }
}

void order_by_evidence(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    const bool first = a.verdict == Verdict::evidence;
    const bool second = b.verdict == Verdict::evidence;
    return first != second ? first : a.score > b.score;
  });
}

std::int64_t fewest_replicates(double alpha, std::size_t families) {
  // The smallest p-value that R replicates can give, 1 / (R + 1), is multiplied by the number of
  // families.
  return static_cast<std::int64_t>(std::ceil(static_cast<double>(families) / alpha)) - 1;
}

std::vector<double> give_verdicts(const SearchSettings& settings,
                                  std::span<const TestedFamily> families, std::size_t unmade,
                                  std::vector<Finding>& findings, Notices& notices,
                                  const Beside& beside) {
  std::vector<resample::FamilyPValues> within;
  for (const TestedFamily& family : families) {
    resample::FamilyPValues& p = within.emplace_back();
    for (const std::size_t at : family.findings) {
      const bool interrupted = !findings[at].p_value_adjusted && findings[at].untested;
      p.push_back(interrupted ? 1.0 : findings[at].p_value_adjusted);
    }
    const bool tested =
        std::any_of(p.begin(), p.end(), [](const auto& one) { return one.has_value(); });
    if (family.open && tested) p.emplace_back(1.0);
  }
  within.resize(within.size() + unmade + settings.other_families, {1.0});
  const resample::FamilyAdjustment between =
      beside.adjust ? beside.adjust(within) : resample::holm_families(within, settings.alpha);
  const std::int64_t enough = fewest_replicates(settings.alpha, within.size() + beside.families);
  for (std::size_t f = 0; f < families.size(); ++f) {
    for (std::size_t i = 0; i < families[f].findings.size(); ++i) {
      Finding& finding = findings[families[f].findings[i]];
      if (!finding.p_value_adjusted) continue;
      finding.p_value_adjusted = between.adjusted[f][i];
      finding.significant = *finding.p_value_adjusted <= settings.alpha;
      if (finding.verdict) continue;
      // A test that ended early was settled: what it allowed counts, not what it needed.
      const std::int64_t allowed = finding.verdict_risk ? settings.replicates : finding.replicates;
      const bool reachable = finding.proven || allowed >= enough;
      finding.verdict = !finding.subgroup      ? Verdict::nothing
                        : *finding.significant ? Verdict::evidence
                        : reachable            ? Verdict::not_enough
                                               : Verdict::undecided;
    }
  }
  if (settings.replicates > 0 && settings.replicates < enough) {
    const double smallest = 1 / (static_cast<double>(settings.replicates) + 1);
    notices.push_back(Notice::warning(fmt::format(
        "undecided: with {} the smallest p-value is {:.2g}, too large for the level {}{}; allow at "
        "least `replicates = {}`",
        plural(settings.replicates, "replicate"), smallest, settings.alpha,
        smallest > settings.alpha ? "" : " once all tests of the run are counted", enough)));
  }
  return between.level;
}

}  // namespace faultline::methods

#include "faultline/methods/finding.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "faultline/resample/holm.hpp"
#include "faultline/resample/quantiles.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::methods {
namespace {

constexpr std::array kNullProbabilities = {0.5, 0.9, 0.95, 0.99};

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
  finding.score = scored.score;
  finding.log_likelihood_ratio = scored.log_likelihood_ratio;
  finding.penalty = scored.penalty;
  if (std::isfinite(scored.theta)) {
    finding.theta = finding.theta_name == ThetaName::q ? std::exp(scored.theta) : scored.theta;
  } else {
    finding.theta_limit = scored.theta > 0 ? Limit::infinity : Limit::zero;
  }
}

void attach_test(const resample::MonteCarloTest& test, const std::vector<double>& null_scores,
                 Finding& finding) {
  finding.p_value = test.p_value;
  finding.untested = test.replicates == 0;
  finding.replicates = test.replicates;
  finding.null.scores = null_scores;
  if (test.p_value) finding.p_value_interval = test.interval;
  if (!null_scores.empty()) {
    const std::vector<double> values = resample::quantiles(null_scores, kNullProbabilities);
    for (std::size_t i = 0; i < values.size(); ++i)
      finding.null.quantiles.emplace_back(kNullProbabilities[i], values[i]);
  }
  if (test.degenerate) {
    finding.warnings.push_back(Notice::warning(
        fmt::format("all {} null replicates have the same best score ({}), so they say nothing "
                    "about how surprising "
                    "this score is: no p-value is given",
                    null_scores.size(), null_scores.empty() ? 0.0 : null_scores.front())));
  }
}

void adjust_family(double alpha, std::int64_t replicates, std::int64_t unmade,
                   std::vector<Finding>& findings, Notices& notices) {
  std::vector<std::optional<double>> raw;
  raw.reserve(findings.size());
  for (const Finding& finding : findings) {
    raw.push_back(finding.p_value);
    if (!finding.p_value && finding.untested) ++unmade;
  }
  if (replicates > 0) raw.insert(raw.end(), static_cast<std::size_t>(unmade), 1.0);
  const std::vector<std::optional<double>> adjusted = resample::holm_adjusted(raw);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    findings[i].p_value_adjusted = adjusted[i];
    if (adjusted[i]) findings[i].significant = *adjusted[i] <= alpha;
  }
  // Holm multiplies the smallest p-value, 1 / (R + 1), by the number of findings.
  const auto family = static_cast<double>(findings.size());
  if (replicates > 0 && family > alpha * static_cast<double>(replicates + 1)) {
    notices.push_back(Notice::warning(
        fmt::format("with {} replicates and {} findings in the family no finding can be "
                    "significant at the level {}: use at least "
                    "`replicates` {}",
                    replicates, findings.size(), alpha,
                    static_cast<std::int64_t>(std::ceil(family / alpha)) - 1)));
  }
}

}  // namespace faultline::methods

#include "faultline/report/json_counterfactual.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/base/text.hpp"

namespace faultline::report {
namespace {

using Report = audit::CounterfactualReport;

Json finite_interval(const Report::Interval& value) {
  if (!value || !std::isfinite(value->first) || !std::isfinite(value->second)) return nullptr;
  return interval(value);
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json rate_block(const Report::GroupRate& rate) {
  return {{"estimate", optional(rate.estimate)},
          {"regression", optional(rate.regression)},
          {"doubly_robust", optional(rate.doubly_robust)},
          {"se", optional(rate.se)},
          {"interval", finite_interval(rate.interval)},
          {"weighted", optional(rate.weighted)},
          {"n", rate.n},
          {"effective_size", number(rate.effective_size)},
          {"why", text_or_null(rate.why)}};
}

Json groups_block(const std::vector<Report::Group>& groups) {
  Json list = Json::array();
  for (const Report::Group& group : groups) {
    Json names = Json::object();
    for (const auto& [attribute, label] : group.group) names[attribute] = label;
    list.push_back(
        {{"group", std::move(names)},
         {"text", group.text},
         {"n", group.n},
         {"untreated", group.untreated},
         {"status", group.status},
         {"cfpr", rate_block(group.cfpr)},
         {"cfnr", rate_block(group.cfnr)},
         {"observed",
          {{"fpr", optional(group.observed_fpr)}, {"fnr", optional(group.observed_fnr)}}},
         {"weights", finite_interval(group.weights)},
         {"effective_sample_size", number(group.effective_sample_size)},
         {"extreme_share", number(group.extreme_share)}});
  }
  return list;
}

/// Quantiles by linear interpolation between order statistics, of the values that are numbers.
std::vector<std::pair<double, double>> quantiles(const std::vector<double>& values) {
  std::vector<double> sorted;
  std::copy_if(values.begin(), values.end(), std::back_inserter(sorted),
               [](double value) { return std::isfinite(value); });
  if (sorted.empty()) return {};
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::pair<double, double>> list;
  for (const double p : {0.0, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0}) {
    const double position = p * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const double share = position - static_cast<double>(below);
    const double above = sorted[std::min(below + 1, sorted.size() - 1)];
    list.emplace_back(p, share == 0 ? sorted[below] : (1 - share) * sorted[below] + share * above);
  }
  return list;
}

Json summary_block(const Report::Summary& summary) {
  Json null = Json::object();
  for (const auto& [probability, value] :
       summary.null_quantiles.empty() ? quantiles(summary.null) : summary.null_quantiles) {
    null[shortest(probability)] = number(value);
  }
  Json block = {{"estimate", optional(summary.estimate)},
                {"u_value", optional(summary.u_value)},
                {"u_value_interval", finite_interval(summary.u_value_interval)},
                {"se", optional(summary.se)},
                {"intervals",
                 {{"t", finite_interval(summary.intervals.t)},
                  {"t_rescaled", finite_interval(summary.intervals.t_rescaled)},
                  {"normal", finite_interval(summary.intervals.normal)},
                  {"percentile", finite_interval(summary.intervals.percentile)},
                  {"adaptive", finite_interval(summary.intervals.adaptive)}}}};
  if (summary.name == "max") {
    block["pair"] =
        summary.pair ? Json::array({summary.pair->first, summary.pair->second}) : Json(nullptr);
  }
  block["null_quantiles"] = std::move(null);
  if (summary.name == "avg") {
    Json values = Json::array();
    for (const double value : summary.null) {
      if (std::isfinite(value)) values.push_back(value);
    }
    block["null_values"] = std::move(values);
  }
  return block;
}

Json summaries_block(const std::vector<Report::Summary>& summaries,
                     const Report::Contrast& contrast) {
  Json block = Json::object();
  for (const Report::Summary& summary : summaries) block[summary.name] = summary_block(summary);
  block["avg_minus_obs"] = {{"estimate", optional(contrast.estimate)},
                            {"se", optional(contrast.se)},
                            {"interval", finite_interval(contrast.interval)}};
  return block;
}

/// Groups, summary and positivity of a decision, into `block`.
void add_decision(const Report::Decision& decision, Json& block) {
  block["groups"] = groups_block(decision.groups);
  block["summary"] = {{"cfpr", summaries_block(decision.cfpr, decision.cfpr_contrast)},
                      {"cfnr", summaries_block(decision.cfnr, decision.cfnr_contrast)}};
  block["positivity"] = {{"clipped", decision.clipped},
                         {"trimmed", decision.trimmed},
                         {"warnings", decision.warnings}};
}

Json differences_block(const std::vector<Report::Difference>& differences) {
  Json list = Json::array();
  for (const Report::Difference& one : differences) {
    list.push_back({{"rate", one.rate},
                    {"summary", one.summary},
                    {"decisions", Json::array({one.decisions.first, one.decisions.second})},
                    {"estimate", optional(one.estimate)},
                    {"se", optional(one.se)},
                    {"interval", finite_interval(one.interval)}});
  }
  return list;
}

Json small_groups_block(const std::vector<Report::SmallGroups>& all) {
  Json list = Json::array();
  for (const Report::SmallGroups& small : all) {
    Json groups = Json::array();
    for (const Report::SmallGroups::Group& group : small.groups) {
      groups.push_back({{"text", group.text},
                        {"n", group.n},
                        {"cfpr", optional(group.cfpr)},
                        {"cfnr", optional(group.cfnr)},
                        {"cfpr_borrowed", optional(group.cfpr_borrowed)},
                        {"cfnr_borrowed", optional(group.cfnr_borrowed)}});
    }
    list.push_back({{"decision", small.decision},
                    {"external", text_or_null(small.external)},
                    {"external_n", small.external_n},
                    {"covariates", small.covariates},
                    {"alpha", number(small.alpha)},
                    {"brier_internal", number(small.brier_internal)},
                    {"brier_external", number(small.brier_external)},
                    {"brier_combined", number(small.brier_combined)},
                    {"groups", std::move(groups)},
                    {"warnings", small.warnings}});
  }
  return list;
}

}  // namespace

void add_counterfactual(const Report& report, Json& root) {
  Json names = Json::array();
  for (const Report::Decision& decision : report.decisions) names.push_back(decision.decision);
  root["counterfactual"] = {{"decisions", std::move(names)},
                            {"estimator", report.estimator},
                            {"propensity", report.propensity},
                            {"refitted", report.refitted},
                            {"resample", report.resample},
                            {"resample_size", report.resample_size},
                            {"permutations", report.permutations},
                            {"bootstrap", report.bootstrap},
                            {"confidence", number(report.confidence)},
                            {"margin", number(report.margin)},
                            {"ties", report.ties},
                            {"excluded", report.excluded}};
  if (report.decisions.size() == 1) {
    add_decision(report.decisions[0], root);
  } else {
    root["by_decision"] = Json::array();
    for (const Report::Decision& decision : report.decisions) {
      Json block = {{"decision", decision.decision}};
      add_decision(decision, block);
      root["by_decision"].push_back(std::move(block));
    }
    root["differences"] = differences_block(report.differences);
  }
  if (!report.small_groups.empty()) root["small_groups"] = small_groups_block(report.small_groups);
}

}  // namespace faultline::report

// Results at the edges of what a report can be asked to show.

#include <cmath>
#include <cstdint>
#include <limits>

#include "sample_results.hpp"
#include "sample_scan.hpp"

namespace faultline::report::samples {

audit::Result infinite_theta() {
  audit::Result result = scan_run();
  audit::Finding all_had_it = young_men("higher");
  all_had_it.theta = {};
  all_had_it.theta_limit = "infinity";
  all_had_it.observed = 1;
  all_had_it.observed_count = 364;
  test_with(all_had_it, 0.001, 0.002, true);
  audit::Finding none_had_it = young_men("lower");
  none_had_it.theta = {};
  none_had_it.theta_limit = "zero";
  none_had_it.observed = 0;
  none_had_it.observed_count = 0;
  test_with(none_had_it, 0.001, 0.002, true);
  result.findings = {all_had_it, none_had_it};
  return result;
}

audit::Result degenerate() {
  audit::Result result = scan_run();
  audit::Finding finding = young_men("lower");
  finding.replicates = 99;
  finding.null.scores = std::vector<double>(99, 0.0);
  finding.null.quantiles = {{0.5, 0.0}, {0.95, 0.0}};
  finding.warnings = {"All 99 null scores are 0, so the score has no p-value."};
  result.findings = {finding};
  return result;
}

audit::Result empty() {
  audit::Result result;
  result.command = "scan";
  result.data.source = "-";
  return result;
}

audit::Result huge() {
  audit::Result result = scan_run();
  result.seed = std::numeric_limits<std::uint64_t>::max();
  constexpr std::int64_t kMany = std::numeric_limits<std::int64_t>::max();
  result.data.rows = kMany;
  result.data.rows_used = kMany - 1;
  result.data.attributes = {{"sex", {{"Female", kMany / 2}, {"Male", kMany / 2}}}};
  audit::Finding finding = young_men("higher");
  finding.n = kMany / 3;
  finding.observed_count = 1.5e18;
  finding.expected_count = 1.2e18;
  finding.search = exhaustive(1.2e9);
  finding.search.subgroups = 3.4e21;
  finding.search.strategy = "bounded";
  finding.search.certified = false;
  finding.search.upper_bound = 1e17;
  finding.score = 9e16;
  result.findings = {finding};
  return result;
}

audit::Result hostile() {
  audit::Result result = scan_run();
  const std::string script = "<script>alert('x')</script>";
  const std::string attribute = "a\" onload=\"alert(1)";
  result.command = "scan";
  result.config.emplace_back(script, script + "&amp;");
  result.config.emplace_back("list", std::vector<std::string>{script, "</style>"});
  result.data.source = "/data/" + script + ".csv";
  result.data.dropped = {{script, 1}};
  result.data.left_out = {{attribute + script, 9}};
  result.data.notes = {script};
  result.data.attributes = {
      {attribute, {{script, 10}, {std::string("bell\a escape\x1b[31m red\xff byte", 26), 5}}}};
  result.warnings = {script};
  audit::Finding finding = young_men("higher");
  finding.protected_class = {attribute, script};
  finding.subgroup = {{{attribute, {script, "\x1b]0;title\a"}}}};
  finding.text = attribute + " = " + script + " or \x1b]0;title\a";
  finding.breakdown = {{attribute, script, true, 10, 0.5, 0.25},
                       {attribute, "\xc3(", true, 0, std::nan(""), std::nan("")}};
  finding.warnings = {script};
  test_with(finding, 0.02, 0.02, true);
  result.findings = {finding};
  result.timing = {{script, 0.5}};
  return result;
}

audit::Result wide() {
  audit::Result result = scan_run();
  result.data.source = "従業員.csv";
  result.data.attributes = {{"部署", {{"人事部と総務部の合同チーム", 10}, {"営業", 20}}},
                            {"Größe", {{"groß", 10}, {"klein", 20}}}};
  audit::Finding finding = young_men("lower");
  finding.subgroup = {{{"部署", {"人事部と総務部の合同チーム", "営業"}}, {"Größe", {"groß"}}}};
  finding.text =
      "部署 人事部と総務部の合同チーム or 営業, Größe groß, "
      "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十, "
      "e\u0301te\u0301";
  finding.breakdown = {{"部署", "営業", true, 20, 0.5, 0.25}};
  test_with(finding, 0.0496, 0.0496, true);
  result.findings = {finding};
  return result;
}

}  // namespace faultline::report::samples

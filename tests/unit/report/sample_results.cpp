#include "sample_results.hpp"

#include <algorithm>
#include <cmath>

#include "sample_scan.hpp"
#include "sample_sources.hpp"

namespace faultline::report::samples {
namespace {

/// Numbers that look like best scores of null searches: quantiles of a Gumbel law, in a scrambled
/// order.
std::vector<double> null_scores(int count, double location, double scale) {
  std::vector<double> scores;
  for (int i = 0; i < count; ++i) {
    const double probability = (((i * 617) % count) + 0.5) / count;
    scores.push_back(std::max(0.0, location - scale * std::log(-std::log(probability))));
  }
  return scores;
}

audit::Finding bias_scan(const char* direction) {
  audit::Finding finding;
  finding.method = "bias-scan";
  finding.metric = "calibration";
  finding.direction = direction;
  return finding;
}

}  // namespace

audit::SearchReport exhaustive(double subgroups) {
  return {.strategy = "exhaustive",
          .subgroups = subgroups,
          .evaluations = static_cast<std::int64_t>(subgroups),
          .restarts = {},
          .hits = {},
          .upper_bound = {},
          .gap = 0.0,
          .certified = true};
}

void test_with(audit::Finding& finding, double p, double adjusted, bool significant) {
  finding.p_value = p;
  finding.p_value_adjusted = adjusted;
  finding.p_value_interval = {{std::max(0.0, p - 0.001), p + 0.0027}};
  finding.replicates = 999;
  finding.significant = significant;
  finding.null.scores = null_scores(999, 4.6, 0.9);
  finding.null.quantiles = {{0.5, 4.93}, {0.9, 6.63}, {0.95, 7.27}, {0.99, 8.74}};
}

audit::Result scan_run() {
  audit::Result result;
  result.command = "scan";
  result.config = {{"input", std::string("people.csv")},
                   {"outcome", std::string("reoffended")},
                   {"score", std::string("risk")},
                   {"penalty", 1.0},
                   {"replicates", std::int64_t{999}},
                   {"where", nullptr},
                   {"attributes", std::vector<std::string>{"sex", "age"}}};
  result.data = {.source = "people.csv",
                 .sha256 = std::string(64, 'a'),
                 .rows = 1000,
                 .rows_used = 1000,
                 .dropped = {},
                 .profiles = 40,
                 .attributes = {{"sex", {{"Female", 480}, {"Male", 520}}},
                                {"age", {{"< 25", 200}, {"25 to < 45", 500}, {">= 45", 300}}}},
                 .left_out = {},
                 .notes = {}};
  result.timing = {{"read", 0.012}, {"search", 0.0009}, {"test", 1.25}};
  result.threads = 2;
  return result;
}

audit::Finding young_men(const char* direction) {
  audit::Finding finding = bias_scan(direction);
  finding.subgroup = {{{"sex", {"Male"}}, {"age", {"< 25", "25 to < 45"}}}};
  finding.text = "Male, age < 25 or 25 to < 45";
  finding.score = 3.25;
  finding.log_likelihood_ratio = 6.25;
  finding.penalty = 3;
  finding.theta = 1.9;
  finding.n = 364;
  finding.observed = 182.0 / 364;
  finding.expected = 0.4;
  finding.observed_count = 182;
  finding.expected_count = 145.6;
  finding.search = exhaustive(21);
  finding.breakdown = {{"sex", "Male", true, 364, 0.5, 0.4},
                       {"age", "< 25", true, 104, 0.55, 0.42},
                       {"age", "25 to < 45", true, 260, 0.48, 0.392}};
  return finding;
}

audit::Result compas() {
  audit::Result result = scan_run();
  result.config = {
      {"input", std::string("compas-scores-two-years.csv")},
      {"where", std::string("days_b_screening_arrest between -30 and 30 and is_recid <> -1 and "
                            "c_charge_degree <> 'O' and score_text <> 'N/A'")},
      {"derive", std::vector<std::string>{"under_25=case when age < 25 then 'Yes' else 'No' end"}},
      {"outcome", std::string("two_year_recid")},
      {"risk-score", std::string("decile_score")},
      {"attributes",
       std::vector<std::string>{"sex", "race", "under_25", "priors", "c_charge_degree"}},
      {"penalty", 1.0},
      {"alpha", 0.05},
      {"replicates", std::int64_t{999}},
      {"strategy", std::string("auto")},
      {"early-stop", false},
      {"count", nullptr}};
  result.data = {.source = "compas-scores-two-years.csv",
                 .sha256 = "9a1b2c3d4e5f60718293a4b5c6d7e8f90123456789abcdef0123456789abcdef",
                 .rows = 7214,
                 .rows_used = 6172,
                 .dropped = {{"do not meet --where", 1042}},
                 .profiles = 985,
                 .attributes = {{"sex", {{"Female", 1175}, {"Male", 4997}}},
                                {"race",
                                 {{"African-American", 3175},
                                  {"Asian", 31},
                                  {"Caucasian", 2103},
                                  {"Hispanic", 509},
                                  {"Native American", 11},
                                  {"Other", 343}}},
                                {"under_25", {{"No", 4825}, {"Yes", 1347}}},
                                {"priors", {{"1 to 5", 2866}, {"None", 2085}, {"Over 5", 1221}}},
                                {"c_charge_degree", {{"F", 3970}, {"M", 2202}}}},
                 .left_out = {{"name: more than 20 values", 7158}, {"is_recid: has one value", 1}},
                 .notes = {}};

  audit::Finding higher = bias_scan("higher");
  higher.subgroup = {{{"priors", {"Over 5"}}}};
  higher.text = "priors Over 5";
  higher.score = 35.83361417532291;
  higher.log_likelihood_ratio = 36.83361417532291;
  higher.penalty = 1;
  higher.theta = 1.7394020651404873;
  higher.n = 1221;
  higher.observed = 872.0 / 1221;
  higher.expected = 0.6023312952114976;
  higher.observed_count = 872;
  higher.expected_count = 735.4465114532386;
  higher.observed_interval = {{0.6879, 0.7394}};
  test_with(higher, 0.001, 0.002, true);
  higher.search = exhaustive(11907);
  higher.breakdown = {{"sex", "Female", false, 132, 0.696970, 0.602747},
                      {"sex", "Male", false, 1089, 0.716253, 0.602281},
                      {"race", "African-American", false, 868, 0.732719, 0.624431},
                      {"race", "Asian", false, 3, 0.333333, 0.491099},
                      {"race", "Caucasian", false, 258, 0.662791, 0.547916},
                      {"race", "Hispanic", false, 60, 0.666667, 0.557585},
                      {"race", "Native American", false, 3, 0.666667, 0.775376},
                      {"race", "Other", false, 29, 0.758621, 0.511147},
                      {"under_25", "No", false, 1153, 0.709454, 0.596161},
                      {"under_25", "Yes", false, 68, 0.794118, 0.706947},
                      {"priors", "Over 5", true, 1221, 0.714169, 0.602331},
                      {"c_charge_degree", "F", false, 939, 0.724175, 0.606822},
                      {"c_charge_degree", "M", false, 282, 0.680851, 0.587378}};

  audit::Finding lower = bias_scan("lower");
  lower.subgroup = {{{"priors", {"None"}}}};
  lower.text = "priors None";
  lower.score = 43.52382276491318;
  lower.log_likelihood_ratio = 44.52382276491318;
  lower.penalty = 1;
  lower.theta = 0.6241043338244596;
  lower.n = 2085;
  lower.observed = 597.0 / 2085;
  lower.expected = 0.37903102219300705;
  lower.observed_count = 597;
  lower.expected_count = 790.2796812724197;
  lower.observed_interval = {{0.2670, 0.3063}};
  test_with(lower, 0.001, 0.002, true);
  lower.search = exhaustive(11907);
  lower.breakdown = {{"sex", "Female", false, 527, 0.220114, 0.380415},
                     {"sex", "Male", false, 1558, 0.308729, 0.378563},
                     {"race", "African-American", false, 846, 0.340426, 0.430122},
                     {"race", "Asian", false, 17, 0.058824, 0.296246},
                     {"race", "Caucasian", false, 821, 0.257004, 0.352325},
                     {"race", "Hispanic", false, 219, 0.246575, 0.336062},
                     {"race", "Native American", false, 3, 0.333333, 0.408189},
                     {"race", "Other", false, 179, 0.234637, 0.319996},
                     {"under_25", "No", false, 1468, 0.226158, 0.326363},
                     {"under_25", "Yes", false, 617, 0.429498, 0.504342},
                     {"priors", "None", true, 2085, 0.286331, 0.379031},
                     {"c_charge_degree", "F", false, 1125, 0.322667, 0.410197},
                     {"c_charge_degree", "M", false, 960, 0.243750, 0.342509}};
  result.findings = {higher, lower};
  return result;
}

audit::Result inconclusive() {
  audit::Result result = scan_run();
  result.data.rows = 1003;
  result.data.dropped = {{"outcome is missing (--missing drop)", 3}};
  result.data.notes = {"The attribute \"region\" has one value and cannot tell people apart."};
  audit::Finding weak = young_men("higher");
  test_with(weak, 0.957, 1, false);
  audit::Finding none = bias_scan("lower");
  none.search = exhaustive(21);
  none.p_value = 1;
  none.p_value_adjusted = 1;
  none.replicates = 999;
  none.significant = false;
  none.null.scores = null_scores(999, 4.6, 0.9);
  result.findings = {weak, none};
  result.warnings = {
      "Only 12 people had the outcome in one of the attributes' values; small groups are hard to "
      "judge."};
  return result;
}

audit::Result everybody() {
  audit::Result result = scan_run();
  audit::Finding finding = young_men("higher");
  finding.subgroup.emplace();
  finding.text = "everybody";
  finding.n = 1000;
  finding.observed = 0.5;
  finding.observed_count = 500;
  finding.expected_count = 400;
  finding.penalty = 0;
  test_with(finding, 0.001, 0.001, true);
  result.findings = {finding};
  return result;
}

audit::Result untested() {
  audit::Result result = scan_run();
  result.findings = {young_men("higher")};
  return result;
}

audit::Result partial() {
  audit::Result result = scan_run();
  result.partial = true;
  audit::Finding finding = young_men("higher");
  finding.search = {.strategy = "ascent",
                    .subgroups = 3.2e9,
                    .evaluations = 4200,
                    .restarts = 50,
                    .hits = 37,
                    .upper_bound = 9.5,
                    .gap = 6.25,
                    .certified = false};
  finding.p_value = 4.0 / 13;
  finding.p_value_adjusted = 4.0 / 13;
  finding.p_value_interval = {{0.09, 0.61}};
  finding.replicates = 12;
  finding.significant = false;
  finding.null.scores = null_scores(12, 2, 1);
  result.findings = {finding};
  return result;
}

audit::Result top_three() {
  audit::Result result = scan_run();
  for (int rank = 1; rank <= 3; ++rank) {
    audit::Finding finding = young_men("higher");
    finding.rank = rank;
    finding.score = 12.0 - 2 * rank;
    test_with(finding, 0.001 * rank, 0.003 * rank, true);
    result.findings.push_back(finding);
  }
  return result;
}

audit::Result power() {
  audit::Result result = untested();
  result.power = audit::PowerReport{
      .profiles = 144,
      .alpha = 0.05,
      .critical_value = 39.4802,
      .applicable = true,
      .subgroup = audit::PowerReport::Subgroup{.text = "Male, under_25 = Yes",
                                               .n = 520,
                                               .observed_count = 231,
                                               .q_mle = 0.93,
                                               .score_without_bias = 0.31,
                                               .delta_threshold = 2.147,
                                               .limit_scores = {{1.5, 11.2}, {2, 33.4}, {3, 84.9}},
                                               .normalised_scores = {{2, 0.064}}},
      .notes = {"4 profiles hold a single person."}};
  return result;
}

std::vector<std::pair<std::string, audit::Result>> all() {
  return {{"compas", compas()},
          {"inconclusive", inconclusive()},
          {"everybody", everybody()},
          {"infinite_theta", infinite_theta()},
          {"untested", untested()},
          {"partial", partial()},
          {"degenerate", degenerate()},
          {"empty", empty()},
          {"huge", huge()},
          {"top_three", top_three()},
          {"power", power()},
          {"hostile", hostile()},
          {"wide", wide()},
          {"audit", audit()},
          {"audit_partial", audit_partial()},
          {"audit_many", audit_many()},
          {"audit_hostile", audit_hostile()},
          {"ijdi", ijdi()},
          {"ijdi_one", ijdi_one()},
          {"ijdi_open", ijdi_open()},
          {"mitigate", mitigate()},
          {"mitigate_randomize", mitigate_randomize()},
          {"mitigate_groups", mitigate_groups()},
          {"ijdi_hostile", ijdi_hostile()},
          {"counterfactual", counterfactual()},
          {"counterfactual_two", counterfactual_two()},
          {"counterfactual_bare", counterfactual_bare()},
          {"counterfactual_nothing", counterfactual_nothing()},
          {"counterfactual_partial", counterfactual_partial()},
          {"counterfactual_hostile", counterfactual_hostile()},
          {"sources", sources()},
          {"sources_given", sources_given()},
          {"sources_many", sources_many()},
          {"sources_bare", sources_bare()},
          {"sources_hostile", sources_hostile()}};
}

}  // namespace faultline::report::samples

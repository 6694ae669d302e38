#include "sample_ijdi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sample_results.hpp"

namespace faultline::report::samples {
namespace {

std::vector<double> null_scores(double quantile_95) {
  std::vector<double> scores;
  for (int i = 0; i < 999; ++i) {
    const double probability = (((i * 617) % 999) + 0.5) / 999;
    scores.push_back(std::max(
        0.0,
        std::round(100 * quantile_95 * (1 + 0.33 * std::log10(0.05 / (1 - probability)))) / 100));
  }
  return scores;
}

const audit::NamedValues kYoungWomen = {{"sex", {"Female"}},
                                        {"race", {"African-American", "Caucasian", "Hispanic"}},
                                        {"under_25", {"Yes"}},
                                        {"priors", {"None"}}};
std::vector<audit::Finding> false_positives() {
  std::vector<audit::Finding> findings = {
      ijdi_finding(
          "fpr",
          {0,
           {{"race", {"African-American", "Asian", "Caucasian", "Hispanic", "Native American"}},
            {"priors", {"Over 5"}}},
           "race African-American, Asian, Caucasian, Hispanic or Native American, priors "
           "Over 5",
           135.67766400191542,
           4.765329360798615,
           464,
           275.0 / 464,
           0.18633895398685338,
           0.6831429683566707,
           0.359273011242424,
           6.953719207944756}),
      ijdi_finding("fpr",
                   {0.3,
                    {{"race", {"African-American", "Asian", "Hispanic", "Native American"}},
                     {"priors", {"Over 5"}}},
                    "race African-American, Asian, Hispanic or Native American, priors Over 5",
                    74.48509339459139,
                    3.8389121443443868,
                    342,
                    221.0 / 342,
                    0.19497376415354875,
                    0.6928539148994987,
                    0.3692677616015212,
                    6.7}),
      ijdi_finding("fpr",
                   {1, kFrequent,
                    "race African-American, Hispanic or Native American, priors "
                    "Over 5",
                    9.12742040251293, 1.6280272283306667, 340, 220.0 / 340, 0.19514214739166436,
                    0.6936722345018353, 0.36936959534201297, 6.153836038173902, 0.001, 0.01}),
      ijdi_finding("fpr",
                   {3, kYoungWomen,
                    "Female, race African-American, Caucasian or Hispanic, under_25 Yes, priors "
                    "None",
                    5.1653892586388235, 2.1484390311518835, 92, 37.0 / 92, 0.22991475071041076,
                    0.3921261433291435, 0.3973130969952094, 3.197070583078613, 0.004, 0.024}),
      ijdi_finding("fpr", {10,
                           {{"sex", {"Female"}},
                            {"race", {"Caucasian"}},
                            {"under_25", {"Yes"}},
                            {"priors", {"None"}}},
                           "Female, race Caucasian, under_25 Yes, priors None",
                           1.8802743936661188,
                           2.2188876759139275,
                           32,
                           13.0 / 32,
                           0.2325108114983465,
                           0.3670315201861537,
                           0.39743820783739,
                           0})};
  findings[2].adjustments = {{2, kFrequent,
                              "race African-American, Hispanic or Native American, priors Over 5",
                              11.203718, 0.0427}};
  findings[3].adjustments = {{2, {{"priors", {"Over 5"}}}, "priors Over 5", 64.118, 0.3816},
                             {1,
                              {{"race", {"Caucasian"}}, {"under_25", {"Yes"}}},
                              "race Caucasian, under_25 Yes",
                              21.44,
                              0.8123},
                             {1, kYoungWomen,
                              "Female, race African-American, Caucasian or Hispanic, under_25 Yes, "
                              "priors None",
                              7.9021, 0.9714}};
  return findings;
}

std::vector<audit::Finding> true_positives() {
  const audit::NamedValues black = {{"race", {"African-American", "Native American"}},
                                    {"priors", {"Over 5"}}};
  const char* text = "race African-American or Native American, priors Over 5";
  return {
      ijdi_finding("tpr", {0, black, text, 146.34697806274704, 4.2546068326056545, 743, 613.0 / 743,
                           0.4370015948963317, 0.7062324162220817, 0.45940615507433447, 6.8468606}),
      ijdi_finding("tpr",
                   {0.3, black, text, 99.86067980652292, 3.3779027331760894, 743, 613.0 / 743,
                    0.4370015948963317, 0.7062324162220817, 0.45940615507433447, 6.5}),
      ijdi_finding("tpr",
                   {1, black, text, 23.794445686349103, 1.8792223178106653, 743, 613.0 / 743,
                    0.4370015948963317, 0.7062324162220817, 0.45940615507433447, 5.572306373}),
      ijdi_finding("tpr", {3,
                           {{"sex", {"Female"}},
                            {"race", {"Caucasian"}},
                            {"under_25", {"Yes"}},
                            {"priors", {"1 to 5"}}},
                           "Female, race Caucasian, under_25 Yes, priors 1 to 5",
                           1.9305945625123049,
                           4.23405432328753,
                           13,
                           11.0 / 13,
                           0.5243977764051884,
                           0.5304132339787526,
                           0.5157584774977498,
                           3.9043061787516584,
                           0.451,
                           0.902}),
      ijdi_finding("tpr", {10,
                           {{"race", {"Asian"}}, {"under_25", {"Yes"}}},
                           "race Asian, under_25 Yes",
                           1.3225314316109433,
                           1e6,
                           3,
                           1.0,
                           0.5252463054187192,
                           0.4702506193287744,
                           0.5158591657393631,
                           2.4,
                           0.302,
                           0.902})};
}

}  // namespace

audit::Finding ijdi_finding(const char* error, const IjdiFound& what) {
  audit::Finding finding;
  finding.method = "ijdi-scan";
  finding.metric = error;
  finding.direction = "higher";
  finding.error = error;
  finding.lambda = what.lambda;
  finding.subgroup = what.subgroup;
  finding.text = what.text;
  finding.score = what.score;
  for (const auto& [attribute, values] : what.subgroup) {
    finding.penalty += 0.1 * static_cast<double>(values.size());
  }
  finding.log_likelihood_ratio = what.score + finding.penalty;
  if (what.q > 1e5) {
    finding.theta_limit = "infinity";
  } else {
    finding.theta = what.q;
  }
  finding.n = what.n;
  finding.observed = what.observed;
  finding.observed_count = std::round(static_cast<double>(what.n) * what.observed);
  finding.expected = std::min(
      1.0, 0.233 + what.lambda * std::max(0.0, what.base_rate - 0.397) * (what.n > 300 ? 1 : 0.2));
  finding.expected_count = static_cast<double>(what.n) * finding.expected;
  const auto half = 1.96 * std::sqrt(0.25 / static_cast<double>(what.n));
  finding.observed_interval = {
      {std::max(0.0, what.observed - half), std::min(1.0, what.observed + half)}};
  const std::int64_t all = std::string(error) == "fpr" ? 3363 : 2809;
  const std::int64_t others = all - what.n;
  finding.comparison =
      audit::Rate{.n = others,
                  .observed = what.outside,
                  .observed_count = std::round(static_cast<double>(others) * what.outside),
                  .interval = {{what.outside - 0.015, what.outside + 0.015}}};
  finding.base_rate = what.base_rate;
  finding.base_rate_outside = what.base_rate_outside;
  finding.allowed =
      what.outside + what.lambda * std::max(0.0, what.base_rate - what.base_rate_outside);
  finding.replicates = 999;
  // Not for all, to keep the approved files small.
  if (finding.error == "fpr" && what.lambda > 1) finding.null.scores = null_scores(what.null_95);
  finding.null.quantiles = {{0.5, 0.56 * what.null_95}, {0.95, what.null_95}};
  if (what.null_95 > 0) {
    finding.p_value = what.p;
    finding.p_value_adjusted = what.adjusted;
    finding.p_value_interval = {{std::max(0.0, what.p - 0.001), std::min(1.0, what.p + 0.003)}};
    finding.significant = what.adjusted <= 0.05;
  } else {
    finding.null.quantiles = {{0.5, 0}, {0.95, 0}};
    finding.warnings = {"every null score is 0, so there is nothing to compare with"};
  }
  finding.search = {.strategy = "exhaustive",
                    .subgroups = 11907,
                    .evaluations = 11907,
                    .restarts = {},
                    .hits = {},
                    .upper_bound = {},
                    .gap = 0.0,
                    .certified = true};
  return finding;
}

audit::Result ijdi_run(const char* command) {
  audit::Result result = compas();
  result.command = command;
  result.findings.clear();
  result.config = {{"input", std::string("compas_input.csv")},
                   {"outcome", std::string("y")},
                   {"score", std::string("p_hat0")},
                   {"threshold", std::string(">0.5")},
                   {"true-probability", std::string("p")},
                   {"error", std::string("both")},
                   {"lambda", std::vector<std::string>{"0", "0.3", "1", "3", "10"}},
                   {"penalty", 0.1},
                   {"replicates", std::int64_t{999}}};
  return result;
}

audit::Result ijdi() {
  audit::Result result = ijdi_run("ijdi");
  result.findings = false_positives();
  for (audit::Finding& finding : true_positives()) result.findings.push_back(std::move(finding));
  return result;
}

audit::Result ijdi_one() {
  audit::Result result = ijdi_run("ijdi");
  result.findings = {false_positives()[1]};
  return result;
}

audit::Result ijdi_open() {
  audit::Result result = ijdi();
  result.partial = true;
  result.findings.resize(5);
  audit::Finding nothing;
  nothing.method = "ijdi-scan";
  nothing.metric = "fpr";
  nothing.direction = "higher";
  nothing.error = "fpr";
  nothing.lambda = 10;
  nothing.adjustments = result.findings[3].adjustments;
  nothing.p_value = 1;
  nothing.p_value_adjusted = 1;
  nothing.replicates = 999;
  nothing.significant = false;
  nothing.null.quantiles = {{0.5, 0}, {0.95, 0}};
  nothing.search = result.findings[0].search;
  nothing.search.strategy = "ascent";
  nothing.search.restarts = 50;
  nothing.search.hits = 12;
  nothing.search.certified = false;
  result.findings[4] = nothing;
  for (std::size_t i = 0; i < 4; ++i) {
    audit::Finding& untested = result.findings[i];
    untested.p_value = {};
    untested.p_value_adjusted = {};
    untested.p_value_interval = {};
    untested.significant = {};
    untested.replicates = 0;
    untested.null = {};
  }
  // Everybody, with nobody outside.
  audit::Finding& all = result.findings[0];
  all.subgroup = audit::NamedValues{};
  all.text = "everybody";
  all.comparison = {};
  all.base_rate_outside = {};
  all.allowed = {};
  audit::Finding second = result.findings[1];
  second.rank = 2;
  result.findings.push_back(second);
  audit::ModelReport model;
  model.name = "probability";
  model.learner = "logistic";
  model.n = 6172;
  model.iterations = 6;
  model.calibration = {{0.2, 0.21, 2000, {0.19, 0.23}},
                       {0.45, 0.44, 2000, {0.42, 0.46}},
                       {0.7, 0.71, 2172, {0.69, 0.73}}};
  model.calibration_error = 0.01;
  model.warnings = {"three people of one covariate profile were predicted from nobody like them"};
  result.models = {model};
  return result;
}

audit::Result ijdi_hostile() {
  audit::Result result = ijdi();
  const std::string script = "<script>alert('x')</script>";
  const std::string control = "\x1b]0;title\a \xff";
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const audit::NamedValues named = {{script, {control}}};
  for (audit::Finding& finding : result.findings) {
    finding.subgroup = named;
    finding.text = script + control;
    finding.warnings = {script + control};
    finding.adjustments = {{1, named, script + control, nan, nan}};
    finding.base_rate = nan;
    finding.allowed = nan;
  }
  result.mitigation = mitigate().mitigation;
  audit::MitigationReport& report = *result.mitigation;
  report.ended = script + control;
  report.lambda = nan;
  for (audit::MitigationReport::Rule& rule : report.rules) {
    rule.subgroup = named;
    rule.text = script + control;
    rule.threshold = nan;
  }
  for (auto* list : {&report.before, &report.after}) {
    for (audit::MitigationReport::Rates& row : *list) {
      row.subgroup = named;
      row.text = script + control;
      row.accuracy = nan;
    }
  }
  for (audit::MitigationReport::Correction& correction : report.corrections) {
    correction.subgroup = named;
    correction.text = script + control;
    correction.worse = {script, control};
    correction.target = nan;
  }
  return result;
}

}  // namespace faultline::report::samples

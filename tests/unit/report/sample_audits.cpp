#include <algorithm>
#include <cmath>
#include <limits>

#include "sample_results.hpp"

namespace faultline::report::samples {
namespace {

using Subgroup = std::vector<std::pair<std::string, std::vector<std::string>>>;

const std::pair<std::string, std::string> kBlack = {"race", "African-American"};
const std::pair<std::string, std::string> kNative = {"race", "Native American"};

/// What a scan found.
struct Found {
  Subgroup subgroup{};
  std::string text{};
  double score = 0;
  double penalty = 0;
  std::optional<double> theta{};
  std::int64_t n = 0;
  double observed = 0;  // rate or mean
  double expected = 0;
  std::int64_t comparison_n = 0;
  double comparison = 0;
};

audit::Finding nothing(const std::pair<std::string, std::string>& who, const char* metric,
                       const char* direction) {
  audit::Finding finding;
  finding.method = "conditional-bias-scan";
  finding.metric = metric;
  finding.direction = direction;
  finding.protected_class = who;
  finding.p_value = 1;
  finding.p_value_adjusted = 1;
  finding.replicates = 199;
  finding.significant = false;
  finding.search = {.strategy = "exhaustive",
                    .subgroups = 189,
                    .evaluations = 189,
                    .restarts = {},
                    .hits = {},
                    .upper_bound = {},
                    .gap = 0.0,
                    .certified = true};
  return finding;
}

/// Null scores with an atom at 0, as permutations of a class give them.
std::vector<double> null_scores(double scale) {
  std::vector<double> scores;
  for (int i = 0; i < 199; ++i) {
    const double probability = (((i * 71) % 199) + 0.5) / 199;
    scores.push_back(std::max(0.0, -scale * std::log(1 - probability) - 0.5 * scale));
  }
  return scores;
}

audit::Finding found(const std::pair<std::string, std::string>& who, const char* metric,
                     const char* direction, const Found& what, double p, double adjusted) {
  audit::Finding finding = nothing(who, metric, direction);
  const bool gaussian = finding.metric.starts_with("balance");
  finding.subgroup = what.subgroup;
  finding.text = what.subgroup.empty() ? "everybody" : what.text;
  finding.score = what.score;
  finding.penalty = what.penalty;
  finding.log_likelihood_ratio = what.score + what.penalty;
  finding.theta = what.theta;
  finding.theta_name = gaussian ? "mu" : "q";
  if (!what.theta) finding.theta_limit = what.observed > 0.5 ? "infinity" : "zero";
  finding.n = what.n;
  finding.observed = what.observed;
  finding.expected = what.expected;
  const auto people = static_cast<double>(what.n);
  finding.observed_count = gaussian ? people * what.observed : std::round(people * what.observed);
  finding.expected_count = people * what.expected;
  const auto around = [](double rate, std::int64_t n) {
    const double half = 1.96 * std::sqrt(rate * (1 - rate) / static_cast<double>(n));
    return std::pair{std::max(0.0, rate - half), std::min(1.0, rate + half)};
  };
  finding.observed_interval = around(what.observed, what.n);
  const auto others = static_cast<double>(what.comparison_n);
  finding.comparison = audit::Rate{
      .n = what.comparison_n,
      .observed = what.comparison,
      .observed_count = gaussian ? others * what.comparison : std::round(others * what.comparison),
      .interval = around(what.comparison, what.comparison_n)};
  finding.p_value = p;
  finding.p_value_adjusted = adjusted;
  finding.p_value_interval = {{std::max(0.0, p - 0.01), std::min(1.0, p + 0.01)}};
  finding.significant = adjusted <= 0.05;
  finding.null.scores = null_scores(2.2);
  finding.null.quantiles = {{0.5, 0.43}, {0.95, 5.49}};
  return finding;
}

std::vector<audit::ModelReport::CalibrationPoint> curve(int bins, double low, double high,
                                                        double bend, std::int64_t n) {
  std::vector<audit::ModelReport::CalibrationPoint> points;
  for (int i = 0; i < bins; ++i) {
    const double predicted = low + (high - low) * (i + 0.5) / bins;
    const double observed =
        std::clamp(predicted + bend * ((i % 3) - 1.0) - bend * bend * i, 0.0, 1.0);
    const double half = 1.96 * std::sqrt(0.25 / static_cast<double>(n));
    points.push_back(
        {.predicted = predicted,
         .observed = observed,
         .n = n,
         .interval = {std::max(0.0, observed - half), std::min(1.0, observed + half)}});
  }
  return points;
}

audit::ModelReport propensity(const std::pair<std::string, std::string>& who, double middle,
                              std::int64_t members) {
  audit::ModelReport model;
  model.name = "propensity";
  model.protected_class = who;
  model.learner = "logistic";
  model.n = 6172;
  model.iterations = 6;
  model.gradient_norm = 3.1e-13;
  model.reference_levels = {
      {"c_charge_degree", "F"}, {"priors", "1 to 5"}, {"sex", "Female"}, {"under_25", "No"}};
  model.coefficients = {{"(intercept)", -0.0838},   {"sex = Male", 0.0605},
                        {"under_25 = Yes", 0.678},  {"priors = None", -0.443},
                        {"priors = Over 5", 0.950}, {"c_charge_degree = M", -0.236}};
  model.calibration = curve(8, 0.6 * middle, std::min(1.0, 1.45 * middle), 0.1 * middle, 771);
  model.calibration_error = 0.0672 * middle;
  audit::ModelReport::Overlap overlap;
  const auto others = static_cast<double>(6172 - members);
  for (int i = 0; i <= 20; ++i) overlap.edges.push_back(0.05 * i);
  for (int i = 0; i < 20; ++i) {
    const double x = 0.05 * (i + 0.5);
    const auto mass = [&](double at) {
      return std::exp(-0.5 * std::pow((x - at) / 0.11, 2)) / 5.51;
    };
    overlap.protected_people.push_back(
        std::llround(static_cast<double>(members) * mass(middle + 0.06)));
    overlap.comparison_people.push_back(std::llround(others * mass(middle - 0.05)));
  }
  overlap.extreme_share = 0;
  overlap.largest_weight_share = 0.031;
  model.overlap = overlap;
  model.effective_sample_size = 2417.4;
  return model;
}

audit::ModelReport expectation(const std::pair<std::string, std::string>& who, const char* metric,
                               std::int64_t n) {
  audit::ModelReport model = propensity(who, 0.4, 1000);
  model.name = "expectation";
  model.metric = metric;
  model.n = n;
  model.iterations = 5;
  model.calibration = curve(10, 0.08, 0.62, 0.02, n / 10);
  model.calibration_error = 0.0134;
  model.overlap = {};
  model.effective_sample_size = {};
  return model;
}

audit::Result run() {
  audit::Result result = compas();
  result.command = "audit";
  result.findings.clear();
  result.config.emplace_back("decision", std::string("high_risk"));
  result.config.emplace_back(
      "protected", std::vector<std::string>{"race=African-American", "race=Native American"});
  result.config.emplace_back("permute", std::string("everyone"));
  return result;
}

}  // namespace

audit::Result audit() {
  audit::Result result = run();
  const Subgroup male = {{"sex", {"Male"}}};
  result.findings = {found(kBlack, "balance-negative", "higher",
                           {male, "Male", 42.39650105113836, 1, 0.2725969133030677, 1168,
                            0.4500771873497123, 0.3825909138053279, 1433, 0.34890958031692676},
                           0.005, 0.04),
                     found(kBlack, "fpr", "higher",
                           {male, "Male", 102.32303741302371, 1, 2.6328397116165463, 1168,
                            510.0 / 1168, 0.2601600222673628, 1433, 278.0 / 1433},
                           0.005, 0.04),
                     found(kBlack, "calibration", "lower",
                           {{{"sex", {"Female"}}},
                            "Female",
                            2.21035298961516,
                            1,
                            0.7886179624326046,
                            549,
                            203.0 / 549,
                            0.41935471469861785,
                            626,
                            210.0 / 626},
                           0.405, 1),
                     found(kBlack, "ppv", "lower",
                           {{{"under_25", {"No"}}, {"priors", {"1 to 5", "None"}}},
                            "under_25 No, priors 1 to 5 or None",
                            0.3735539453919614,
                            3,
                            0.804194575598497,
                            581,
                            291.0 / 581,
                            0.5540453672999277,
                            404,
                            211.0 / 404},
                           0.705, 1),
                     found(kNative, "balance-negative", "higher",
                           {{},
                            "",
                            0.4865152458757049,
                            0,
                            0.4027055358760728,
                            6,
                            0.4861306248899804,
                            0.38806108634621433,
                            3357,
                            0.3933568172203672},
                           0.06, 0.36),
                     found(kNative, "fpr", "higher",
                           {{{"priors", {"1 to 5"}}, {"c_charge_degree", {"M"}}},
                            "priors 1 to 5, c_charge_degree M",
                            0.6759651827105628,
                            2,
                            std::nullopt,
                            2,
                            1.0,
                            0.2623744515019779,
                            559,
                            155.0 / 559},
                           0.165, 0.825),
                     found(kNative, "calibration", "lower",
                           {{{"sex", {"Male"}}, {"under_25", {"No"}}},
                            "Male, under_25 No",
                            0.26220249855300004,
                            2,
                            0.1323910275475421,
                            7,
                            1.0 / 7,
                            0.4998505221314885,
                            3889,
                            1734.0 / 3889},
                           0.4, 1),
                     nothing(kNative, "ppv", "lower")};
  result.findings[1].breakdown = {{"sex", "Male", true, 1168, 510.0 / 1168, 0.2601600222673628},
                                  {"under_25", "No", false, 905, 0.4, 0.22},
                                  {"under_25", "Yes", false, 263, 0.562738, 0.398356}};
  result.models = {propensity(kBlack, 0.5, 3175)};
  for (const char* metric : {"balance-negative", "fpr", "calibration", "ppv"}) {
    result.models.push_back(expectation(kBlack, metric, 1849));
  }
  audit::ModelReport rare = propensity(kNative, 0.1, 11);
  rare.separated = true;
  rare.effective_sample_size = 41.2;
  rare.overlap->largest_weight_share = 0.39;
  rare.dropped = {"priors = Over 5"};
  rare.warnings = {
      "The covariates separate the class perfectly; the ridge alone keeps the coefficients finite.",
      "The weighted comparison people tell as much as only 41 unweighted ones."};
  result.models.push_back(rare);
  for (const char* metric : {"balance-negative", "fpr", "calibration", "ppv"}) {
    result.models.push_back(expectation(kNative, metric, 3357));
  }
  return result;
}

audit::Result audit_partial() {
  audit::Result result = audit();
  result.partial = true;
  result.findings.resize(3);
  audit::Finding& ascent = result.findings[1];
  ascent.search = {.strategy = "ascent",
                   .subgroups = 3.2e9,
                   .evaluations = 4200,
                   .restarts = 50,
                   .hits = 37,
                   .upper_bound = 131,
                   .gap = 28.7,
                   .certified = false};
  ascent.comparison = audit::Rate{};
  ascent.warnings = {"Nobody outside the class is in this subgroup."};
  audit::Finding& untested = result.findings[2];
  untested.p_value = {};
  untested.p_value_adjusted = {};
  untested.p_value_interval = {};
  untested.significant = {};
  untested.replicates = 0;
  untested.null = {};
  result.models.resize(2);
  result.models[1].converged = false;
  result.models[1].gradient_norm = 0.2;
  result.models[1].calibration.clear();
  return result;
}

audit::Result audit_many() {
  audit::Result one = audit();
  audit::Result result = run();
  for (int i = 0; i < 14; ++i) {
    const bool large = i % 3 == 0;
    const std::pair<std::string, std::string> who = {i < 7 ? "region of residence" : "age group",
                                                     "value number " + std::to_string(i + 1)};
    for (int scan = 0; scan < 4; ++scan) {
      audit::Finding finding = one.findings[static_cast<std::size_t>(large ? scan : 4 + scan)];
      finding.protected_class = who;
      result.findings.push_back(finding);
    }
    for (int k = 0; k < 5; ++k) {
      audit::ModelReport model = one.models[static_cast<std::size_t>(large ? k : 5 + k)];
      model.protected_class = who;
      result.models.push_back(model);
    }
  }
  return result;
}

audit::Result audit_hostile() {
  audit::Result result = audit();
  const std::string script = "<script>alert('x')</script>";
  const std::string control = "\x1b]0;title\a \xff";
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (audit::Finding& finding : result.findings) {
    finding.protected_class = {script, control};
    finding.warnings = {script + control};
    finding.breakdown = {{script, control, true, 0, nan, nan}};
  }
  result.findings[0].metric = script;
  result.findings[0].expected = nan;
  result.findings[0].comparison->interval = {};
  for (audit::ModelReport& model : result.models) {
    model.protected_class = {script, control};
    model.warnings = {script + control};
    model.dropped = {script, control};
    model.reference_levels = {{script, control}};
    model.coefficients = {{script, nan}, {control, 1.5}};
    model.gradient_norm = nan;
    model.calibration_error = nan;
    model.calibration[0].observed = nan;
  }
  result.models[0].overlap->extreme_share = nan;
  result.models[0].overlap->edges = {0, 1};
  result.models[0].overlap->protected_people = {0};
  result.models[0].overlap->comparison_people = {0};
  result.models[1].overlap = audit::ModelReport::Overlap{};
  return result;
}

}  // namespace faultline::report::samples

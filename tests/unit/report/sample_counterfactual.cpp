// Counterfactual error rates of a simulated hospital (5,000 people, two binary attributes). Rates,
// summaries and most intervals are those of a real run; the rest is made up to look like them.

#include <cmath>
#include <limits>

#include "sample_results.hpp"

namespace faultline::report::samples {
namespace {

using Report = audit::CounterfactualReport;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Numbers that look like average gaps under permutation: quantiles of a gamma-like law, scrambled.
std::vector<double> permuted(int count, double mean) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) {
    const double probability = (((i * 617) % count) + 0.5) / count;
    const double spread = 0.43 * std::log(probability / (1 - probability)) / 1.8;
    values.push_back(std::round(1e4 * mean * std::exp(spread)) / 1e4);
  }
  return values;
}

Report::GroupRate rate(double estimate, double regression, double doubly_robust, double se,
                       std::int64_t n) {
  return {.estimate = estimate,
          .weighted = estimate,
          .regression = regression,
          .doubly_robust = doubly_robust,
          .se = se,
          .interval = {{estimate - 1.96 * se, estimate + 1.96 * se}},
          .n = n,
          .effective_size = 0.93 * static_cast<double>(n),
          .why = {}};
}

std::vector<Report::Group> groups() {
  const auto group = [](const char* a1, const char* a2) {
    Report::Group one;
    one.group = {{"A1", a1}, {"A2", a2}};
    one.text = std::string("A1 = ") + a1 + ", A2 = " + a2;
    return one;
  };
  std::vector<Report::Group> all = {group("0", "0"), group("0", "1"), group("1", "0"),
                                    group("1", "1")};
  const std::int64_t people[] = {2457, 691, 1160, 692};
  const std::int64_t untreated[] = {2256, 511, 932, 409};
  const double fpr[] = {0.463905325443787, 0.368589743589744, 0.381818181818182, 0.287104622871046};
  const double fnr[] = {0.248138957816377, 0.448548812664908, 0.296240601503759, 0.423487544483986};
  const double heaviest[] = {2.579711, 5.817394, 4.209571, 11.070127};
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].n = people[i];
    all[i].untreated = untreated[i];
    all[i].observed_fpr = fpr[i];
    all[i].observed_fnr = fnr[i];
    all[i].weights = {{1.0051, heaviest[i]}};
    all[i].effective_sample_size = static_cast<double>(untreated[i]) / (0.93 + heaviest[i] / 20);
    all[i].extreme_share = 0;
  }
  all[0].cfpr = rate(0.475952405990529, 0.475562583740175, 0.4760, 0.0184373030475318, 728);
  all[1].cfpr = rate(0.362009038244391, 0.341422517796047, 0.3587, 0.0331850866157607, 206);
  all[2].cfpr = rate(0.384865001043134, 0.404708594580309, 0.3862, 0.0248829629014329, 365);
  all[3].cfpr = rate(0.301172258707071, 0.290720737056282, 0.2994, 0.0314063898966071, 199);
  all[0].cfnr = rate(0.262489539917885, 0.260610761535699, 0.2623, 0.0115703705502185, 1528);
  all[1].cfnr = rate(0.493171635789079, 0.444852243467293, 0.4891, 0.029724379080938, 305);
  all[2].cfnr = rate(0.297298606039828, 0.322664137653421, 0.2991, 0.0206651261103129, 567);
  all[3].cfnr = rate(0.467855409231732, 0.48099605380792, 0.4712, 0.0377188221755893, 210);
  return all;
}

Report::Summary summary(const char* name, double estimate, double u, double se, double low,
                        double high) {
  Report::Summary one;
  one.name = name;
  one.estimate = estimate;
  one.u_value = u;
  one.u_value_interval = {{std::max(0.0, u - 0.004), std::min(1.0, u + 0.003)}};
  one.se = se;
  one.intervals = {.t = {{2 * estimate - high - 2 * se, 2 * estimate - low + se}},
                   .t_rescaled = {{low, high}},
                   .normal = {{estimate - 1.96 * se, estimate + 1.96 * se}},
                   .percentile = {{std::max(0.0, estimate - 2.9 * se), estimate + 5.2 * se}},
                   .adaptive = {}};
  if (one.name != "var" && one.name != "sd") one.intervals.adaptive = {{low, high}};
  return one;
}

Report::Decision decision() {
  Report::Decision one;
  one.decision = "S";
  one.groups = groups();
  one.cfpr = {summary("avg", 0.0911994007748528, 0.999, 0.0154, 0.0482, 0.1078),
              summary("max", 0.174780147283458, 0.998, 0.0281, 0.0999, 0.2082),
              summary("var", 0.00263042119346339, 0.995, 0.00171, -0.00314, 0.0033),
              summary("sd", 0.0512876319736385, 0.995, 0.0142, 0.0182, 0.0655),
              summary("marg", 0.105286256668902, 1, 0.0161, 0.0731, 0.1262),
              summary("obs", 0.0906050909911101, 0.999, 0.0144, 0.0541, 0.1082)};
  one.cfnr = {summary("avg", 0.143767181800915, 1, 0.0169, 0.1032, 0.1689),
              summary("max", 0.230682095871194, 1, 0.029, 0.1532, 0.266),
              summary("var", 0.00813676071325469, 1, 0.00252, 0.00069, 0.0103),
              summary("sd", 0.0902039949960903, 1, 0.0151, 0.0542, 0.1102),
              summary("marg", 0.12720116600355, 1, 0.0175, 0.0901, 0.1533),
              summary("obs", 0.121412751254303, 1, 0.0148, 0.0899, 0.1432)};
  one.cfpr_contrast = {.estimate = 0.0006, .se = 0.0081, .interval = {{-0.0153, 0.0165}}};
  one.cfnr_contrast = {.estimate = 0.0224, .se = 0.0074, .interval = {{0.0079, 0.0369}}};
  one.cfpr[1].pair = {{"A1 = 0, A2 = 0", "A1 = 1, A2 = 1"}};
  one.cfnr[1].pair = {{"A1 = 0, A2 = 0", "A1 = 0, A2 = 1"}};
  for (std::size_t i = 0; i < one.cfpr.size(); ++i) {
    one.cfpr[i].null = permuted(999, i == 1 ? 0.055 : 0.0297);
    one.cfnr[i].null = permuted(999, i == 1 ? 0.045 : 0.0242);
  }
  one.clipped = 3;
  return one;
}

audit::ModelReport treatment_model() {
  audit::ModelReport model;
  model.name = "treatment";
  model.learner = "logistic";
  model.n = 5000;
  model.iterations = 6;
  model.gradient_norm = 3e-10;
  model.coefficients = {{"(Intercept)", -1.2962705131705}, {"A1 = 1", 0.954721459771763},
                        {"A2 = 1", 1.11551942486646},      {"S", -2.05407967375905},
                        {"X.1", 0.903157363259721},        {"A1 = 1, A2 = 1", -0.231756937482592}};
  model.reference_levels = {{"A1", "0"}, {"A2", "0"}};
  for (int i = 0; i < 10; ++i) {
    const double predicted = 0.02 + 0.0045 * i * i;
    const double observed = predicted + (i % 2 == 0 ? 0.008 : -0.006);
    model.calibration.push_back({.predicted = predicted,
                                 .observed = observed,
                                 .n = 500,
                                 .interval = {std::max(0.0, observed - 0.03), observed + 0.03}});
  }
  model.calibration_error = 0.007;
  audit::ModelReport::Overlap overlap;
  for (int i = 0; i <= 20; ++i) overlap.edges.push_back(0.05 * i);
  for (int i = 0; i < 20; ++i) {
    overlap.protected_people.push_back(i < 18 ? 12 + 9 * (i % 9) : 0);
    overlap.comparison_people.push_back(i < 15 ? 1400 / (1 + i * i) : 0);
  }
  overlap.largest_weight_share = 0.041;
  model.overlap = overlap;
  model.effective_sample_size = 3621.4;
  return model;
}

audit::Result run() {
  audit::Result result;
  result.command = "counterfactual";
  result.config = {{"input", std::string("example.csv")},
                   {"outcome", std::string("Y")},
                   {"decision", std::vector<std::string>{"S"}},
                   {"treatment", std::string("D")},
                   {"protected", std::vector<std::string>{"A1", "A2"}},
                   {"covariates", std::vector<std::string>{"X.1", "X.2", "X.3", "X.4"}},
                   {"propensity", std::string("logistic")},
                   {"replicates", std::int64_t{999}},
                   {"bootstrap", std::int64_t{1000}},
                   {"m", std::string("exponent:0.75")}};
  result.data = {
      .source = "example.csv",
      .sha256 = std::string(64, 'c'),
      .rows = 5000,
      .rows_used = 5000,
      .dropped = {},
      .profiles = 5000,
      .attributes = {{"A1", {{"0", 3148}, {"1", 1852}}}, {"A2", {{"0", 3617}, {"1", 1383}}}},
      .left_out = {},
      .notes = {}};
  result.timing = {{"read", 0.04}, {"fit", 0.02}, {"permutations", 0.9}, {"bootstrap", 0.6}};
  result.threads = 2;
  Report report;
  report.estimator = "weighting";
  report.propensity = "logistic";
  report.resample = "replacement";
  report.resample_size = 594;
  report.permutations = 999;
  report.bootstrap = 1000;
  result.counterfactual = report;
  return result;
}

void without_inference(Report::Decision& decision) {
  for (std::vector<Report::Summary>* list : {&decision.cfpr, &decision.cfnr}) {
    for (Report::Summary& summary : *list) {
      summary.u_value.reset();
      summary.u_value_interval.reset();
      summary.se.reset();
      summary.intervals = {};
      summary.null.clear();
    }
  }
  for (Report::Group& group : decision.groups) {
    for (Report::GroupRate* rate : {&group.cfpr, &group.cfnr}) {
      rate->se.reset();
      rate->interval.reset();
    }
  }
}

}  // namespace

audit::Result counterfactual() {
  audit::Result result = run();
  result.counterfactual->decisions = {decision()};
  result.models = {treatment_model()};
  return result;
}

audit::Result counterfactual_two() {
  audit::Result result = run();
  Report& report = *result.counterfactual;
  result.config[2].second = std::vector<std::string>{"S", "new_model"};
  report.propensity = "ensemble";
  report.refitted = false;
  report.estimator = "doubly-robust";
  report.margin = 0.01;
  Report::Decision other = decision();
  other.decision = "new_model";
  for (Report::Group& group : other.groups) {
    group.cfnr.estimate = 0.5 * (*group.cfnr.estimate + 0.3);
  }
  for (std::vector<Report::Summary>* list : {&other.cfpr, &other.cfnr}) {
    for (Report::Summary& summary : *list) {
      summary.intervals.adaptive = {{0.0, *summary.estimate + 2 * summary.se.value_or(0)}};
      summary.null.clear();  // keeps the approved files small
    }
  }
  other.cfnr[0].estimate = 0.0718;
  other.cfnr[1].estimate = 0.11534;
  other.cfnr[5].estimate = 0.0714;
  other.trimmed = 1;
  other.warnings = {
      "In the group \u201cA1 = 1, A2 = 1\u201d the untreated people count for no more than 41 "
      "unweighted ones, so its rates hang on a few."};
  report.decisions = {decision(), other};
  for (Report::Summary& summary : report.decisions[0].cfpr) summary.null.clear();
  for (const char* rate : {"cfpr", "cfnr"}) {
    const bool negative = std::string(rate) == "cfnr";
    for (const char* name : {"avg", "max", "var"}) {
      report.differences.push_back(
          {.rate = rate,
           .summary = name,
           .decisions = {"S", "new_model"},
           .estimate = negative ? 0.07197 : 0.0,
           .se = 0.011,
           .interval = {{(negative ? 0.07197 : 0.0) - 0.0216, (negative ? 0.07197 : 0) + 0.0216}}});
    }
  }
  report.small_groups = {{.decision = "S",
                          .external = "external.csv",
                          .external_n = 2000,
                          .covariates = {"X_pa.1", "X_pa.2"},
                          .alpha = 0.627,
                          .brier_internal = 0.5421,
                          .brier_external = 0.5388,
                          .brier_combined = 0.5377,
                          .groups = {{"A1 = 0, A2 = 0", 412, 0.2112, 0.31, 0.2208, 0.33},
                                     {"A1 = 0, A2 = 2", 11, 0.2443, 0.4, 0.2349, {}}},
                          .warnings = {"1 group has fewer than 20 people."}}};
  audit::ModelReport model = treatment_model();
  model.learner = "ensemble";
  model.metric = "new_model";
  model.coefficients.clear();
  model.reference_levels.clear();
  model.ensemble_weights = {{"logistic", 0.81}, {"forest", 0.04}, {"boosted", 0.15}};
  model.warnings = {"1.9 % of the untreated people have a propensity above 95 %."};
  result.models = {treatment_model(), model};
  return result;
}

audit::Result counterfactual_bare() {
  audit::Result result = run();
  Report& report = *result.counterfactual;
  report.permutations = 0;
  report.bootstrap = 0;
  Report::Decision one = decision();
  without_inference(one);
  Report::Group empty;
  empty.group = {{"A1", "2"}, {"A2", "0"}};
  empty.text = "A1 = 2, A2 = 0";
  empty.status = "not estimable: nobody is in this group";
  empty.cfpr.why = empty.cfnr.why = "nobody is in this group";
  Report::Group treated = one.groups[3];
  treated.group = {{"A1", "2"}, {"A2", "1"}};
  treated.text = "A1 = 2, A2 = 1";
  treated.n = 9;
  treated.untreated = 2;
  treated.status = "not estimable: no untreated person has the outcome";
  treated.cfnr = {};
  treated.cfnr.why = "no untreated person has the outcome";
  treated.observed_fnr.reset();
  one.groups.push_back(empty);
  one.groups.push_back(treated);
  report.decisions = {one};
  return result;
}

audit::Result counterfactual_nothing() {
  audit::Result result = counterfactual_bare();
  Report::Decision& one = result.counterfactual->decisions[0];
  one.groups = {one.groups[0], one.groups[4]};
  for (std::vector<Report::Summary>* list : {&one.cfpr, &one.cfnr}) {
    for (Report::Summary& summary : *list) {
      summary.estimate.reset();
      summary.pair.reset();
    }
  }
  one.clipped = 1;
  result.counterfactual->excluded = {
      "\u201cA1 = 2, A2 = 0\u201d: 0 people; nobody is in this group."};
  result.counterfactual->estimator = "regression";
  result.counterfactual->propensity = "column";
  return result;
}

audit::Result counterfactual_partial() {
  audit::Result result = counterfactual();
  result.partial = true;
  Report& report = *result.counterfactual;
  report.permutations = 120;
  report.bootstrap = 0;
  report.resample = "stratified";
  for (std::vector<Report::Summary>* list :
       {&report.decisions[0].cfpr, &report.decisions[0].cfnr}) {
    for (Report::Summary& summary : *list) {
      summary.null.resize(120);
      summary.se.reset();
      summary.intervals = {};
    }
  }
  result.warnings = {"The run was stopped after 120 of 999 permutations."};
  return result;
}

audit::Result counterfactual_hostile() {
  const std::string evil = "<script>alert('x')</script>\x1b[31m\xff";
  audit::Result result = counterfactual_two();
  Report& report = *result.counterfactual;
  for (Report::Decision& decision : report.decisions) {
    decision.decision = evil;
    decision.warnings = {evil};
    for (Report::Group& group : decision.groups) {
      group.group[0] = {evil, evil};
      group.text = evil;
      group.cfpr.estimate = kNaN;
      group.cfpr.interval = {{kNaN, 1}};
      group.cfnr.regression = std::numeric_limits<double>::infinity();
      group.cfnr.why = evil;
      group.status = "not estimable: " + evil;
      group.weights = {{1, std::numeric_limits<double>::infinity()}};
      group.effective_sample_size = kNaN;
      group.extreme_share = kNaN;
    }
    for (std::vector<Report::Summary>* list : {&decision.cfpr, &decision.cfnr}) {
      for (Report::Summary& summary : *list) {
        summary.se = kNaN;
        summary.intervals.normal = {{kNaN, kNaN}};
        summary.null.assign(3, kNaN);
      }
    }
    decision.cfpr[0].estimate = kNaN;
    decision.cfnr[1].pair = {{evil, evil}};
  }
  for (Report::Difference& one : report.differences) one.decisions = {evil, evil};
  report.differences[0].estimate = kNaN;
  report.small_groups[0].groups[0].text = evil;
  report.small_groups[0].external = evil;
  report.small_groups[0].covariates = {evil};
  report.small_groups[0].alpha = kNaN;
  report.small_groups[0].warnings = {evil};
  report.excluded = {evil};
  result.models[0].metric = evil;
  return result;
}

}  // namespace faultline::report::samples

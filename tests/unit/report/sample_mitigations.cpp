// Mitigations of what the samples of IJDI-Scan found.

#include "sample_ijdi.hpp"
#include "sample_results.hpp"

namespace faultline::report::samples {
namespace {

audit::MitigationReport::Rates rates(const audit::NamedValues& subgroup, const char* text,
                                     std::int64_t n, double fpr, double tpr, double accuracy,
                                     double selected) {
  return {.text = text,
          .subgroup = subgroup,
          .n = n,
          .fpr = fpr,
          .tpr = tpr,
          .accuracy = accuracy,
          .selection_rate = selected,
          .score = {},
          .p_value = {}};
}

}  // namespace

audit::Result mitigate() {
  audit::Result result = ijdi_run("mitigate");
  audit::MitigationReport report;
  report.method = "iterative";
  report.error = "fpr";
  report.lambda = 1;
  const char* frequent = "race African-American, Hispanic or Native American, priors Over 5";
  const char* few = "race African-American, priors 1 to 5 or None";
  report.rules = {
      {.subgroup = {}, .text = "everybody", .comparator = ">", .threshold = 0.5, .width = {}},
      {.subgroup = kFrequent,
       .text = frequent,
       .comparator = ">",
       .threshold = 0.5585023400936038,
       .width = {}},
      {.subgroup = kBlackFew,
       .text = few,
       .comparator = ">",
       .threshold = 0.5912162162162162,
       .width = {}}};
  report.before = {rates({}, "everybody", 6172, 0.2334, 0.5251, 0.6566, 0.3662),
                   rates(kFrequent, frequent, 1064, 0.6471, 0.8218, 0.6720, 0.7659),
                   rates(kBlackFew, few, 2403, 0.2815, 0.5316, 0.6475, 0.3770)};
  report.after = {rates({}, "everybody", 6172, 0.1448, 0.3914, 0.6441, 0.2570),
                  rates(kFrequent, frequent, 1064, 0.4735, 0.6796, 0.6306, 0.6137),
                  rates(kBlackFew, few, 2403, 0.1199, 0.2887, 0.6550, 0.1844)};
  report.before[0].score = 9.12742040251293;
  report.before[0].p_value = 0.001;
  report.after[0].score = 4.0142933311434295;
  report.after[0].p_value = 0.387;
  report.corrections = {{.number = 1,
                         .text = frequent,
                         .subgroup = kFrequent,
                         .score = 9.12742040251293,
                         .p_value = 0.001,
                         .n = 340,
                         .rate_before = 220.0 / 340,
                         .rate_outside = 0.19514214739166436,
                         .target = 0.5194447865514867,
                         .threshold = 0.5585023400936038,
                         .rate_after = 161.0 / 340,
                         .worse = {}},
                        {.number = 2,
                         .text = few,
                         .subgroup = kBlackFew,
                         .score = 9.370954258735946,
                         .p_value = 0.001,
                         .n = 1485,
                         .rate_before = 418.0 / 1485,
                         .rate_outside = 0.18159806295399517,
                         .target = 0.1968879749196073,
                         .threshold = 0.5912162162162162,
                         .rate_after = 178.0 / 1485,
                         .worse = {"Female, race Caucasian, under_25 Yes: its false positive rate "
                                   "of 46.7 % now exceeds what base rates justify by 25.8 points, "
                                   "before the correction by 19.6 points."}}};
  report.ended =
      "What the last scan found, \u201cMale, race Hispanic or Other, under_25 Yes\u201d (score "
      "4.014), is "
      "not significant: p = 0.387.";
  report.changed = 674;
  result.mitigation = report;
  result.findings = {
      ijdi().findings[2],
      ijdi_finding("fpr",
                   {1,
                    {{"sex", {"Male"}}, {"race", {"Hispanic", "Other"}}, {"under_25", {"Yes"}}},
                    "Male, race Hispanic or Other, under_25 Yes",
                    4.0142933311434295,
                    2.054879186167049,
                    81,
                    32.0 / 81,
                    0.14863472436888203,
                    0.49285946081226395,
                    0.39519654490699213,
                    6.1,
                    0.387,
                    0.387})};
  return result;
}

audit::Result mitigate_randomize() {
  audit::Result result = ijdi_run("mitigate");
  audit::MitigationReport report = *mitigate().mitigation;
  report.method = "randomize";
  report.lambda = 2;
  report.rules = {
      {.subgroup = {}, .text = "everybody", .comparator = ">", .threshold = 0.5, .width = 0.25}};
  report.corrections.clear();
  report.ended = "";
  report.after.pop_back();
  result.mitigation = report;
  return result;
}

audit::Result mitigate_groups() {
  audit::Result result = mitigate();
  result.findings = {ijdi().findings[2]};
  audit::MitigationReport& report = *result.mitigation;
  report.method = "groups";
  report.corrections.clear();
  report.before.clear();
  report.after[0].fpr = {};
  report.rules[1].comparator = ">=";
  return result;
}

}  // namespace faultline::report::samples

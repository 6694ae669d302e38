#include "faultline/report/methods/shared/scan_guide.hpp"
#include "faultline/report/methods/sources/sections.hpp"
#include "faultline/report/methods/sources/words.hpp"

namespace faultline::report {

Section sources_guide(const result::SourcesReport& report) {
  std::vector<GuideEntry> entries = {
      {.term = "Cost and difference",
       .meaning = "A cost is what wrong predictions do to a group, in the measure named. A "
                  "difference is the first group's cost minus the second's: above 0, the first is "
                  "worse off."},
      {.term = "Noise",
       .meaning = "What even the best possible prediction from these variables gets wrong. Only "
                  "other or better variables reduce it, for the group that has more of it."},
      {.term = "Bias",
       .meaning = "What the learner gets wrong on average over training samples, against the best "
                  "possible prediction. A more flexible model, or one that treats the groups "
                  "apart, can reduce it; more people of the same kind cannot."},
      {.term = "Variance",
       .meaning = "What changes when the model learns from another sample. It falls with more "
                  "people, above all of a group that was rare."}};
  if (!report.aucs.empty()) {
    entries.push_back(
        {.term = "AUC",
         .meaning = "How often somebody with the outcome has a higher score than somebody of the "
                    "same group without it: 1 is a perfect order, 0.5 is no better than chance. It "
                    "asks for the order of scores alone, whatever the threshold, and says nothing "
                    "of whether scores are too high or too low for a group."});
  }
  if (!report.regrets.empty()) {
    entries.push_back(
        {.term = "How sure the parts are",
         .meaning =
             "The least possible cost is estimated from the best model that was tried, so it "
             "is rather too high than too low, and bias too low by as much. What is bias and "
             "what variance can be told only roughly from one sample: the interval of the "
             "bias goes from the estimate to what would count as bias if all that this "
             "sample's halves have in common were bias."});
  }
  if (is_binary(report) && !report.decomposition.empty()) {
    entries.push_back(
        {.term = "Why noise and variance can be negative",
         .meaning = "Error rates count decisions. Where the average decision is wrong, a deviation "
                    "from it is right. The noise of a rate therefore depends on the learner, too; "
                    "the Bayes risk does not. The Brier score has no such signs."});
  }
  entries.insert(
      entries.end(),
      std::initializer_list<GuideEntry>{
          {.term = "What extrapolation cannot do",
           .meaning =
               "Forecasts rest on how costs fell over the sizes that were tried. They take for "
               "granted that more people would come from the same place as these and that the "
               "learner stays the same. Ten times as many people is a long way to look ahead; "
               "the limit is farther. Trust the intervals more than the middle, and where "
               "nothing is told, do not guess it."},
          {.term = "Clusters",
           .meaning =
               "Places among very many that were tried. One stands out only where the groups "
               "differ more inside than outside, counting all that were tried. It says where "
               "to look for missing variables, not why the difference is there."},
          p_value_entry(
              "How often chance alone would give so large a difference if there were none."),
          {.term = "Advice",
           .meaning = "It sums up the table of shares by stated rules: half of the difference or "
                      "more, with a chance of 80 %. This page cannot tell whether a difference is "
                      "unjust, nor what collecting data costs the people it is about."}});
  return guide_section(std::move(entries));
}

}  // namespace faultline::report

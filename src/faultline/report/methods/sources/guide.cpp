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
  if (is_binary(report)) {
    entries.push_back(
        {.term = "Why noise and variance can be negative",
         .meaning = "Error rates count decisions. Where the average decision is wrong, a deviation "
                    "from it is right. The noise of a rate therefore depends on the learner, too; "
                    "the Bayes risk does not. The Brier score has no such signs."});
  }
  entries.insert(
      entries.end(),
      {{.term = "What extrapolation cannot do",
        .meaning = "The power law is fitted to the sizes that were tried. It takes for granted "
                   "that more people would come from the same place as these and that the learner "
                   "stays the same. Ten times as many people is a long way to look ahead; the "
                   "limit is farther. Trust the intervals more than the curve, and where the limit "
                   "is not known, do not guess it."},
       {.term = "Clusters",
        .meaning = "Places where the groups' costs differ most, among very many that were tried. "
                   "They say where to look for missing variables, not why the difference is "
                   "there."},
       {.term = "p-value",
        .meaning = "How often chance alone would give so large a difference if there were none. A "
                   "large one is no proof of equality."},
       {.term = "Advice",
        .meaning = "It follows from stated rules on the figures beside it. Whether a difference is "
                   "unjust, and what collecting data costs the people it is about, the page does "
                   "not know."}});
  return guide_section(std::move(entries));
}

}  // namespace faultline::report

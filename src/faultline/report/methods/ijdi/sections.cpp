#include "faultline/report/methods/ijdi/sections.hpp"

#include "faultline/report/methods/shared/models_section.hpp"
#include "faultline/report/methods/shared/scan_guide.hpp"

namespace faultline::report {
namespace {

constexpr const char* kObserved =
    "Observed is the share of the subgroup that was flagged. Expected is what the search compares "
    "it with, person by person: the rate of everybody, and lambda times what the person's true "
    "probability is above the mean. It differs a little from what is justified at most, which "
    "compares the subgroup with those outside it.";

}  // namespace

Section probability_model_section(const result::Result& result) {
  ModelGroup group;
  for (const result::ModelReport& model : result.models) group.models.push_back(&model);
  return models_section(
      "Can the model be believed?",
      {"Base rates are means of true probabilities, and these come from a model. Each person's was "
       "predicted by a model that was fitted without that person. Where it is wrong, what it is "
       "said to justify is wrong as well.",
       "A believable model has points near the dashed line, where predicted and observed are equal "
       "(the upright bars are 95 % intervals)."},
      {group});
}

Section ijdi_guide_section(const result::Result& result) {
  std::vector<GuideEntry> entries = {
      {.term = "lambda",
       .meaning = "How many points of error rate one point of base rate justifies. 0 asks for "
                  "equal error rates whatever the base rates; the larger lambda, the more a "
                  "difference in base rates excuses. It is a judgement, not an estimate: the page "
                  "shows what follows from each value, as far as there is evidence."},
      {.term = "Base rate",
       .meaning = "The mean true probability of the outcome among the people counted, those "
                  "without the outcome for the false positive rate and those with it for the true "
                  "positive rate. True probabilities were given or estimated; the page is as good "
                  "as they are."},
      {.term = "Justified at most, or at least",
       .meaning = "The rate outside the subgroup, and lambda times the difference in base rates on "
                  "top. A subgroup with a lower base rate than the others may have their rate, not "
                  "less. Where too low a rate hurts, the same the other way round: the least that "
                  "is justified."},
      flagged_entry()};
  for (GuideEntry& entry : scan_entries(kObserved, result.alpha)) {
    entries.push_back(std::move(entry));
  }
  return guide_section(std::move(entries));
}

}  // namespace faultline::report

#include <fmt/format.h>

#include "faultline/report/document/format.hpp"
#include "faultline/report/html/blocks.hpp"

namespace faultline::report::html {
namespace {

Markup entry(const std::string& term, const std::string& meaning) {
  return element("div", {element("dt", {term}), element("dd", {unbroken(meaning)})});
}

}  // namespace

Markup sources_guide(const result::SourcesReport& report) {
  const bool binary = report.outcome != result::OutcomeKind::number;
  Markup list = entry("Cost and difference",
                      "A cost is what wrong predictions do to a group, in the measure named. A "
                      "difference is the first group's cost minus the second's: above 0, the first "
                      "is worse off.");
  list += entry("Noise",
                "What even the best possible prediction from these variables gets wrong. Only "
                "other or better variables reduce it, for the group that has more of it.");
  list += entry("Bias",
                "What the learner gets wrong on average over training samples, against the best "
                "possible prediction. A more flexible model, or one that treats the groups apart, "
                "can reduce it; more people of the same kind cannot.");
  list += entry("Variance",
                "What changes when the model learns from another sample. It falls with more "
                "people, above all of a group that was rare.");
  if (binary) {
    list += entry("Why noise and variance can be negative",
                  "Error rates count decisions. Where the average decision is wrong, a deviation "
                  "from it is right. The noise of a rate therefore hangs on the learner, too; the "
                  "Bayes risk beside it does not. The Brier score has no such signs.");
  }
  list += entry("What extrapolation cannot do",
                "The law is fitted to the sizes that were tried. It takes for granted that more "
                "people would come from the same place as these and that the learner stays the "
                "same. Ten times as many people is a long way to look ahead; the limit is farther. "
                "Trust the intervals more than the curve, and where the limit is not known, do not "
                "guess it.");
  list += entry("Clusters",
                "Places where the groups' costs differ most, among very many that were tried. They "
                "say where to look for missing variables, not why the difference is there.");
  list += entry("p-value",
                "How often chance alone would give so large a difference if there were none. A "
                "large one is no proof of equality.");
  list += entry("Advice",
                "It follows from stated rules on the figures beside it. Whether a difference is "
                "unjust, and what collecting data costs the people it is about, the page does not "
                "know.");
  return element(
      "section", {{"class", "card"}, {"id", "guide"}},
      {element("h2", {"How to read this page"}), element("dl", {{"class", "guide"}}, {list})});
}

}  // namespace faultline::report::html

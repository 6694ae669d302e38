#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/counterfactual_sentences.hpp"
#include "faultline/report/counterfactual_words.hpp"
#include "faultline/report/html/blocks.hpp"

namespace faultline::report::html {
namespace {

Markup entry(const std::string& term, const std::string& meaning) {
  return element("div", {element("dt", {term}), element("dd", {unbroken(meaning)})});
}

Markup assumptions_section() {
  Markup list;
  for (const auto& [name, sentence] : assumptions()) list += entry(name, sentence);
  return element(
      "section", {{"class", "card"}, {"id", "assumptions"}},
      {element("h2", {"What this rests on"}),
       paragraph("The page speaks of what would have happened without treatment. Nobody saw that "
                 "for the people who were treated; these three assumptions fill the place."),
       element("dl", {{"class", "guide"}}, {list})});
}

}  // namespace

Markup counterfactual_guide(const result::CounterfactualReport& report) {
  Markup list =
      entry("Why not the rates as seen",
            "If treatment works, a treated person who would have had the outcome often has not. "
            "Counted as seen, a model that flagged that person looks wrong and one that did not "
            "looks right. Where groups are treated unequally, or treatment works better for some, "
            "rates as seen compare groups wrongly.");
  list += entry("Flagged",
                "The decision was the positive one, whatever that means for these people. Whether "
                "being flagged helps or harms them, the page does not know.");
  list += entry("cFPR and cFNR",
                "cFPR is the share flagged among people who would not have had the outcome without "
                "treatment; cFNR the share not flagged among people who would have had it. Which "
                "of the two matters more depends on what follows from a flag.");
  list += entry("Average and largest gap",
                "Over all pairs of groups, the mean and the largest difference of their rates. "
                "Where the largest is far above the average, one group stands apart; where they "
                "are close, many do. The variance of the gaps says the same in one number.");
  list += entry("One attribute at a time; outcomes as they happened",
                "The average gap between values of single attributes hides small intersections; "
                "the one with outcomes as they happened ignores treatment. Both are there for "
                "contrast.");
  list += entry("u-value",
                "The share of random reassignments of the protected attributes with a smaller gap. "
                "It says how unusual the gap would be if attributes and errors had nothing to do "
                "with each other. It does not say how large or how harmful the gap is, and there "
                "is no value from which a model is fair: with many people a tiny gap has a u-value "
                "near 1, with few people a large one may not.");
  list += entry(fmt::format("{} interval", confidence_words(report)),
                "Values of the gap that go well with the data, from resamples of fewer people than "
                "there are. Gaps are absolute values, so estimates of small gaps tend to be too "
                "high, and none of the kinds of interval is right everywhere.");
  list += entry("Effective size and extreme propensities",
                "As many unweighted people would tell as much as the weighted ones. Far below the "
                "number of untreated people, the rate hangs on a few. Extreme are untreated people "
                "with a propensity above 95 %.");
  list += entry("Cause",
                "The page shows where a difference is, not why it is there nor what should be done "
                "about it.");
  Markup parts = assumptions_section();
  parts += element(
      "section", {{"class", "card"}, {"id", "guide"}},
      {element("h2", {"How to read this page"}), element("dl", {{"class", "guide"}}, {list})});
  return parts;
}

}  // namespace faultline::report::html

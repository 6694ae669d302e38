#include "faultline/report/methods/shared/scan_guide.hpp"

#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"

namespace faultline::report {
namespace {

// What p-values are taken for, and are not.
constexpr const char* kNoProbability =
    "It is not the probability that there is no difference, and a large one is no proof of "
    "equality.";

}  // namespace

std::vector<GuideEntry> scan_entries(const std::string& observed, double alpha) {
  return {
      {.term = "Subgroup",
       .meaning = "People picked out by values of the scanned attributes, one or several "
                  "attributes at once. The search looks for the one that departs most from what "
                  "is expected."},
      {.term = "Observed and expected", .meaning = observed},
      {.term = "Score",
       .meaning = "How much better the data fit a subgroup with odds of its own than no "
                  "difference at all (a log-likelihood ratio), less a penalty for every value "
                  "that has to be named. 0 means that nothing stands out."},
      p_value_entry("How often the whole search, run on data without any difference, gives a score "
                    "at least as high. The many subgroups that were looked at are therefore "
                    "already allowed for."),
      {.term = "Adjusted p-value",
       .meaning = fmt::format("The p-value, corrected for the several tests of this run. "
                              "The verdicts compare it with the level {}.",
                              shortest(alpha))},
      {.term = "Replicates",
       .meaning = "Data without any difference, made from the data at hand, on which the search is "
                  "repeated to see what chance does (null data). As many are drawn as the verdict "
                  "needs."},
      {.term = "Odds ratio (q), shift (mu)",
       .meaning = "How far the subgroup is from what is expected: q is the factor on the odds of "
                  "the event (2: twice the odds; 1: no difference), mu the difference of means (0: "
                  "no difference)."},
      not_enough_entry(),
      {.term = "Size of a difference",
       .meaning = fmt::format(
           "The subgroup was chosen because it stands out, so the difference seen in it tends to "
           "be larger than the one to be expected in new data. An interval over the whole search "
           "allows for that: in {} of all analyses it holds the true size in the subgroup found. "
           "Corrected for the search picking extremes, the estimate is closer to what new data "
           "will show. Check it on data that took no part in the search (`holdout`).",
           confidence_words(1 - alpha))},
      cause_entry()};
}

GuideEntry flagged_entry(bool wanted) {
  if (wanted) {
    return {.term = "Flagged, or a positive decision",
            .meaning =
                "The decision was the positive one, whatever that means for these people. This run "
                "was told that a negative one harms them."};
  }
  return {.term = "Flagged",
          .meaning =
              "The decision was the positive one, whatever that means for these people. "
              "This page cannot tell whether being flagged helps or harms them."};
}

GuideEntry not_enough_entry() {
  return {.term = "Not enough evidence",
          .meaning =
              "Chance alone could explain what was seen. That is not the same as fair: few "
              "people, small subgroups and attributes that were not looked at can hide a "
              "difference."};
}

GuideEntry p_value_entry(const std::string& how_often) {
  return {.term = "p-value", .meaning = fmt::format("{} {}", how_often, kNoProbability)};
}

GuideEntry adjusted_p_entry(const std::string& what, const std::string& tests,
                            const std::string& beyond) {
  return {.term = "p, adjusted",
          .meaning = fmt::format("The chance of {}, adjusted (Holm) for {}. {}{}{}", what, tests,
                                 kNoProbability, beyond.empty() ? "" : " ", beyond)};
}

GuideEntry interval_entry(std::string term, const std::string& how) {
  return {.term = std::move(term),
          .meaning = fmt::format("Values that go well with the data{}", how)};
}

GuideEntry cause_entry() {
  return {.term = "Cause",
          .meaning =
              "The page shows where a difference is, not why it is there nor what should be done "
              "about it."};
}

Section guide_section(std::vector<GuideEntry> entries) {
  Section section{.heading = "How to read this", .id = "guide"};
  section.add(brief(Guide{.entries = std::move(entries)}));
  return section;
}

}  // namespace faultline::report

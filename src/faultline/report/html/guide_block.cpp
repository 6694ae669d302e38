#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/methods/conditional/audit_words.hpp"
#include "faultline/report/methods/conditional/criterion.hpp"

namespace faultline::report::html {
namespace {

Markup entry(const char* term, const std::string& meaning) {
  return element("div", {element("dt", {term}), element("dd", {unbroken(meaning)})});
}

Markup audit_entries(const result::Result& result) {
  Markup list = entry("Protected class and comparable people",
                      "Each class is compared with everyone else. A model of the people outside "
                      "the class, weighted so that their covariates resemble those of the class, "
                      "says what to expect; the protected attribute itself takes no part in it.");
  Markup items;
  for (const result::Criterion metric : metrics_of(result)) {
    items += element("li", {element("strong", {std::string(name_of(metric))}),
                            fmt::format(": {}?", criterion(metric).question)});
  }
  list += element(
      "div", {element("dt", {"What the criteria ask"}), element("dd", {element("ul", {items})})});
  list += entry("Flagged",
                "The decision was the positive one, whatever that means for these people. Whether "
                "being flagged helps or harms them, the page does not know.");
  return list;
}

const char* observed_and_expected(result::Command command) {
  if (command == result::Command::audit) {
    return "Observed is the share of the subgroup, inside the class, that had the event "
           "(or its mean prediction). Expected is what people outside the class would "
           "show if they had the covariates of the subgroup's people; it is computed "
           "person by person.";
  }
  return "Observed is the share of the subgroup that had the event. Expected is the "
         "share that should have had it, "
         "added up person by person from the reference (for a Bias Scan, the "
         "predictions under audit).";
}

}  // namespace

Markup guide_block(const result::Result& result) {
  const bool audit = result.command == result::Command::audit;
  Markup list;
  if (audit) list += audit_entries(result);
  list += entry("Subgroup",
                "People picked out by values of the scanned attributes, one or several attributes "
                "at once. The search looks "
                "for the subgroup whose outcomes depart most from what is expected of them.");
  list += entry("Observed and expected", observed_and_expected(result.command));
  list += entry("Score",
                "How much better the data fit a subgroup with odds of its own than no difference "
                "at all (a log-likelihood "
                "ratio), less a penalty for every value that has to be named. 0 means that nothing "
                "stands out.");
  list += entry("p-value",
                "How often the whole search, run on data without any difference, gives a score at "
                "least as high. The many "
                "subgroups that were looked at are therefore already paid for. It is not the "
                "probability that there is no "
                "difference.");
  list += entry("Adjusted p-value", fmt::format("The p-value, corrected (Holm) for the several "
                                                "tests of this run. The verdicts compare it with "
                                                "the level {}.",
                                                shortest(result.alpha)));
  list += entry("Not enough evidence",
                "Chance alone could explain what was found. That is not the same as fair: few "
                "people, small subgroups and "
                "attributes that were not scanned can hide a difference.");
  list += entry("Size of a difference",
                "The subgroup was chosen because it stands out, so the difference seen in it tends "
                "to be larger than the one "
                "to be expected in new data. Check it on data that took no part in the search.");
  list += entry("Cause",
                "The page shows where a difference is, not why it is there nor what should be done "
                "about it.");
  return element(
      "section", {{"class", "card"}, {"id", "guide"}},
      {element("h2", {"How to read this page"}), element("dl", {{"class", "guide"}}, {list})});
}

}  // namespace faultline::report::html

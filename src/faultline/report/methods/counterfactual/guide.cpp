#include "faultline/report/methods/counterfactual/guide.hpp"

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/methods/counterfactual/words.hpp"
#include "faultline/report/methods/shared/scan_guide.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

struct Assumption {
  const char* name = "";
  const char* claim = "";
  const char* meaning = "";
};
constexpr Assumption kAssumptions[] = {
    {"consistency", "the outcome of untreated people is what it seems",
     "What happened to an untreated person is what would have happened to that person without "
     "treatment, and one person's treatment does not change another's outcome. It fails where "
     "\u201cuntreated\u201d people got something else instead, or where treatment is recorded "
     "badly."},
    {"positivity", "everybody could have gone untreated",
     "In every group, people of every kind have a real chance not to be treated. Where nearly all "
     "of a kind are treated, a few untreated people stand for many; the weights and effective "
     "sizes show how many."},
    {"ignorability", "nothing unseen drives both treatment and outcome",
     "Among people alike in the protected attributes, the covariates and the decision, who was "
     "treated is as good as random. If clinicians treated those who looked worse in ways that no "
     "column records, the rates are wrong, and the data cannot show it; they only show how strong "
     "it would have to be to explain a gap. Whether it holds is a question for those who know how "
     "treatment was decided."}};

}  // namespace

Section assumptions_section() {
  std::vector<std::string> claims;
  Guide guide;
  for (const Assumption& one : kAssumptions) {
    claims.push_back(fmt::format("{} ({})", one.claim, one.name));
    guide.entries.push_back({.term = capitalised(one.name), .meaning = one.meaning});
  }
  Section section{.heading = "What this rests on", .id = "assumptions"};
  section.add(brief(Paragraph{fmt::format(
      "Nobody saw what would have happened without treatment to the people who were treated. Three "
      "assumptions stand in for that, and the data cannot prove them: {}.",
      join_words(claims))}));
  section.add(full(std::move(guide)));
  return section;
}

Section counterfactual_guide(const result::CounterfactualReport& report) {
  return guide_section(
      {{.term = "Why not the rates as seen",
        .meaning =
            "If treatment works, a treated person who would have had the outcome often has not. "
            "Counted as seen, a model that flagged that person looks wrong and one that did not "
            "looks right. Where groups are treated unequally, or treatment works better for some, "
            "rates as seen compare groups wrongly."},
       flagged_entry(),
       {.term = "cFPR and cFNR",
        .meaning =
            "cFPR is the share flagged among people who would not have had the outcome without "
            "treatment; cFNR the share not flagged among people who would have had it. Which of "
            "the two matters more depends on what follows from a flag."},
       {.term = "Average and largest gap",
        .meaning = "Over all pairs of groups, the mean and the largest difference of their rates. "
                   "Where the largest is far above the average, one group stands apart; where they "
                   "are close, many do. The variance of the gaps says the same in one number."},
       {.term = "One attribute at a time; outcomes as they happened",
        .meaning = "The average gap between values of single attributes hides small intersections; "
                   "the one with outcomes as they happened ignores treatment. Both are there for "
                   "contrast."},
       {.term = "u-value",
        .meaning =
            "The share of random reassignments of the protected attributes with a smaller gap. It "
            "says how unusual the gap would be if attributes and errors had nothing to do with "
            "each other. It does not say how large or how harmful the gap is, and there is no "
            "value from which a model is fair: with many people a tiny gap has a u-value near 1, "
            "with few people a large one may not."},
       interval_entry(
           fmt::format("{} interval", confidence_words(report)),
           ", from resamples of everybody. Gaps are absolute values, so estimates of small gaps "
           "tend to be too high; the interval allows for that. Intervals of pairs of groups hold "
           "for all pairs of a rate together, so that one may look for the largest."),
       {.term = "SE, and the paper's kinds of interval",
        .meaning = "SE (standard error) is how far an estimate strays in resamples of everybody. "
                   "The four kinds of the paper (t, rescaled t, normal, percentile) are there for "
                   "comparison; measured on data of known truth, none of them holds everywhere."},
       {.term = "Weighting, regression, doubly robust",
        .meaning =
            "Three ways to estimate a rate. Weighting lets untreated people stand for treated "
            "ones like them; regression predicts what would have happened; the doubly robust "
            "estimate joins both and is right where one of them is."},
       {.term = "Need, opportunity, strength",
        .meaning = "How many would have the outcome without treatment, how many of these are "
                   "treated, and how often treatment then prevents it."},
       {.term = "Effective size and extreme propensities",
        .meaning =
            "As many unweighted people would tell as much as the weighted ones. Far below the "
            "number of untreated people, the rate depends on a few. Extreme are untreated people "
            "with a propensity above 95 %."},
       cause_entry()});
}

}  // namespace faultline::report

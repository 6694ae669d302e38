#include "faultline/report/methods/elicitation/document.hpp"

#include "faultline/base/text.hpp"
#include "faultline/report/methods/elicitation/meaning.hpp"
#include "faultline/report/methods/elicitation/words.hpp"
#include "faultline/report/methods/shared/scan_guide.hpp"

namespace faultline::report {
namespace {

Section summary(const result::ElicitReport& report, bool partial) {
  Section section{.heading = "In short", .id = "elicitation"};
  for (const std::string& sentence : report.explanation) section.add(brief(Paragraph{sentence}));
  if (partial) {
    section.add(
        brief(Paragraph{"The questions ended early; this rests on the answers given until then."}));
  }
  section.add(brief(elicitation_facts(report)));
  return section;
}

Section answers_section(const result::ElicitReport& report) {
  Section section{.heading = "The answers", .id = "answers"};
  section.add(full(Paragraph{answers_sentence(report)}));
  section.add(brief(answers_table(report)));
  section.add(brief(people_table(report)));
  return section;
}

Section guide() {
  return guide_section(
      {{.term = "Question and answer",
        .meaning = "Each question compares a system that errs more in one group than in the other "
                   "with one that errs equally in both. The answer is the equal rate at which the "
                   "two systems are as good as each other; the further it lies above the mean of "
                   "the two unequal rates, the more the disparity costs."},
       {.term = "Ratio",
        .meaning = "What a disparity costs, in units of one error. It is fitted to all answers by "
                   "least squares."},
       {.term = "Weight",
        .meaning = "The share of the ratio that rests on an answer. Wide gaps weigh more than "
                   "narrow ones; the questions asked here have gaps of 30 to 50 points, so that "
                   "none weighs much more than another."},
       {.term = "Interval",
        .meaning = "How far the ratio, and lambda with it, moves when one answer after the other "
                   "(or, of a panel, one person after the other) is left out. It counts on answers "
                   "that scatter independently around one judgement, and takes the cost ratio as "
                   "given."},
       {.term = "Dominated",
        .meaning = "An answer below the mean of the two unequal rates prefers more errors and a "
                   "larger disparity at once; it is left out."},
       {.term = "lambda",
        .meaning = "A choice of values, not a measurement. It speaks for the people who were "
                   "asked, and those whom the decisions affect may choose otherwise: ask several, "
                   "and look at findings over a range of lambda."}});
}

}  // namespace

void write_elicitation(const result::Result& result, Document& document) {
  const result::ElicitReport& report = *result.elicit;
  document.opening = answers_sentence(report);
  document.roles = {{"Data", result.data.source},
                    {"Answers", with_thousands(static_cast<std::int64_t>(report.answers.size()))},
                    {"People", with_thousands(static_cast<std::int64_t>(report.by_person.size()))},
                    {"About", error_rates(report)}};
  // Of the people left out, because all their answers are dominated, the warnings and tables tell.
  document.remarks.clear();
  if (report.meaning) document.roles.emplace_back("People to apply it to", report.meaning->source);
  document.add(brief(summary(report, result.partial)));
  if (report.meaning) document.add(brief(meaning_section(report)));
  document.add(brief(answers_section(report)));
  document.add(full(guide()));
}

}  // namespace faultline::report

#include "faultline/report/elicit_words.hpp"
#include "faultline/report/html/blocks.hpp"

namespace faultline::report::html {
namespace {

Markup table_of(const CellTable& content) {
  if (content.rows.empty()) return {};
  OldTable table{.caption = content.caption,
                 .heads = content.heads,
                 .numeric = static_cast<int>(content.heads.size()) - 1};
  for (const std::vector<std::string>& row : content.rows)
    table.rows.push_back({row.begin(), row.end()});
  return render(table);
}

Markup limits() {
  return element(
      "section", {{"class", "card"}, {"id", "guide"}},
      {element("h2", {"How to read this page"}),
       paragraph(
           "Each question compares a system that errs more in one group than in the other with "
           "one that errs equally in both. The answer is the equal rate at which the two "
           "systems are as good as each other; the further it lies above the mean of the two "
           "unequal rates, the more the disparity costs."),
       paragraph("The ratio is fitted to all answers by least squares. An answer below that mean "
                 "prefers more errors and a larger disparity at once; it is called dominated and "
                 "left out."),
       paragraph(
           "Lambda is a choice of values, not a measurement. It speaks for the people who were "
           "asked, and those whom the decisions affect may choose otherwise: ask several, and "
           "look at findings over a range of lambda.")});
}

}  // namespace

Markup elicit_block(const result::ElicitReport& report) {
  OldTable facts{.caption = "What follows from the answers",
                 .heads = {"Quantity", "Value"},
                 .css_class = "config"};
  for (const ElicitFact& fact : elicit_facts(report))
    facts.rows.push_back({fact.label, unbroken(fact.value)});
  Markup words;
  for (const std::string& sentence : report.explanation) words += paragraph(sentence);
  Markup block = element("section", {{"class", "card"}, {"id", "elicitation"}},
                         {element("h2", {"In short"}), words, render(facts)});
  block += element("section", {{"class", "card"}, {"id", "answers"}},
                   {element("h2", {"The answers"}), paragraph(answers_sentence(report)),
                    table_of(people_table(report)), table_of(answers_table(report))});
  block += limits();
  return block;
}

}  // namespace faultline::report::html

#include "faultline/report/methods/mitigation/ledger_words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/ijdi/words.hpp"

namespace faultline::report {
namespace {

using result::Ledger;
using result::MitigationReport;

/// Not at lambda = 0, where costs are not given.
bool counts_errors(const Ledger::Costs& costs) {
  return costs.given || costs.false_positive > 0 || costs.false_negative > 0;
}

/// "-12.3", "+4.0".
std::string signed_quantity(double value) {
  if (std::abs(value) < 0.05) return "0";
  return fmt::format("{}{}", value < 0 ? "-" : "+", quantity(std::abs(value)));
}

std::string interval_words(const result::Interval& interval) {
  return interval ? fmt::format("{} to {}", signed_quantity(interval->first),
                                signed_quantity(interval->second))
                  : kNone;
}

std::string change_words(const Ledger& ledger) {
  return fmt::format("goes from {} to {}, a change of {} (95 % interval {})",
                     quantity(ledger.before.cost), quantity(ledger.after.cost),
                     signed_quantity(ledger.change), interval_words(ledger.interval));
}

Table totals(const Ledger& ledger) {
  Table table{.columns = {{.head = "Counted", .kind = Column::Kind::words},
                          {.head = "Before"},
                          {.head = "After"},
                          {.head = "Each costs"},
                          {.head = "Change of cost"}}};
  const auto row = [&table](const char* what, double before, double after, double each) {
    table.add({what, quantity(before), quantity(after), ratio(each),
               signed_quantity(each * (after - before))});
  };
  row("False positives", static_cast<double>(ledger.before.false_positives),
      static_cast<double>(ledger.after.false_positives), ledger.costs.false_positive);
  row("False negatives", static_cast<double>(ledger.before.false_negatives),
      static_cast<double>(ledger.after.false_negatives), ledger.costs.false_negative);
  row("Beyond what is justified, worst subgroup", ledger.before.excess, ledger.after.excess,
      ledger.costs.disparity);
  table
      .add({"Cost", quantity(ledger.before.cost), quantity(ledger.after.cost), "",
            signed_quantity(ledger.change)})
      .weight = Row::Weight::strong;
  return table;
}

Table by_group(const Ledger& ledger) {
  Table table{.columns = {{.head = "For whom", .kind = Column::Kind::words},
                          {.head = "People"},
                          {.head = "False positives", .brief = "FP", .meaning = "before to after"},
                          {.head = "False negatives", .brief = "FN", .meaning = "before to after"},
                          {.head = "Cost of errors", .brief = "Cost", .meaning = "change"},
                          {.head = "95 % interval", .meaning = "of that change"}},
              .note =
                  "Errors alone. What lies beyond what is justified is counted in the total "
                  "above only: it belongs to the worst subgroup, not to a line here."};
  for (const Ledger::Group& group : ledger.groups) {
    table.add({group.text, with_thousands(group.n),
               fmt::format("{} to {}", with_thousands(group.false_positives_before),
                           with_thousands(group.false_positives_after)),
               fmt::format("{} to {}", with_thousands(group.false_negatives_before),
                           with_thousands(group.false_negatives_after)),
               signed_quantity(group.change), interval_words(group.interval)});
  }
  return table;
}

std::string who_is_worst(const Ledger& ledger) {
  if (ledger.before.subgroup.empty() || ledger.after.subgroup.empty()) return "";
  if (ledger.before.subgroup == ledger.after.subgroup)
    return fmt::format("The worst subgroup is \u201c{}\u201d, before and after.",
                       ledger.before.subgroup);
  return fmt::format(
      "The worst subgroup is \u201c{}\u201d before and \u201c{}\u201d after: each is the one that "
      "a "
      "search finds among these people.",
      ledger.before.subgroup, ledger.after.subgroup);
}

}  // namespace

std::string worth_sentence(const MitigationReport& report) {
  if (!report.ledger) return "";
  const Ledger& ledger = *report.ledger;
  if (!ledger.interval) return "As nothing changes, nothing is gained and nothing lost.";
  if (!counts_errors(ledger.costs)) {
    return fmt::format(
        "In the worst subgroup, the number of people flagged beyond what equal rates would give {} "
        "from {} to {}, a change of {} (95 % interval {}). Errors count nothing at lambda = 0, so "
        "whether that is worth the errors above is not said; say what they cost with `costs`.",
        ledger.after.excess < ledger.before.excess ? "falls" : "goes",
        quantity(ledger.before.excess), quantity(ledger.after.excess),
        signed_quantity(ledger.change), interval_words(ledger.interval));
  }
  switch (ledger.worth) {
    case result::Worth::less:
      return fmt::format("At these costs the correction is worth it: the cost {}.",
                         change_words(ledger));
    case result::Worth::more:
      return fmt::format("At these costs the correction is not worth it: the cost {}.",
                         change_words(ledger));
    case result::Worth::unclear:
      break;
  }
  return fmt::format("These people do not tell whether the correction is worth it: the cost {}.",
                     change_words(ledger));
}

std::string costs_sentence(const Ledger& ledger, result::ErrorRate error) {
  const Ledger::Costs& costs = ledger.costs;
  if (!counts_errors(costs)) {
    return "With lambda = 0 no number of errors outweighs a difference, so the cost counts the "
           "people of the worst subgroup who are flagged beyond what equal rates would give, and "
           "nothing else; say what errors cost with `costs`.";
  }
  return fmt::format(
      "A false positive costs {}, a false negative {}, and each person of the worst subgroup whose "
      "decision adds to a {} beyond what is justified {}{}.",
      ratio(costs.false_positive), ratio(costs.false_negative), error_name(error),
      ratio(costs.disparity),
      costs.given ? ""
                  : ": these follow from lambda where errors of both kinds cost the same; say what "
                    "they cost with `costs`");
}

Section ledger_section(const MitigationReport& report) {
  Section section{.heading = "What it costs and saves", .id = "ledger"};
  if (!report.ledger) return section;
  section.add(brief(Paragraph{costs_sentence(*report.ledger, report.error)}));
  section.add(brief(totals(*report.ledger)));
  section.add(brief(Paragraph{who_is_worst(*report.ledger)}));
  if (report.ledger->interval) section.add(brief(by_group(*report.ledger)));
  return section;
}

}  // namespace faultline::report

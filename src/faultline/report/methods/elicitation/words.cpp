#include "faultline/report/methods/elicitation/words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Ratio = result::ElicitReport::Ratio;

/// Ratios and lambdas with the four digits of the explanation, so that no number has two faces.
std::string digits(double value) {
  return std::isnan(value) ? kNotAvailable : fmt::format("{:.4g}", value);
}

std::string lambda_words(const Ratio& ratio) {
  if (ratio.is_infinite()) return "infinite";
  return ratio.lambda ? digits(*ratio.lambda) : kNotAvailable;
}

/// "0.8 to 2.1"; a lambda may have no upper end.
std::string interval_words(const result::Interval& interval) {
  if (!interval) return kNotAvailable;
  if (!std::isfinite(interval->second)) return fmt::format("{} or more", digits(interval->first));
  return fmt::format("{} to {}", digits(interval->first), digits(interval->second));
}

std::string person_words(const std::string& name) { return name.empty() ? "(no name)" : name; }

}  // namespace

std::string error_rates(const result::ElicitReport& report) {
  return report.error == result::ErrorRate::tpr ? "false negative rates" : "false positive rates";
}

std::string answers_sentence(const result::ElicitReport& report) {
  const auto all = static_cast<std::int64_t>(report.answers.size());
  return fmt::format("{} of {}, {} used, about {}.", plural(all, "answer"),
                     people(static_cast<std::int64_t>(report.by_person.size())),
                     report.ratio.answers == all ? "all" : with_thousands(report.ratio.answers),
                     error_rates(report));
}

Facts elicitation_facts(const result::ElicitReport& report) {
  const bool tpr = report.error == result::ErrorRate::tpr;
  Facts facts{.form = Facts::Form::table, .caption = "What follows from the answers"};
  const auto add = [&](const char* label, std::string value) {
    facts.list.push_back({.label = label, .value = std::move(value)});
  };
  add("Ratio",
      fmt::format("{} = cost of a disparity / cost of one {}", digits(report.ratio.estimate),
                  tpr ? "false negative" : "false positive"));
  if (report.ratio.interval)
    add("Interval",
        fmt::format("{} with roughly 95 % confidence", interval_words(report.ratio.interval)));
  if (report.ratio.spread) {
    add("Spread", fmt::format("{} = standard deviation of the single answers' ratios",
                              digits(*report.ratio.spread)));
  }
  if (const auto& range = report.range) {
    add("Range",
        fmt::format("{} to {} between people", digits(range->first), digits(range->second)));
  }
  add("Cost ratio", fmt::format("{} = cost of a false negative / cost of a false positive",
                                digits(report.cost_ratio)));
  const char* formula = tpr ? " = (1 + 1 / cost ratio) / ratio" : " = (1 + cost ratio) / ratio";
  add(tpr ? "lambda_P" : "lambda_N",
      fmt::format("{}{}", lambda_words(report.ratio), report.ratio.lambda ? formula : ""));
  if (report.ratio.lambda_interval) {
    add("its interval",
        fmt::format("{}, at this cost ratio", interval_words(report.ratio.lambda_interval)));
  }
  return facts;
}

Table answers_table(const result::ElicitReport& report) {
  Table table{.caption = fmt::format("{} of the uneven system in groups A and B, and the even rate "
                                     "that is as bad, in %",
                                     capitalised(error_rates(report))),
              .columns = columns_of({"Person", "Group A", "Group B", "Answer", "Ratio", "Weight"}),
              .noun = "answer"};
  for (const auto& answer : report.answers) {
    table.add({person_words(answer.person), digits(answer.z1), digits(answer.z2), digits(answer.z3),
               answer.dominated ? "dominated" : digits(answer.ratio),
               answer.dominated ? kNone : percent(answer.weight)});
  }
  return table;
}

Table people_table(const result::ElicitReport& report) {
  Table table{.caption = "Person by person",
              .columns = columns_of(
                  {"Person", "Answers used", "Ratio", "Spread", "Lambda", "Interval of lambda"}),
              .noun = "person"};
  if (report.by_person.size() < 2) return table;
  for (const auto& [person, ratio] : report.by_person) {
    table.add({person_words(person), with_thousands(ratio.answers), digits(ratio.estimate),
               ratio.spread ? digits(*ratio.spread) : kNotAvailable, lambda_words(ratio),
               interval_words(ratio.lambda_interval)});
  }
  return table;
}

}  // namespace faultline::report

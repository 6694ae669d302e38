#include "faultline/report/elicit_words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"

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

std::string rates(const result::ElicitReport& report) {
  return report.error == result::ErrorRate::tpr ? "false negative rates" : "false positive rates";
}

}  // namespace

std::string answers_sentence(const result::ElicitReport& report) {
  const auto all = static_cast<std::int64_t>(report.answers.size());
  return fmt::format("{} of {}, {} used, about {}.", plural(all, "answer"),
                     people(static_cast<std::int64_t>(report.by_person.size())),
                     report.ratio.answers == all ? "all" : with_thousands(report.ratio.answers),
                     rates(report));
}

std::vector<ElicitFact> elicit_facts(const result::ElicitReport& report) {
  const bool tpr = report.error == result::ErrorRate::tpr;
  std::vector<ElicitFact> facts;
  facts.push_back({"Ratio", fmt::format("{} = cost of a disparity / cost of one {}",
                                        digits(report.ratio.estimate),
                                        tpr ? "false negative" : "false positive")});
  if (report.ratio.spread) {
    facts.push_back({"Spread", fmt::format("{} = standard deviation of the single answers' ratios",
                                           digits(*report.ratio.spread))});
  }
  if (const auto& range = report.range) {
    facts.push_back({"Range", fmt::format("{} to {} between people", digits(range->first),
                                          digits(range->second))});
  }
  facts.push_back(
      {"Cost ratio", fmt::format("{} = cost of a false negative / cost of a false positive",
                                 digits(report.cost_ratio))});
  facts.push_back({tpr ? "lambda_P" : "lambda_N", lambda_words(report.ratio)});
  return facts;
}

CellTable answers_table(const result::ElicitReport& report) {
  CellTable table{.caption = fmt::format("The answers: {} of the uneven system in groups A and B, "
                                         "and the even rate that is as bad, in %",
                                         rates(report)),
                  .heads = {"Person", "Group A", "Group B", "Answer", "Ratio"}};
  for (const auto& answer : report.answers) {
    table.rows.push_back({answer.person.empty() ? "(no name)" : answer.person, digits(answer.z1),
                          digits(answer.z2), digits(answer.z3),
                          answer.dominated ? "dominated" : digits(answer.ratio)});
  }
  return table;
}

CellTable people_table(const result::ElicitReport& report) {
  CellTable table{.caption = "Person by person",
                  .heads = {"Person", "Answers used", "Ratio", "Spread", "Lambda"}};
  if (report.by_person.size() < 2) return table;
  for (const auto& [person, ratio] : report.by_person) {
    table.rows.push_back({person.empty() ? "(no name)" : person, with_thousands(ratio.answers),
                          digits(ratio.estimate),
                          ratio.spread ? digits(*ratio.spread) : kNotAvailable,
                          lambda_words(ratio)});
  }
  return table;
}

}  // namespace faultline::report

#include "faultline/report/methods/compare/words.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/bias_scan/family_words.hpp"
#include "faultline/report/methods/metrics/words.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using result::Criterion;

bool is_worse(const result::Finding& finding) {
  return finding.direction == result::Direction::higher;
}

/// "errs more often than the old one".
std::string does(const result::Finding& finding) {
  const bool worse = is_worse(finding);
  switch (finding.metric) {
    case Criterion::error:
      return fmt::format("errs {} often than the old one", worse ? "more" : "less");
    case Criterion::log_loss:
      return fmt::format("gives {} probability to what happened than the old one",
                         worse ? "less" : "more");
    default:
      return fmt::format("predicts {} than the old one", worse ? "worse" : "better");
  }
}

/// "23.1 % of its decisions are wrong, against 17.8 % of the old model's".
std::string figures(const result::Finding& finding) {
  const std::string after = loss_number(finding, finding.observed);
  const std::string before = loss_number(finding, finding.expected);
  switch (finding.metric) {
    case Criterion::error:
      return fmt::format("{} of its decisions are wrong, against {} of the old model's", after,
                         before);
    case Criterion::log_loss:
      return fmt::format("its log loss is {}; that of the old model is {}", after, before);
    default:
      return fmt::format(
          "the mean squared distance of its predictions from what happened (Brier score) is {}; "
          "for the old model it is {}",
          after, before);
  }
}

std::string who(const result::Finding& finding) {
  if (finding.subgroup && finding.subgroup->empty())
    return fmt::format("all {} together", people(finding.n));
  return fmt::format("the {} with {}", people(finding.n), named_values(finding));
}

}  // namespace

bool compares_losses(const result::Finding& finding) {
  return finding.method == result::Method::paired_loss_scan;
}

std::string loss_number(const result::Finding& finding, double loss) {
  return finding.metric == Criterion::error ? percent(loss) : amount(loss);
}

std::string loss_difference(const result::Finding& finding, double difference) {
  if (!std::isfinite(difference)) return difference < 0 ? "-infinity" : "infinity";
  return finding.metric == Criterion::error ? fmt::format("{} points", points(difference))
                                            : amount(difference);
}

std::string named_values(const result::Finding& finding) {
  std::vector<std::string> parts;
  for (const auto& [attribute, values] : finding.subgroup.value_or(result::NamedValues{}))
    parts.push_back(fmt::format("{} = {}", attribute, join_words(values, values.size(), "or")));
  return parts.empty() ? "everybody" : join_words(parts, parts.size());
}

Wording loss_wording(const result::Finding& finding) {
  const std::string verb = does(finding);
  return {.title = fmt::format("The new model {}", verb),
          .consequence = fmt::format("the new model {} for these people", verb),
          .subject = "difference of the two models' losses",
          .happened = "was the loss of the new model",
          .reference = "the old one had",
          .suspicion = fmt::format("the new model {} for any subgroup", verb),
          .reassurance = is_worse(finding)
                             ? "the new model is as good as the old one for every subgroup"
                             : "the new model is nowhere better than the old one",
          .null_data = "with every person's two losses exchanged at random",
          .absence = fmt::format("There is no subgroup for which the new model {} by more than the "
                                 "penalty for naming the subgroup.",
                                 verb),
          .everyone = "No smaller subgroup stands out more than everybody together."};
}

std::string loss_sentence(const result::Finding& finding, const result::Result& result) {
  const std::int64_t all = people_looked_at(finding, result);
  const bool everybody = finding.subgroup && finding.subgroup->empty();
  if (!departs(finding)) {
    return fmt::format("For {}, the new model does not do {} than the old one: {}.", who(finding),
                       is_worse(finding) ? "worse" : "better", figures(finding));
  }
  return fmt::format("The new model {} for {}{}: {}.", does(finding), who(finding),
                     everybody || all <= 0
                         ? std::string{}
                         : fmt::format(" ({} of all)", percent(static_cast<double>(finding.n) /
                                                               static_cast<double>(all))),
                     figures(finding));
}

std::string loss_theta(const result::Finding& finding) {
  if (!finding.theta) return "";
  return fmt::format("{} {}", loss_difference(finding, std::abs(*finding.theta)),
                     *finding.theta < 0 ? "lower" : "higher");
}

Facts loss_facts(const result::Finding& finding, const result::Result& result) {
  Facts facts;
  facts.list.push_back(people_fact(finding, result));
  const char* what = finding.metric == Criterion::error ? "wrong decisions" : "mean loss";
  facts.list.push_back(
      {.label = "New model", .value = loss_number(finding, finding.observed), .note = what});
  facts.list.push_back(
      {.label = "Old model", .value = loss_number(finding, finding.expected), .note = what});
  Fact change{.label = "Change",
              .value = finding.theta ? loss_difference(finding, *finding.theta) : kNotAvailable};
  if (finding.theta_interval) {
    change.note = fmt::format("{} interval{} {} to {}", confidence_words(1 - result.alpha),
                              after_search(finding) ? " over the whole search" : "",
                              loss_difference(finding, finding.theta_interval->first),
                              loss_difference(finding, finding.theta_interval->second));
  }
  if (finding.theta_shrunken) {
    change.note += fmt::format("{}{} after correcting for the search picking extremes",
                               change.note.empty() ? "" : "; ",
                               loss_difference(finding, *finding.theta_shrunken));
  }
  facts.list.push_back(std::move(change));
  facts.list.push_back(mean_score_fact(finding));
  if (finding.p_value) facts.list.push_back(mean_p_value_fact(finding));
  return facts;
}

Table loss_breakdown(const result::Finding& finding) {
  Table table{.columns = columns_of({"Value", "People", "New model", "Old model", "Change"}),
              .noun = "value"};
  const auto cells = [&](const std::string& name, std::int64_t n, double after,
                         double before) -> std::vector<Cell> {
    return {name, with_thousands(n), loss_number(finding, after), loss_number(finding, before),
            loss_difference(finding, after - before)};
  };
  table.groups.push_back({});
  table.add(cells("Everyone in the subgroup", finding.n, finding.observed, finding.expected))
      .weight = Row::Weight::strong;
  const result::Breakdown* previous = nullptr;
  for (const result::Breakdown& row : finding.breakdown) {
    if (previous == nullptr || previous->attribute != row.attribute) {
      table.groups.push_back(
          {.title = row.attribute, .tag = row.restricted ? "defines the subgroup" : ""});
    }
    previous = &row;
    table.add(cells(row.label, row.n, row.observed, row.expected)).weight =
        row.n < kFewPeople ? Row::Weight::faint : Row::Weight::normal;
  }
  table.caption = fmt::format(
      "{} of both models among the people of the subgroup. Rows of fewer than {} "
      "people are faint.",
      finding.metric == Criterion::error ? "Wrong decisions" : "Mean losses", kFewPeople);
  return table;
}

}  // namespace faultline::report

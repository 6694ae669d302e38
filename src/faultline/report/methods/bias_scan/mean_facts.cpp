// Facts and values of a finding that compares means.

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/bias_scan/family_words.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

// Means of fewer people than this are shown faint, as rates are.
constexpr std::int64_t kFew = 10;

bool is_ratio(const result::Finding& finding) { return finding.theta_name == result::ThetaName::q; }

std::string interval_words(const result::Finding& finding, const result::Interval& interval,
                           bool of_ratio) {
  if (!interval) return "";
  const auto end = [&](double value) {
    return !std::isfinite(value) ? "infinity" : of_ratio ? ratio(value) : amount(value);
  };
  return fmt::format("; 95 % interval{} {} to {}",
                     after_search(finding) ? " over the whole search" : "", end(interval->first),
                     end(interval->second));
}

Fact theta_fact(const result::Finding& finding) {
  Fact fact{.label = is_ratio(finding) ? "Ratio q" : "Shift mu", .value = kNotAvailable};
  if (finding.theta) {
    fact.value = is_ratio(finding) ? ratio(*finding.theta) : amount(*finding.theta);
  } else if (finding.theta_limit) {
    fact.value = "0";
  }
  fact.note =
      family_theta(finding) + interval_words(finding, finding.theta_interval, is_ratio(finding));
  if (finding.theta_shrunken) {
    fact.note += fmt::format(
        "; {} after correcting for the search picking extremes",
        is_ratio(finding) ? ratio(*finding.theta_shrunken) : amount(*finding.theta_shrunken));
  }
  return fact;
}

}  // namespace

Fact mean_score_fact(const result::Finding& finding) {
  Fact fact{.label = "Score",
            .value = score(finding.score),
            .note = fmt::format("log-likelihood ratio {} less a penalty of {}",
                                score(finding.log_likelihood_ratio), shortest(finding.penalty))};
  if (finding.score_tested) {
    fact.note += fmt::format("; {} were tested, because skewness may account for the rest",
                             score(*finding.score_tested));
  }
  return fact;
}

Fact mean_p_value_fact(const result::Finding& finding) {
  Fact fact{.label = "p-value",
            .value = p_value(finding.p_value.value_or(1)),
            .note = plural(finding.replicates, "replicate")};
  if (finding.p_value_interval) {
    fact.note +=
        fmt::format("; simulation error {} to {}", p_value(finding.p_value_interval->first),
                    p_value(finding.p_value_interval->second));
  }
  if (finding.p_value_adjusted && finding.p_value_adjusted != finding.p_value)
    fact.note = fmt::format("adjusted {}; {}", p_value(*finding.p_value_adjusted), fact.note);
  return fact;
}

Facts mean_facts(const result::Finding& finding, const result::Result& result) {
  Facts facts;
  facts.list.push_back(people_fact(finding, result));
  const auto sum = [&](double total) {
    return finding.family == result::Family::poisson ? fmt::format("mean; sum {}", amount(total))
                                                     : std::string("mean");
  };
  facts.list.push_back({.label = "Observed",
                        .value = amount(finding.observed),
                        .note = sum(finding.observed_count) +
                                interval_words(finding, finding.observed_interval, false)});
  facts.list.push_back({.label = "Expected",
                        .value = amount(finding.expected),
                        .note = sum(finding.expected_count)});
  if (finding.comparison && finding.comparison->n > 0) {
    facts.list.push_back({.label = "Everybody else",
                          .value = amount(finding.comparison->observed),
                          .note = fmt::format("mean of {}", people(finding.comparison->n)),
                          .brief = "Others"});
  }
  facts.list.push_back(theta_fact(finding));
  facts.list.push_back(mean_score_fact(finding));
  if (finding.p_value) facts.list.push_back(mean_p_value_fact(finding));
  return facts;
}

Table mean_table(const result::Finding& finding) {
  Table table{.columns = {{.head = "Value", .kind = Column::Kind::words},
                          {.head = "People"},
                          {.head = "Observed"},
                          {.head = "Expected"},
                          {.head = "Difference"}},
              .noun = "value"};
  const auto cells = [](const std::string& name, std::int64_t n, double observed,
                        double expected) -> std::vector<Cell> {
    return {name, with_thousands(n), amount(observed), amount(expected),
            amount(observed - expected)};
  };
  table.groups.push_back({});
  table.add(cells("Everyone in the subgroup", finding.n, finding.observed, finding.expected))
      .weight = Row::Weight::strong;
  bool few = false;
  const result::Breakdown* previous = nullptr;
  for (const result::Breakdown& row : finding.breakdown) {
    if (previous == nullptr || previous->attribute != row.attribute) {
      table.groups.push_back(
          {.title = row.attribute, .tag = row.restricted ? "defines the subgroup" : ""});
    }
    previous = &row;
    Row& line = table.add(cells(row.label, row.n, row.observed, row.expected));
    if (row.n >= kFew) continue;
    few = true;
    line.weight = Row::Weight::faint;
  }
  table.caption = "Observed and expected means among the people of the subgroup.";
  if (few) table.caption += fmt::format(" Rows of fewer than {} people are faint.", kFew);
  return table;
}

}  // namespace faultline::report

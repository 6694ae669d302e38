#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/bias_scan/family_words.hpp"
#include "faultline/report/methods/compare/words.hpp"
#include "faultline/report/methods/conditional/criterion.hpp"
#include "faultline/report/methods/conditional/words.hpp"
#include "faultline/report/methods/ijdi/words.hpp"
#include "faultline/report/methods/shared/effect_words.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/plain_finding.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"

namespace faultline::report {
namespace {

std::string theta_value(const result::Finding& finding) {
  if (finding.theta_limit == result::Limit::infinity) return "infinite";
  if (finding.theta_limit == result::Limit::zero) return "0";
  return finding.theta ? ratio(*finding.theta) : kNotAvailable;
}

/// What a search adds to the uncertainty, and takes off the estimate.
std::string theta_note(const result::Finding& finding, const result::Result& result) {
  std::string note = theta_meaning(finding, decision_is_wanted(result));
  if (finding.theta_interval) note += "; " + theta_interval_words(finding, result);
  if (finding.theta_shrunken) {
    const double shrunken = *finding.theta_shrunken;
    note += fmt::format("; {} after correcting for the search picking extremes",
                        std::isfinite(shrunken) ? ratio(shrunken) : "infinity");
  }
  return note;
}

std::string p_value_note(const result::Finding& finding) {
  if (finding.proven) {
    return fmt::format("proven{}; no replicates needed",
                       after_search(finding) ? ", the whole search counted" : "");
  }
  std::string note = plural(finding.replicates, "replicate");
  if (finding.p_value_interval) {
    note += fmt::format("; {} to {} allowing for simulation error",
                        p_value(finding.p_value_interval->first),
                        p_value(finding.p_value_interval->second));
  }
  if (finding.p_value_adjusted && finding.p_value_adjusted != finding.p_value) {
    return fmt::format("adjusted {}; {}", p_value(*finding.p_value_adjusted), note);
  }
  return note;
}

Fact observed_fact(const result::Finding& finding, const result::Result& result, bool rates) {
  std::string note = rates ? quantity(finding.observed_count) + " people" : "mean";
  if (finding.observed_interval) note += "; " + rate_interval_words(finding, result);
  return {.label = "Observed", .value = percent(finding.observed), .note = std::move(note)};
}

/// What base rates justify.
void add_base_rates(const result::Finding& finding, std::vector<Fact>& list) {
  const auto& ijdi = ijdi_of(finding);
  if (ijdi.allowed) {
    const bool lower = finding.direction == result::Direction::lower;
    list.push_back({.label = lower ? "Justified at least" : "Justified at most",
                    .value = percent(*ijdi.allowed),
                    .note = fmt::format("by the base rates, {}", lambda_label(finding)),
                    .brief = "Justified"});
  }
  if (ijdi.base_rate) {
    list.push_back({.label = "Base rate",
                    .value = percent(*ijdi.base_rate),
                    .note = ijdi.base_rate_outside ? fmt::format("{} outside the subgroup",
                                                                 percent(*ijdi.base_rate_outside))
                                                   : "nobody is outside the subgroup"});
  }
}

/// Whom a method compares the subgroup with.
const char* comparison_name(const result::Finding& finding) {
  switch (finding.method) {
    case result::Method::bias_scan:
    case result::Method::paired_loss_scan:
      return "Everybody else";
    case result::Method::conditional_bias_scan:
      return compares_periods(finding) ? "Same subgroup before" : "Same subgroup outside the class";
    case result::Method::ijdi_scan:
      return "Outside the subgroup";
  }
  throw InternalError("a method without words");
}

Fact comparison_fact(const result::Finding& finding, const result::Result& result, bool rates) {
  const result::Rate& others = *finding.comparison;
  Fact fact{.label = comparison_name(finding), .brief = "Others"};
  if (others.n == 0) {
    fact.value = kNotAvailable;
    fact.note = "nobody";
    return fact;
  }
  fact.value = percent(others.observed);
  fact.note = rates ? fmt::format("{} of {}", quantity(others.observed_count), people(others.n))
                    : fmt::format("mean of {}", people(others.n));
  if (others.interval) {
    fact.note += fmt::format("; 95 % interval {} to {}{}", percent(others.interval->first),
                             percent(others.interval->second),
                             chosen_by_search(finding, result) ? ", the search not counted" : "");
  }
  return fact;
}

/// "those of the class who did not have the outcome; ": whom a criterion looks at, when not at all
/// of the subgroup.
std::string whose_people(const result::Finding& finding, const result::Result& result) {
  if (finding.method != result::Method::conditional_bias_scan) return "";
  const char* whom = plain_criterion(finding.metric, decision_is_wanted(result)).whom;
  if (*whom == '\0') return "";
  return fmt::format("those {}{}; ", compares_periods(finding) ? "after" : "of the class", whom);
}

}  // namespace

Fact people_fact(const result::Finding& finding, const result::Result& result) {
  Fact fact{.label = "People", .value = with_thousands(finding.n)};
  if (finding.method == result::Method::ijdi_scan) {
    fact.note = ijdi_of(finding).error == result::ErrorRate::tpr
                    ? "of the subgroup, with the outcome"
                    : "of the subgroup, without the outcome";
  } else if (const std::int64_t all = people_looked_at(finding, result);
             all > 0 && !(held_out(result) && finding.protected_class)) {
    fact.note = fmt::format("{}{} of {}", whose_people(finding, result),
                            percent(static_cast<double>(finding.n) / static_cast<double>(all)),
                            with_thousands(all));
  }
  return fact;
}

Facts finding_facts(const result::Finding& finding, const result::Result& result) {
  if (compares_means(finding)) return mean_facts(finding, result);
  if (compares_losses(finding)) return loss_facts(finding, result);
  const bool rates = finding.theta_name == result::ThetaName::q;
  Facts facts;
  facts.list.push_back(people_fact(finding, result));
  facts.list.push_back(observed_fact(finding, result, rates));
  facts.list.push_back({.label = "Expected",
                        .value = percent(finding.expected),
                        .note = rates ? quantity(finding.expected_count) + " people" : "mean"});
  if (finding.comparison) facts.list.push_back(comparison_fact(finding, result, rates));
  add_base_rates(finding, facts.list);
  facts.list.push_back({.label = rates ? "Odds ratio q" : "Shift mu",
                        .value = theta_value(finding),
                        .note = theta_note(finding, result)});
  facts.list.push_back(
      {.label = "Score",
       .value = score(finding.score),
       .note = fmt::format("log-likelihood ratio {} less a penalty of {}",
                           score(finding.log_likelihood_ratio), shortest(finding.penalty))});
  if (finding.p_value) {
    facts.list.push_back({.label = "p-value",
                          .value = finding.proven ? "at most " + p_bound(*finding.p_value)
                                                  : p_value(*finding.p_value),
                          .note = p_value_note(finding)});
  }
  return facts;
}

}  // namespace faultline::report

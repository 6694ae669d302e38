#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/methods/ijdi/words.hpp"
#include "faultline/report/methods/shared/wording.hpp"

namespace faultline::report::html {
namespace {

Markup fact(const char* name, const std::string& value, const std::string& note) {
  return element("div",
                 {element("dt", {name}), element("dd", {{"class", "value"}}, {unbroken(value)}),
                  note.empty() ? Markup{} : element("dd", {{"class", "note"}}, {unbroken(note)})});
}

std::string theta_value(const result::Finding& finding) {
  if (finding.theta_limit == result::Limit::infinity) return "infinite";
  if (finding.theta_limit == result::Limit::zero) return "0";
  return finding.theta ? ratio(*finding.theta) : kNotAvailable;
}

std::string p_value_note(const result::Finding& finding) {
  std::string note = plural(finding.replicates, "replicate");
  if (finding.p_value_interval) {
    note += fmt::format("; simulation error {} to {}", p_value(finding.p_value_interval->first),
                        p_value(finding.p_value_interval->second));
  }
  if (finding.p_value_adjusted && finding.p_value_adjusted != finding.p_value) {
    return fmt::format("adjusted {}; {}", p_value(*finding.p_value_adjusted), note);
  }
  return note;
}

/// Whom the finding counts: of everybody, or for IJDI-Scan those with or without the outcome.
Markup people_fact(const result::Finding& finding, const result::Result& result) {
  if (finding.method == result::Method::ijdi_scan) {
    return fact("People", with_thousands(finding.n),
                ijdi_of(finding).error == result::ErrorRate::tpr
                    ? "of the subgroup, with the outcome"
                    : "of the subgroup, without the outcome");
  }
  return fact("People", with_thousands(finding.n),
              result.data.rows_used > 0
                  ? fmt::format("{} of {}",
                                percent(static_cast<double>(finding.n) /
                                        static_cast<double>(result.data.rows_used)),
                                with_thousands(result.data.rows_used))
                  : "");
}

/// What base rates justify.
Markup base_rate_facts(const result::Finding& finding) {
  Markup facts;
  if (ijdi_of(finding).allowed) {
    facts += fact("Justified at most", percent(*ijdi_of(finding).allowed),
                  fmt::format("by the base rates, {}", lambda_label(finding)));
  }
  if (ijdi_of(finding).base_rate) {
    facts += fact(
        "Base rate", percent(*ijdi_of(finding).base_rate),
        ijdi_of(finding).base_rate_outside
            ? fmt::format("{} outside the subgroup", percent(*ijdi_of(finding).base_rate_outside))
            : "nobody is outside the subgroup");
  }
  return facts;
}

Markup comparison_fact(const result::Rate& others, bool rates, const char* name) {
  if (others.n == 0) return fact(name, kNotAvailable, "nobody");
  std::string note =
      rates ? fmt::format("{} of {}", quantity(others.observed_count), people(others.n))
            : fmt::format("mean of {}", people(others.n));
  if (others.interval) {
    note += fmt::format("; 95 % interval {} to {}", percent(others.interval->first),
                        percent(others.interval->second));
  }
  return fact(name, percent(others.observed), note);
}

/// Whom a method compares the subgroup with.
const char* comparison_name(result::Method method) {
  switch (method) {
    case result::Method::bias_scan:
      return "Everybody else";
    case result::Method::conditional_bias_scan:
      return "Same subgroup outside the class";
    case result::Method::ijdi_scan:
      return "Outside the subgroup";
  }
  throw InternalError("a method without words");
}

}  // namespace

Markup facts_block(const result::Finding& finding, const result::Result& result) {
  const bool rates = finding.theta_name == result::ThetaName::q;
  Markup facts;
  facts += people_fact(finding, result);
  facts += fact("Observed", percent(finding.observed),
                rates ? quantity(finding.observed_count) + " people" : "mean");
  facts += fact("Expected", percent(finding.expected),
                rates ? quantity(finding.expected_count) + " people" : "mean");
  if (finding.comparison) {
    facts += comparison_fact(*finding.comparison, rates, comparison_name(finding.method));
  }
  facts += base_rate_facts(finding);
  facts += fact(rates ? "Odds ratio q" : "Shift mu", theta_value(finding), theta_meaning(finding));
  facts += fact("Score", score(finding.score),
                fmt::format("log-likelihood ratio {} less a\u00A0penalty\u00A0of\u00A0{}",
                            score(finding.log_likelihood_ratio), shortest(finding.penalty)));
  if (finding.p_value) facts += fact("p-value", p_value(*finding.p_value), p_value_note(finding));
  return element("dl", {{"class", "facts"}}, {facts});
}

}  // namespace faultline::report::html

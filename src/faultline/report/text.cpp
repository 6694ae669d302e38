#include "faultline/report/text.hpp"

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/base/version.hpp"
#include "faultline/report/format.hpp"
#include "faultline/report/power_words.hpp"
#include "faultline/report/sentences.hpp"
#include "faultline/report/text_audit.hpp"
#include "faultline/report/text_counterfactual.hpp"
#include "faultline/report/text_elicit.hpp"
#include "faultline/report/text_ijdi.hpp"
#include "faultline/report/text_mitigation.hpp"
#include "faultline/report/text_sources.hpp"
#include "faultline/report/wording.hpp"

namespace faultline::report {
namespace {

constexpr std::size_t kListedColumns = 10;

const char* verdict_colour(Verdict verdict) {
  switch (verdict) {
    case Verdict::significant:
      return "1;31";
    case Verdict::not_significant:
    case Verdict::not_computed:
    case Verdict::nothing_found:
      return "1";
    case Verdict::not_tested:
    case Verdict::no_p_value:
      return "1;33";
  }
  return "1";
}

/// One line per column; a file with many columns does not push the findings off the screen.
void write_left_out(const data::Notices& columns, Page& page) {
  if (columns.empty()) return;
  page.paragraph(
      fmt::format("{} not scanned:", plural(static_cast<std::int64_t>(columns.size()), "column")),
      "  ");
  // One more line would say no less than "and 1 more".
  const std::size_t listed = columns.size() <= kListedColumns + 1 ? columns.size() : kListedColumns;
  for (std::size_t i = 0; i < listed; ++i) page.paragraph(columns[i].text, "    ");
  if (listed < columns.size()) {
    page.paragraph(fmt::format("and {} more; `json` writes them all", columns.size() - listed),
                   "    ");
  }
}

void write_data(const result::Result& result, Page& page) {
  const data::Summary& data = result.data;
  page.heading(fmt::format("Faultline {}: {}, seed {}", version(), title(result.command).method,
                           result.seed));
  page.paragraph(fmt::format("{}: {}", data.source, data_sentence(result)));
  for (const data::Notice& item : data.dropped) {
    page.paragraph(fmt::format("{} left out: {}", people(item.count), item.text), "  ");
  }
  write_left_out(of_kind(result.notices, result::NoticeKind::left_out), page);
  for (const std::string& note : texts(result.notices, result::NoticeKind::note))
    page.paragraph(note, "  ");
  if (result.partial) {
    page.blank();
    page.heading(
        "PARTIAL: the run was interrupted. What is here is finished and valid, but it is not all "
        "that was asked.");
  }
}

/// As the page does: what was found, before the numbers. One finding says it itself.
void write_summary(const result::Result& result, Page& page) {
  if (result.findings.size() < 2) return;
  page.blank();
  page.heading("In short");
  std::size_t number = 0;
  for (const result::Finding& finding : result.findings) {
    const std::string title = inside_sentence(wording(finding).title);
    const std::string who = finding.subgroup ? ": " + subgroup_words(finding) : "";
    page.paragraph(
        fmt::format("{}{} ({})", verdict_label(verdict(finding, result.alpha)), who, title),
        fmt::format("  {}. ", ++number));
  }
}

void write_p_value(const result::Finding& finding, Page& page) {
  if (!finding.subgroup || !finding.p_value) return;
  page.field("p-value", p_value_with_limit(*finding.p_value, finding.replicates));
  if (finding.p_value_adjusted) {
    page.field("", fmt::format("{} adjusted for all tests of this run (Holm)",
                               p_value(*finding.p_value_adjusted)));
  }
  if (finding.p_value_interval) {
    page.field("", fmt::format("{} to {} is the 95 % interval of its simulation error",
                               p_value(finding.p_value_interval->first),
                               p_value(finding.p_value_interval->second)));
  }
}

std::string theta_field(const result::Finding& finding) {
  const std::string meaning = theta_meaning(finding);
  if (finding.theta_limit) {
    return fmt::format("{} = {}{}", name_of(finding.theta_name),
                       *finding.theta_limit == result::Limit::zero ? "0" : "infinity",
                       meaning.empty() ? "" : ": " + meaning);
  }
  if (!finding.theta) return kNotAvailable;
  return fmt::format("{} = {}{}", name_of(finding.theta_name), ratio(*finding.theta),
                     meaning.empty() ? "" : ": " + meaning);
}

void write_numbers(const result::Finding& finding, const result::Result& result, Page& page) {
  std::string size = people(finding.n);
  if (result.data.rows_used > 0) {
    size = fmt::format(
        "{} of {} ({})", with_thousands(finding.n), with_thousands(result.data.rows_used),
        percent(static_cast<double>(finding.n) / static_cast<double>(result.data.rows_used)));
  }
  page.field("People", size);
  const bool rates = finding.theta_name == result::ThetaName::q;
  std::string observed = percent(finding.observed);
  if (rates) observed += fmt::format(" ({})", quantity(finding.observed_count));
  if (finding.observed_interval) {
    observed += fmt::format(", 95 % interval {} to {}", percent(finding.observed_interval->first),
                            percent(finding.observed_interval->second));
  }
  page.field("Observed", observed);
  page.field("Expected",
             percent(finding.expected) +
                 (rates ? fmt::format(" ({})", quantity(finding.expected_count)) : std::string{}));
  if (finding.comparison) {
    page.field("Comparison", fmt::format("{} among {}", percent(finding.comparison->observed),
                                         people(finding.comparison->n)));
  }
  page.field(rates ? "Odds ratio" : "Shift", theta_field(finding));
  page.field("Score", fmt::format("{} (log-likelihood ratio {}, penalty {})", score(finding.score),
                                  score(finding.log_likelihood_ratio), shortest(finding.penalty)));
}

void write_finding(const result::Finding& finding, const result::Result& result, std::size_t number,
                   Page& page) {
  const Wording words = wording(finding);
  const Verdict found = verdict(finding, result.alpha);
  std::string heading = fmt::format("{}. {}", number, words.title);
  if (found == Verdict::significant && !words.short_consequence.empty()) {
    heading += fmt::format(": {}", words.short_consequence);
  }
  if (finding.protected_class) {
    heading += fmt::format(" ({} = {})", finding.protected_class->attribute,
                           finding.protected_class->value);
  }
  if (finding.rank > 1) heading += fmt::format(", rank {}", finding.rank);
  page.blank();
  page.heading(heading);
  page.field("Subgroup", subgroup_words(finding));
  if (finding.subgroup) write_numbers(finding, result, page);
  write_p_value(finding, page);
  std::string decision = verdict_label(found);
  if (finding.subgroup && finding.p_value) {
    decision += fmt::format(" at the level {}", shortest(result.alpha));
  }
  page.field("Verdict", decision, verdict_colour(found));
  if (found == Verdict::nothing_found) page.field("", finding_sentence(finding, result));
  if (found != Verdict::significant) page.field("", conclusion_sentence(finding, result));
  page.field("Search", search_sentence(finding));
  for (const std::string& warning : texts(finding.warnings)) page.field("Warning", warning, "33");
}

void write_power(const result::PowerReport& power, Page& page) {
  page.blank();
  page.heading("Power, by the theory of the Bias Scan");
  for (const PowerFact& fact : power_facts(power)) page.field(fact.label, fact.value);
  for (const std::string& sentence : texts(power.notices)) page.paragraph(sentence, "  ");
}

}  // namespace

std::string to_text(const result::Result& result, const TextOptions& options) {
  Page page(options);
  if (result.elicit) {
    write_elicit(result, page);
  } else {
    write_data(result, page);
  }
  if (result.mitigation) write_mitigation(result, page);
  if (result.counterfactual) write_counterfactual(result, page);
  if (result.sources) write_sources(result, page);
  if (result.command == result::Command::audit) {
    write_audit(result, page);
  } else if (result.command == result::Command::ijdi) {
    write_ijdi(result, page);
  } else if (!result.mitigation) {
    write_summary(result, page);
    std::size_t number = 0;
    for (const result::Finding& finding : result.findings)
      write_finding(finding, result, ++number, page);
  }
  if (result.power) write_power(*result.power, page);
  const std::vector<std::string> warnings = texts(result.notices, result::NoticeKind::warning);
  if (!warnings.empty()) page.blank();
  for (const std::string& warning : warnings) page.field("Warning", warning, "33");
  return std::move(page).finish();
}

}  // namespace faultline::report

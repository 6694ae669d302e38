#include "faultline/report/methods/bias_scan/document.hpp"

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/bias_scan/family_words.hpp"
#include "faultline/report/methods/bias_scan/power_words.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/scan_guide.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"

namespace faultline::report {
namespace {

constexpr const char* kObserved =
    "Observed is the share of the subgroup that had the event. Expected is the share that should "
    "have had it, added up person by person from the predictions under audit.";

constexpr const char* kObservedMean =
    "Observed is the mean outcome of the subgroup. Expected is the mean of what was predicted for "
    "its people, or, where no predictions were given, the mean outcome of everybody.";

Section summary(const result::Result& result) {
  Verdicts verdicts;
  for (const result::Finding& finding : result.findings) {
    std::string words = subgroup_words(finding);
    if (finding.subgroup) {
      const auto value = [&](double x) { return compares_means(finding) ? amount(x) : percent(x); };
      words += fmt::format(". {} observed where {} is expected, {}{}.", value(finding.observed),
                           value(finding.expected), people(finding.n),
                           departs(finding) ? "" : ", which is the other way round");
    }
    verdicts.list.push_back({.badge = verdict_badge(finding, result.alpha),
                             .title = wording(finding).title,
                             .link = finding_anchor(verdicts.list.size() + 1),
                             .words = std::move(words)});
  }
  Section section{.heading = "In short", .id = "summary"};
  section.add(brief(std::move(verdicts)));
  return section;
}

Section finding_section(const result::Finding& finding, const result::Result& result,
                        std::size_t number) {
  const Wording words = wording(finding);
  Section section{.heading = fmt::format("{}. {}", number, words.title),
                  .id = finding_anchor(number),
                  .badges = {verdict_badge(finding, result.alpha)}};
  if (verdict(finding, result.alpha) == Verdict::significant) {
    section.lead_in = words.short_consequence;
  }
  if (finding.rank > 1) section.heading += fmt::format(", rank {}", finding.rank);
  add_finding(finding, result, section);
  return section;
}

Section power_section(const result::PowerReport& power) {
  Section section{.heading = "What could have been detected", .id = "power"};
  Facts facts{.form = Facts::Form::table, .caption = "Power of this scan"};
  for (const PowerFact& fact : power_facts(power)) {
    facts.list.push_back({.label = fact.label, .value = fact.value});
  }
  section.add(brief(std::move(facts)));
  if (Table effects = effects_table(power); !effects.groups.empty())
    section.add(brief(std::move(effects)));
  for (std::string& sentence : texts(power.notices)) {
    section.add(brief(Paragraph{std::move(sentence)}));
  }
  return section;
}

}  // namespace

void write_bias_scan(const result::Result& result, Document& document) {
  document.add(brief(summary(result)));
  std::size_t number = 0;
  for (const result::Finding& finding : result.findings) {
    document.add(brief(finding_section(finding, result, ++number)));
  }
  if (result.power) document.add(brief(power_section(*result.power)));
  const bool means = !result.findings.empty() && compares_means(result.findings.front());
  document.add(full(guide_section(scan_entries(means ? kObservedMean : kObserved, result.alpha))));
}

}  // namespace faultline::report

#include "faultline/report/methods/ijdi/document.hpp"

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/methods/ijdi/answer.hpp"
#include "faultline/report/methods/ijdi/sections.hpp"
#include "faultline/report/methods/ijdi/sweep.hpp"
#include "faultline/report/methods/ijdi/words.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/models_section.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

constexpr const char* kAdjustments = "Adjustments on the way";

/// "fpr, lambda = 0.3".
std::string scan_words(const ErrorSweep& sweep, const result::Finding& finding) {
  return fmt::format("{}, {}", name_of(sweep.error), lambda_label(finding));
}

Section answer_section(const ErrorSweep& sweep, const result::Result& result) {
  Section section{.heading = sweep_title(sweep)};
  section.add(brief(Paragraph{sweep_sentence(sweep, result), Paragraph::Tone::lead}));
  section.add(brief(sweep_verdicts(sweep, result)));
  return section;
}

/// The same for those who know the words, and the scores over lambda.
Section story_in_numbers(const std::vector<ErrorSweep>& sweeps, const result::Result& result) {
  Section section{.heading = "In numbers", .fold = Section::Fold::closed};
  for (const ErrorSweep& sweep : sweeps) {
    Section of_error{.heading = sweep_title(sweep)};
    of_error.add(brief(List{.items = sweep_story(sweep, result)}));
    of_error.add(full(Figures{.list = sweep_figures(sweep, result)}));
    section.add(brief(std::move(of_error)));
  }
  return section;
}

/// Step by step, below what an edge case is. The ranks of a search share its adjustments.
Section adjustments_section(const std::vector<ErrorSweep>& sweeps) {
  Section section{.heading = kAdjustments, .fold = Section::Fold::closed};
  section.add(brief(Paragraph{kAdjustmentsMeaning}));
  std::int64_t count = 0;
  for (const ErrorSweep& sweep : sweeps) {
    for (const result::Finding* finding : sweep.best()) {
      List steps{.numbered = true};
      for (const result::Adjustment& adjustment : ijdi_of(*finding).adjustments) {
        steps.items.push_back(adjustment_sentence(adjustment, *finding));
        ++count;
      }
      Section search{.heading = scan_words(sweep, *finding)};
      search.add(brief(std::move(steps)));
      section.add(brief(std::move(search)));
    }
  }
  if (count == 0) return {};
  section.lead_in = fmt::format("{} in all", with_thousands(count));
  return section;
}

/// Searches without proof, and warnings of findings and models.
std::vector<std::string> all_cautions(const std::vector<ErrorSweep>& sweeps,
                                      const result::Result& result) {
  std::vector<std::string> all;
  for (const ErrorSweep& sweep : sweeps) {
    for (const auto& [number, finding] : sweep.findings) {
      const std::vector<std::string> sentences = cautions(*finding);
      if (sentences.empty()) continue;
      all.push_back(fmt::format("{}: {}", scan_words(sweep, *finding), join_sentences(sentences)));
    }
  }
  for (const result::ModelReport& model : result.models) {
    for (std::string& warning : named_warnings(model)) all.push_back(std::move(warning));
  }
  return all;
}

Section summary(const std::vector<ErrorSweep>& sweeps, const result::Result& result) {
  Section section{.heading = "In short", .id = "summary"};
  if (sweeps.empty()) section.add(brief(Paragraph{"No scan was finished."}));
  for (const ErrorSweep& sweep : sweeps) section.add(brief(answer_section(sweep, result)));
  section.add(brief(story_in_numbers(sweeps, result)));
  Section figures{.heading = "Every lambda in figures", .fold = Section::Fold::closed};
  figures.add(brief(sweep_table(sweeps, result)));
  section.add(brief(std::move(figures)));
  section.add(full(adjustments_section(sweeps)));
  Section open{.heading = "What was not found"};
  for (std::string& sentence : ijdi_open_sentences(result)) {
    open.add(brief(Paragraph{std::move(sentence)}));
  }
  section.add(brief(std::move(open)));
  Section drawn{.heading = "How chance was judged"};
  drawn.add(brief(List{.items = chance_sentences(sweeps, result)}));
  section.add(brief(std::move(drawn)));
  section.add(brief(cautions_section(all_cautions(sweeps, result))));
  return section;
}

/// Of a long sweep only one finding stands open: the one at the largest lambda with evidence.
const result::Finding* opened(const ErrorSweep& sweep, double alpha) {
  const result::Finding* last = nullptr;
  for (const result::Finding* finding : sweep.best()) {
    if (verdict(*finding, alpha) == Verdict::significant) last = finding;
  }
  return last;
}

Section finding_section(std::size_t number, const result::Finding& finding,
                        const result::Result& result, bool open) {
  const result::IjdiDetails& ijdi = ijdi_of(finding);
  Section section{.heading = lambda_label(finding),
                  .id = finding_anchor(number),
                  .lead_in = subgroup_words(finding),
                  .badges = {verdict_badge(finding, result.alpha)},
                  .fold = open ? Section::Fold::open : Section::Fold::closed};
  section.add(full(Paragraph{
      fmt::format("With {}, {}.", lambda_label(finding), lambda_meaning(ijdi.lambda, ijdi.error)),
      Paragraph::Tone::note}));
  add_finding(finding, result, section);
  if (!ijdi.adjustments.empty() && finding.rank == 1) {
    section.add(full(Paragraph{
        fmt::format("The search came to this answer after {} (see \u201c{}\u201d above).",
                    plural(static_cast<std::int64_t>(ijdi.adjustments.size()), "adjustment"),
                    kAdjustments),
        Paragraph::Tone::note}));
  }
  return section;
}

Section findings_section(const ErrorSweep& sweep, const result::Result& result) {
  const result::Finding* open = opened(sweep, result.alpha);
  Section section{.heading = fmt::format("Each lambda: {}", error_name(sweep.error)),
                  .id = error_anchor(sweep.error)};
  for (const auto& [number, finding] : sweep.findings) {
    section.add(full(finding_section(number, *finding, result, finding == open)));
  }
  return section;
}

}  // namespace

void write_ijdi(const result::Result& result, Document& document) {
  const std::vector<ErrorSweep> sweeps = by_error(result);
  document.add(brief(summary(sweeps, result)));
  for (const ErrorSweep& sweep : sweeps) document.add(full(findings_section(sweep, result)));
  document.add(full(probability_model_section(result)));
  document.add(full(ijdi_guide_section(result)));
}

}  // namespace faultline::report

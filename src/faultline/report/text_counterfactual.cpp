#include "faultline/report/text_counterfactual.hpp"

#include "faultline/base/text.hpp"
#include "faultline/report/counterfactual_sentences.hpp"
#include "faultline/report/counterfactual_tables.hpp"
#include "faultline/report/methods/shared/model_words.hpp"
#include "faultline/report/text_cells.hpp"

namespace faultline::report {
namespace {

using Report = result::CounterfactualReport;

constexpr std::size_t kListed = 10;

/// Many attributes have many empty intersections; they do not push the answer off the screen.
void write_excluded(const std::vector<std::string>& sentences, Page& page) {
  if (sentences.empty()) return;
  page.blank();
  page.heading("Left out of the summaries");
  const std::size_t listed = sentences.size() <= kListed + 1 ? sentences.size() : kListed;
  for (std::size_t i = 0; i < listed; ++i) page.paragraph(sentences[i], "  - ");
  if (listed < sentences.size()) {
    page.paragraph(fmt::format("and {} more; `json` writes them all", sentences.size() - listed),
                   "    ");
  }
}

void write_decision(const Report& report, const Report::Decision& decision, Page& page) {
  if (report.decisions.size() > 1) {
    page.blank();
    page.heading(fmt::format("Decision {}", decision.decision));
  }
  for (const CounterfactualRate rate : kBothRates) {
    write_table(groups_table(report, decision, rate), page);
  }
  page.paragraph(groups_legend(report), "  ");
  for (const CounterfactualRate rate : kBothRates) {
    write_table(summary_table(report, decision, rate), page);
  }
  std::string note =
      "A gap is the difference of two groups' rates, whichever is higher; var is in squared "
      "points.";
  if (report.bootstrap > 0) {
    note +=
        " Intervals: adaptive, which var and sd do not have; `json` and `html` have the other "
        "kinds. One that reaches 0 leaves room for no gap at all.";
  }
  page.paragraph(note, "  ");
  write_table(positivity_table(decision), page);
  page.paragraph(positivity_sentence(decision), "  ");
  constexpr std::size_t kMostWarnings = 12;
  for (std::size_t i = 0; i < std::min(kMostWarnings, decision.notices.size()); ++i) {
    page.field("Warning", decision.notices[i].text, "33");
  }
  if (decision.notices.size() > kMostWarnings) {
    page.field("Warning",
               fmt::format("{} more of this kind; `json` has them all",
                           decision.notices.size() - kMostWarnings),
               "33");
  }
}

void write_small_groups(const Report::SmallGroups& small, Page& page) {
  write_table(small_groups_table(small), page);
  page.paragraph(small_groups_sentence(small), "  ");
  for (const std::string& warning : texts(small.notices)) page.field("Warning", warning, "33");
}

void write_short(const Report& report, Page& page) {
  page.blank();
  page.heading("In short");
  for (const Report::Decision& decision : report.decisions) {
    if (report.decisions.size() > 1) {
      page.paragraph(fmt::format("Decision {}:", decision.decision), "  ");
    }
    for (const std::string& sentence : short_sentences(report, decision)) {
      page.paragraph(sentence, "  - ");
    }
  }
  if (const std::string meaning = u_value_sentence(report); !meaning.empty()) {
    page.paragraph(meaning, "  - ");
  }
}

void write_models(const result::Result& result, Page& page) {
  for (const result::ModelReport& model : result.models) {
    for (const std::string& sentence : model_warnings(model)) {
      page.field("Warning", fmt::format("{}: {}", model_name(model), sentence), "33");
    }
  }
}

}  // namespace

void write_counterfactual(const result::Result& result, Page& page) {
  if (!result.counterfactual) return;
  const Report& report = *result.counterfactual;
  page.blank();
  page.paragraph(done_sentence(report, result));
  write_short(report, page);
  for (const Report::Decision& decision : report.decisions) write_decision(report, decision, page);
  write_excluded(excluded_sentences(report), page);
  write_table(differences_table(report), page);
  for (const Report::SmallGroups& small : report.small_groups) write_small_groups(small, page);
  write_models(result, page);
  page.blank();
  page.heading("What this rests on");
  for (const auto& [name, sentence] : assumptions()) page.paragraph(name + ".", "  - ");
  page.paragraph("The data cannot prove these; `html` says what each means and when it fails.",
                 "  ");
}

}  // namespace faultline::report

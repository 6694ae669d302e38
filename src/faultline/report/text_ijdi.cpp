#include "faultline/report/text_ijdi.hpp"

#include <algorithm>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/ijdi/words.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/model_words.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/text_findings.hpp"

namespace faultline::report {
namespace {

constexpr const char* kDash = "-";

void write_story(const std::vector<ErrorSweep>& sweeps, const result::Result& result, Page& page) {
  page.blank();
  page.heading("In short");
  if (sweeps.empty()) page.paragraph("No scan was finished.", "  ");
  bool first = true;
  for (const ErrorSweep& sweep : sweeps) {
    if (!first) page.blank();
    first = false;
    page.paragraph(fmt::format("{}: {}", capitalised(error_name(sweep.error)),
                               sweep_sentence(sweep, result.alpha)),
                   "  ");
    for (const std::string& sentence : sweep_story(sweep, result.alpha)) {
      page.paragraph(sentence, "  - ");
    }
  }
}

std::vector<std::string> table_row(const result::Finding& finding, const result::Result& result) {
  const bool found = finding.subgroup.has_value();
  const auto rate = [&](const std::optional<double>& value) {
    return found && value ? percent_number(*value) : std::string(kDash);
  };
  std::optional<double> outside;
  if (finding.comparison && finding.comparison->n > 0) outside = finding.comparison->observed;
  std::string p = kDash;
  if (found && finding.p_value) {
    p = p_value(finding.p_value_adjusted.value_or(*finding.p_value));
  }
  // The star's column is kept free in every row, so that the numbers stand below each other.
  p += has_evidence(finding, result) ? " *" : "  ";
  std::string lambda = shortest(ijdi_of(finding).lambda);
  if (finding.rank > 1) lambda += fmt::format(" #{}", finding.rank);
  return {lambda,
          printable(subgroup_words(finding)),
          rate(finding.observed),
          rate(ijdi_of(finding).allowed),
          rate(outside),
          rate(ijdi_of(finding).base_rate),
          rate(ijdi_of(finding).base_rate_outside),
          score(finding.score),
          p};
}

/// For where a table has no room.
std::string list_item(const std::vector<std::string>& cells, bool found) {
  if (!found) return fmt::format("lambda = {}: {}", cells[0], cells[1]);
  return fmt::format(
      "lambda = {}: {}; inside {} %, justified {} %, outside {} %; base rates {} % and {} %; score "
      "{}, p {}",
      cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7],
      trim(cells[8]));
}

std::string legend(const result::Result& result) {
  std::string text = fmt::format(
      "In, Out: flagged inside and outside the subgroup. Just.: at most justified inside, given "
      "the rate outside. Base: mean true probability of the outcome, inside and outside. All in %. "
      "*: evidence at the level {}, adjusted for all tests of this run (Holm).",
      shortest(result.alpha));
  const bool ranked = std::any_of(result.findings.begin(), result.findings.end(),
                                  [](const result::Finding& finding) { return finding.rank > 1; });
  if (ranked) text += " #2: second best of its search.";
  return all_proven(result) ? text + " Every last search is proven: no subgroup scores higher."
                            : text;
}

void write_table(const std::vector<ErrorSweep>& sweeps, const result::Result& result, Page& page) {
  std::vector<FindingGroup> groups;
  for (const ErrorSweep& sweep : sweeps) {
    groups.push_back({fmt::format("{}, among {}", capitalised(error_name(sweep.error)),
                                  counted_people(sweep.error)),
                      sweep.findings});
  }
  write_findings({.heading = "Every lambda",
                  .table = {.heads = {"lambda", "Subgroup", "In", "Just.", "Out", "Base", "out",
                                      "Score", "p adj.  "},
                            .numeric = 7,
                            .rows = {}},
                  .cells = table_row,
                  .list_item = list_item},
                 groups, result, page);
  page.paragraph(legend(result), "  ");
}

void write_adjustments(const std::vector<ErrorSweep>& sweeps, Page& page) {
  bool first = true;
  for (const ErrorSweep& sweep : sweeps) {
    for (const result::Finding* finding : sweep.best()) {
      if (ijdi_of(*finding).adjustments.empty()) continue;
      if (first) {
        page.blank();
        page.heading("Adjustments on the way");
        page.paragraph(kAdjustmentsMeaning, "  ");
      }
      first = false;
      page.paragraph(fmt::format("{}, {}:", name_of(sweep.error), lambda_label(*finding)), "  ");
      int step = 0;
      for (const result::Adjustment& adjustment : ijdi_of(*finding).adjustments) {
        page.paragraph(adjustment_sentence(adjustment), fmt::format("    {}. ", ++step));
      }
    }
  }
}

void write_open(const result::Result& result, Page& page) {
  const std::vector<std::string> sentences = ijdi_open_sentences(result);
  if (sentences.empty()) return;
  page.blank();
  page.heading("What was not found");
  for (const std::string& sentence : sentences) page.paragraph(sentence, "  ");
}

/// Searches without proof, and warnings of findings and models.
void write_warnings(const std::vector<ErrorSweep>& sweeps, const result::Result& result,
                    Page& page) {
  bool first = true;
  const auto warn = [&](const std::string& what, const std::vector<std::string>& sentences) {
    if (sentences.empty()) return;
    if (first) page.blank();
    first = false;
    page.field("Warning", fmt::format("{}: {}", what, join_sentences(sentences)), "33");
  };
  for (const ErrorSweep& sweep : sweeps) {
    for (const auto& [number, finding] : sweep.findings) {
      std::vector<std::string> sentences = texts(finding->warnings);
      if (!finding->search.certified && finding->rank == 1) {
        sentences.push_back(search_sentence(*finding));
      }
      warn(fmt::format("{}, {}", name_of(sweep.error), lambda_label(*finding)), sentences);
    }
  }
  for (const result::ModelReport& model : result.models) {
    warn(model_name(model), model_warnings(model));
  }
}

}  // namespace

void write_ijdi(const result::Result& result, Page& page) {
  const std::vector<ErrorSweep> sweeps = by_error(result);
  write_story(sweeps, result, page);
  if (!sweeps.empty()) write_table(sweeps, result, page);
  write_adjustments(sweeps, page);
  write_open(result, page);
  write_warnings(sweeps, result, page);
}

}  // namespace faultline::report

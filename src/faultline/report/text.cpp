#include "faultline/report/text.hpp"

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/base/version.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/document_of.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"
#include "faultline/report/render/text.hpp"
#include "faultline/report/text_counterfactual.hpp"
#include "faultline/report/text_elicit.hpp"
#include "faultline/report/text_ijdi.hpp"
#include "faultline/report/text_mitigation.hpp"

namespace faultline::report {
namespace {

constexpr std::size_t kListedColumns = 10;

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

}  // namespace

std::string to_text(const result::Result& result, const TextOptions& options) {
  if (result.command == result::Command::scan || result.command == result::Command::audit ||
      result.command == result::Command::sources) {
    return render_text(document_of({.version = std::string(version()), .result = result}), options);
  }
  Page page(options);
  if (result.elicit) {
    write_elicit(result, page);
  } else {
    write_data(result, page);
  }
  if (result.mitigation) write_mitigation(result, page);
  if (result.counterfactual) write_counterfactual(result, page);
  if (result.command == result::Command::ijdi) write_ijdi(result, page);
  const std::vector<std::string> warnings = texts(result.notices, result::NoticeKind::warning);
  if (!warnings.empty()) page.blank();
  for (const std::string& warning : warnings) page.field("Warning", warning, "33");
  return std::move(page).finish();
}

}  // namespace faultline::report

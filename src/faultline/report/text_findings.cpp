#include "faultline/report/text_findings.hpp"

#include <algorithm>

#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {

bool has_evidence(const result::Finding& finding, const result::Result& result) {
  return verdict(finding, result.alpha) == Verdict::significant;
}

void write_findings(FindingTable layout, const std::vector<FindingGroup>& groups,
                    const result::Result& result, Page& page) {
  TextTable& table = layout.table;
  for (const FindingGroup& group : groups) {
    for (const auto& [number, finding] : group.findings)
      table.rows.push_back(layout.cells(*finding, result));
  }
  page.blank();
  page.heading(layout.heading);
  const bool fits = table.least_width() <= page.width();
  const TextLines lines = render(table, page.width());
  if (fits) page.lines(lines.head);
  std::size_t row = 0;
  for (const FindingGroup& group : groups) {
    page.paragraph(group.title, fits ? "" : "  ");
    for (const auto& [number, finding] : group.findings) {
      if (fits) {
        page.lines(lines.rows[row], has_evidence(*finding, result) ? "1" : nullptr);
      } else {
        page.paragraph(layout.list_item(table.rows[row], finding->subgroup.has_value()), "    ");
      }
      ++row;
    }
  }
}

}  // namespace faultline::report

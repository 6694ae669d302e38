#pragma once
// The table of all findings of a run, under the titles they belong to; where the page is too narrow
// for a table, a list.

#include <string>
#include <utility>
#include <vector>

#include "faultline/report/render/text_page.hpp"
#include "faultline/report/text_table.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

[[nodiscard]] bool has_evidence(const result::Finding& finding, const result::Result& result);

struct FindingGroup {
  std::string title{};
  std::vector<std::pair<std::size_t, const result::Finding*>> findings{};  // number from 1
};

struct FindingTable {
  std::string heading{};
  TextTable table{};  // without rows
  std::vector<std::string> (*cells)(const result::Finding& finding, const result::Result& result);
  /// The cells of a row as an entry of the list; `found`: there is a subgroup.
  std::string (*list_item)(const std::vector<std::string>& cells, bool found);
};

void write_findings(FindingTable layout, const std::vector<FindingGroup>& groups,
                    const result::Result& result, Page& page);

}  // namespace faultline::report

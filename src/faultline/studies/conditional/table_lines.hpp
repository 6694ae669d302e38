#pragma once
// What the text of a table says, whatever it is written in: the paper's line, ours, and how many
// agree.

#include <string>
#include <vector>

#include "faultline/studies/conditional/tables.hpp"

namespace faultline::studies {

/// A line of the table, the paper's or ours, as text.
struct TableLine {
  std::string who{};
  std::string score{};  // "42.4*" where significant, otherwise "2.21 "
  std::string in_class{};
  std::string outside{};
  std::string p{};
  std::string subgroup{};
};

[[nodiscard]] TableLine paper_line(const CbsTableRow& row);
[[nodiscard]] TableLine our_line(const CbsTableRow& row, double significance);

/// The counts of agreement, one per line.
[[nodiscard]] std::vector<std::string> agreement(const CbsTable& table);

}  // namespace faultline::studies

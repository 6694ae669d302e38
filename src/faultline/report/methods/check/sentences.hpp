#pragma once
// The verdicts of a check as somebody reads them who knows no statistics: who, how often, compared
// with whom, how many people it rests on.

#include <string>
#include <vector>

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// What a line of the list is about, as a document tells it.
struct ToldVerdict {
  Badge badge{};
  std::string title{};     // "Flagged more often without the outcome"
  std::string about{};     // the class; empty: groups, or no class
  std::string sentence{};  // one or two of them
  std::string rate{};      // of whom it is about, as a table has it; empty: none
  std::string compared{};  // that of whom they are compared with, or what was expected
  std::string link{};      // anchor of what says more
};

/// Throws InputError when the line speaks of something that the parts do not have: such a result is
/// damaged.
[[nodiscard]] ToldVerdict told(const result::CheckReport::Line& line, const result::Result& result);

/// How many answers there are, and what they mean together.
[[nodiscard]] std::vector<std::string> check_story(const result::Result& result);

}  // namespace faultline::report

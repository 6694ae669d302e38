#pragma once
// `faultline check`: one list of verdicts over several parts. The parts themselves are results of
// their own (Result::parts), and their lines carry the same p-values and verdicts.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/result/terms.hpp"

namespace faultline::result {

struct CheckReport {
  /// One question that was tested, or could not be.
  struct Line {
    Command part = Command::scan;
    CheckList list = CheckList::findings;  // of the part that the line is about
    std::int64_t place = 0;                // in that list, from 0
    std::string question{};                // "False positive rate"
    std::string who{};                     // "race = B, sex = Male"
    std::string compared_with{};           // "comparable people outside race = B"
    std::int64_t n = 0;                    // people that it rests on
    std::optional<double> p_value_adjusted{};
    std::optional<Verdict> verdict{};  // none: not tested
  };
  /// A part that was not run.
  struct LeftOut {
    Command part = Command::scan;
    std::string why{};  // a sentence, with what would be needed
  };

  std::vector<Line> verdicts{};  // evidence first, then the most important first
  std::int64_t families = 0;     // of tests, that Holm's adjustment stands between
  std::vector<LeftOut> left_out{};
};
[[nodiscard]] const describe::Object& description(const CheckReport::Line*);
[[nodiscard]] const describe::Object& description(const CheckReport::LeftOut*);
[[nodiscard]] const describe::Object& description(const CheckReport*);

}  // namespace faultline::result

#pragma once
// Which columns are scanned, and which make people comparable, when none are named. Scanned are
// text, true/false, binned columns and numbers with 2 to 20 values, but for what the leak guard
// objects to, dates, and numbers that differ from row to row. Usable as covariates are those and
// all numbers that few people lack, who are left out where they are used. At most twenty are taken:
// of more, those most associated with the outcome or the decision. What is listed with advice to
// cut it, or to make text of it, was judged, too. The choice looks at everybody, members of a class
// or not, so that redrawing membership repeats it exactly, and that one choice serves all classes.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/leak_guard.hpp"
#include "faultline/data/notice.hpp"
#include "faultline/data/reader.hpp"
#include "faultline/data/roles.hpp"

namespace faultline::data {

/// A number or date with more values is not crossed for the guard alone, which would hold them all
/// in memory, some hundred bytes each.
inline constexpr std::int64_t kMostJudged = 1'000'000;

/// Most covariates that are chosen: with more, no test of `audit` is known to hold its level.
inline constexpr std::size_t kMostCovariates = 20;

/// At most this share of the people is left out for numbers that they lack, all columns together. A
/// number that is not used costs more than the people who lack it: where class and outcome hang on
/// it, fair data are called unfair. But the answer is to be about nearly everybody: what holds of
/// the others holds of all within ten points, whoever was left out.
inline constexpr double kMostLacking = 0.1;

/// A column without a role.
struct FreeColumn {
  std::string name{};
  bool number = false;       // with more values than are scanned
  std::int64_t values = 0;   // distinct ones, missing not counted
  std::string objection{};   // empty: it may be used
  bool advised = false;      // the objection says how it could be used: the guard looks at it first
  bool leaks = false;        // the objection is the leak guard's
  std::string tells{};       // Objection::tells, of a column that could make people comparable
  std::int64_t lacking = 0;  // people without this number
  bool too_few = false;      // too many lack it, or have an infinite one
  double association = 0;    // with outcome or decision; filled for those that may be used

  [[nodiscard]] bool usable() const { return objection.empty(); }
};

class DefaultColumns {
 public:
  /// Looks at types and numbers of values; `rows` are those that were counted. Without
  /// `with_numbers`, numbers with many values have an objection, and are judged none the less.
  DefaultColumns(const Columns& columns, const Roles& roles, const DistinctCounts& counts,
                 std::int64_t rows, bool with_numbers);

  /// Columns whose values are to be crossed, in their order.
  [[nodiscard]] std::vector<std::string> to_cross() const;
  /// `judged` has those columns, `objections` what the guard objects to.
  void judge(const std::map<std::string, JudgedColumn>& judged,
             const std::map<std::string, Objection>& objections, const LeakGuard& guard);

  /// Names of those to scan, and of all that make people comparable, in their order.
  [[nodiscard]] std::vector<std::string> scanned() const;
  [[nodiscard]] std::vector<std::string> usable() const;
  /// Of the usable ones so many that no class is compared in more than kMostCovariates, with those
  /// that are set aside. `beside`: columns that no class is compared in. Where there are more, half
  /// of the places are for what can be scanned, lest nothing is.
  [[nodiscard]] std::vector<std::string> covariates(const std::vector<std::string>& beside) const;
  /// What could make people comparable and tells the prediction.
  [[nodiscard]] std::vector<FreeColumn> set_aside() const;
  [[nodiscard]] bool is_number(const std::string& name) const;
  /// Of these columns the number that most people lack; empty without one.
  [[nodiscard]] std::string most_lacking(const std::vector<std::string>& names) const;
  /// Does without a number, because too many lack it.
  void refuse(const std::string& name);
  /// What would have been used if fewer people lacked it.
  [[nodiscard]] std::vector<FreeColumn> refused() const;
  /// The columns that are not scanned, with the reason; those that leak first, because they are the
  /// ones to read.
  [[nodiscard]] Notices left_out(const std::vector<std::string>& scanned,
                                 const std::vector<std::string>& covariates) const;

 private:
  std::vector<FreeColumn> columns_;
};

}  // namespace faultline::data

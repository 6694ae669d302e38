#pragma once
// What the rules ask of whoever holds the rows. The rules themselves (which value is positive, what
// is missing, which columns are scanned, every sentence) stand once, in opening.hpp; the SQL engine
// and columns in memory only count.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/column_names.hpp"
#include "faultline/data/columns.hpp"
#include "faultline/data/crossing.hpp"
#include "faultline/data/dictionary.hpp"
#include "faultline/data/notice.hpp"
#include "faultline/data/roles.hpp"

namespace faultline::data {

/// A column that is there but cannot be read.
struct UnreadableColumn {
  std::string name{};
  std::string words{};  // what it holds
};

/// What is known of a source before its rows are looked at.
struct SourceFacts {
  std::string name{};   // for messages
  std::string title{};  // for the result
  std::string no_rows = "has a header but no rows";
  std::string sha256{};  // empty when there is no file
  Notices notices{};
  std::vector<Renamed> renamed{};
  std::vector<UnreadableColumn> unreadable{};
};

/// Something that every row must have.
struct Requirement {
  enum class Kind {
    outcome,
    score,
    risk_score,
    decision,
    flag,
    protected_class,
    number,         // neither missing nor NaN
    finite_number,  // not infinite
    rank,           // any value
    count
  };
  Kind kind = Kind::outcome;
  std::size_t index = 0;  // of the flag, the protected column or the number
  std::string option{};
  std::string column{};
  std::string reason{};           // for people who are dropped
  std::string what = "no value";  // that a row without it has
};

/// One pass over the rows. People are counted by the count column; a bad or missing count is one
/// person until it is refused.
struct Tally {
  std::int64_t rows = 0;
  std::int64_t people = 0;
  std::int64_t rows_kept = 0;  // lack nothing and stand for somebody
  std::int64_t people_kept = 0;
  std::int64_t zero_counts = 0;       // rows
  std::int64_t bad_counts = 0;        // rows
  std::int64_t bad_scores = 0;        // rows with no probability
  std::int64_t uncertain_scores = 0;  // rows with neither 0 nor 1
  double least_score = 0;             // as given
  double greatest_score = 0;
  std::int64_t distinct_predictions = 0;         // may be an estimate
  std::vector<std::int64_t> absent{};            // [requirement] rows
  std::vector<std::int64_t> absent_people{};     // [requirement] people, by the first that applies
  std::vector<std::int64_t> distinct_numbers{};  // [number] may be an estimate
  std::vector<std::int64_t> bad_flags{};         // [flag] rows with no probability
};

/// What may be wrong with one value.
enum class Bad { not_number, probability, count };

/// The first row (from 1, as in the source) with such a value.
struct Located {
  std::string row{};
  std::string value{};
};

class Reader {
 public:
  virtual ~Reader() = default;
  [[nodiscard]] virtual const SourceFacts& source() const = 0;
  [[nodiscard]] virtual const Columns& columns() const = 0;
  /// People before rows were filtered; none when no row was. Bad and missing counts stand for one.
  [[nodiscard]] virtual std::optional<std::int64_t> people_unfiltered(const std::string& count) = 0;
  [[nodiscard]] virtual bool has_three_values(const std::string& column) = 0;
  /// False when every value of the column is missing or empty.
  [[nodiscard]] virtual bool has_values(const std::string& column) = 0;
  [[nodiscard]] virtual std::optional<Located> locate(const std::string& column, Bad bad) = 0;
  [[nodiscard]] virtual DistinctCounts distinct(const std::vector<std::string>& columns,
                                                std::int64_t rows) = 0;
  /// From now on these are the roles.
  virtual void take_roles(const Roles& roles) = 0;
  [[nodiscard]] virtual Tally tally(const std::vector<Requirement>& requirements) = 0;
  [[nodiscard]] virtual Dictionaries dictionaries() = 0;
  /// The prediction at each risk score is the share of people whose outcome has this text.
  virtual void take_positive(const std::string& text) = 0;
  /// Every column that becomes an attribute (Roles::coded_columns), among the kept rows. A risk
  /// score needs take_positive before.
  [[nodiscard]] virtual std::vector<Crossing> cross(const std::vector<Event>& events) = 0;
};

}  // namespace faultline::data

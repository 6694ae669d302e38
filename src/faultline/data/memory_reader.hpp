#pragma once
// What the rules ask, counted over columns in memory. For use inside data/ only.

#include <cstdint>
#include <map>
#include <stop_token>
#include <vector>

#include "faultline/data/memory_table.hpp"
#include "faultline/data/reader.hpp"

namespace faultline::data {

class MemoryReader final : public Reader {
 public:
  /// Both outlive the reader. Counting throws Cancelled when stop is requested.
  MemoryReader(const MemoryTable& table, const std::stop_token& stop)
      : table_(table), stop_(stop) {}

  [[nodiscard]] const SourceFacts& source() const override { return table_.source; }
  [[nodiscard]] const Columns& columns() const override { return table_.columns; }
  [[nodiscard]] std::optional<std::int64_t> people_unfiltered(const std::string&) override {
    return table_.unfiltered;
  }
  [[nodiscard]] bool has_three_values(const std::string& column) override;
  [[nodiscard]] bool has_values(const std::string& column) override;
  [[nodiscard]] std::optional<Located> locate(const std::string& column, Bad bad) override;
  [[nodiscard]] DistinctCounts distinct(const std::vector<std::string>& columns,
                                        std::int64_t rows) override;
  void take_roles(const Roles& roles) override;
  [[nodiscard]] Tally tally(const std::vector<Requirement>& requirements) override;
  [[nodiscard]] Dictionaries dictionaries() override;
  void take_positive(const std::string& text) override;
  [[nodiscard]] std::vector<Crossing> cross(const std::vector<Event>& events) override;

  /// Of the roles taken: rows that lack nothing and stand for somebody, and the people of each row.
  [[nodiscard]] const std::vector<bool>& kept() const { return kept_; }
  [[nodiscard]] std::int64_t people(std::size_t row) const {
    return counts_.empty() ? 1 : counts_[row];
  }
  /// The column with codes; made once.
  [[nodiscard]] const MemoryColumn& coded(const std::string& column);
  /// [code of the risk score]; NaN where nobody kept has it.
  [[nodiscard]] const std::vector<double>& shares() const { return shares_; }

 private:
  [[nodiscard]] Values values(const std::string& column);
  /// [row] of the kept ones: whether it is inside the event.
  [[nodiscard]] std::vector<bool> inside(const Event& event);
  /// [row] of the kept ones: rank of its prediction, 0 without one.
  [[nodiscard]] std::vector<double> prediction_ranks();

  const MemoryTable& table_;
  const std::stop_token& stop_;
  Roles roles_;
  std::vector<std::int64_t> counts_;  // empty without a count column; -1 is none
  std::vector<bool> kept_;
  std::map<std::string, MemoryColumn> coded_;
  std::vector<double> shares_;
};

}  // namespace faultline::data

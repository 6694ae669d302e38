#pragma once
// People in memory: columns of text, numbers and booleans as a source, without an SQL engine.
// Rules, labels, order and sentences are those of files; --derive and whatever of --where is more
// than plain comparisons (condition.hpp) are SQL and refused.

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/source.hpp"

namespace faultline::data {

struct MemoryTable;
struct TableSummary;

class MemorySource final : public Source {
 public:
  /// `name` is what messages call it, `title` what the result does.
  explicit MemorySource(std::string name = "the table", std::string title = "table in memory");
  ~MemorySource() override;
  MemorySource(MemorySource&&) noexcept;
  MemorySource& operator=(MemorySource&&) noexcept;

  /// Columns in their order; all have as many values, or InputError is thrown. Names that are empty
  /// or taken are changed, as those of a CSV file are.
  /// Blanks around a text do not count, and empty text is missing.
  void add_text(std::string name, const std::vector<std::string>& values);
  /// The same as positions in a list of texts; a negative one is missing.
  void add_text(std::string name, const std::vector<std::string>& texts,
                const std::vector<std::int32_t>& codes);
  /// Days (2024-02-29), or with `times` days with a time, which no default takes for groups.
  void add_dates(std::string name, const std::vector<std::string>& texts,
                 const std::vector<std::int32_t>& codes, bool times);
  /// NaN is missing. A column of whole numbers is one of those, as in a CSV file.
  void add_numbers(std::string name, std::vector<double> values);
  /// 0 is false, 1 is true, anything else is missing.
  void add_booleans(std::string name, const std::vector<std::int8_t>& values);

  [[nodiscard]] std::int64_t rows() const;
  /// The table as `input` prepares it: see table_summary.hpp.
  [[nodiscard]] TableSummary summary(const InputOptions& input) const;

  [[nodiscard]] std::unique_ptr<People> open(const InputOptions& input, const RoleOptions& roles,
                                             const std::stop_token& stop) override;
  [[nodiscard]] std::unique_ptr<RowStream> rows(const InputOptions& input, const RoleOptions& roles,
                                                const std::string& id,
                                                const std::stop_token& stop) override;
  [[nodiscard]] std::vector<std::string> column_names(const InputOptions& input,
                                                      const std::stop_token& stop) override;

 private:
  void add_coded(std::string name, const std::vector<std::string>& texts,
                 const std::vector<std::int32_t>& codes, const char* type);

  struct Given;
  std::unique_ptr<Given> given_;
};

}  // namespace faultline::data

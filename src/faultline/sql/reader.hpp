#pragma once
// What the rules of data/ ask, asked of the engine.

#include <stop_token>
#include <string>
#include <utility>

#include "faultline/data/reader.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/prepare.hpp"
#include "faultline/sql/source.hpp"

namespace faultline::sql {

/// Its methods throw EngineError besides what data::Reader says.
class Reader final : public data::Reader {
 public:
  /// The references outlive the reader. `filtered`: the views leave rows out. `carried` is a column
  /// that the view "people" has besides the roles, as "carried".
  Reader(Engine& engine, const Source& source, const Preparation& prepared, bool filtered,
         const std::stop_token& stop, std::string carried = "")
      : engine_(engine),
        source_(source),
        prepared_(prepared),
        filtered_(filtered),
        stop_(stop),
        carried_(std::move(carried)) {}

  [[nodiscard]] const data::SourceFacts& source() const override { return source_; }
  [[nodiscard]] const data::Columns& columns() const override { return prepared_; }
  [[nodiscard]] std::optional<std::int64_t> people_unfiltered(const std::string& count) override;
  [[nodiscard]] bool has_three_values(const std::string& column) override;
  [[nodiscard]] bool has_values(const std::string& column) override;
  [[nodiscard]] std::optional<data::Located> locate(const std::string& column,
                                                    data::Bad bad) override;
  [[nodiscard]] data::DistinctCounts distinct(const std::vector<std::string>& columns,
                                              std::int64_t rows) override;
  void take_roles(const data::Roles& roles) override;
  [[nodiscard]] data::Tally tally(const std::vector<data::Requirement>& requirements) override;
  [[nodiscard]] data::Dictionaries dictionaries() override;
  void take_positive(const std::string& text) override;
  [[nodiscard]] std::vector<data::Crossing> cross(const std::vector<data::Event>& events) override;

 private:
  Engine& engine_;
  const Source& source_;
  const Preparation& prepared_;
  bool filtered_;
  const std::stop_token& stop_;
  std::string carried_;
  data::Roles roles_;
};

}  // namespace faultline::sql

#pragma once
// The rows themselves, one by one in the order of the source, with their numbers (from 1, counted
// before --where): for whoever writes something beside each row. Rows are never held as a whole.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "faultline/sql/input.hpp"

namespace faultline::sql {

struct Row {
  std::int64_t number = 0;
  std::optional<std::string> id{};    // text of the id column; none when it is missing
  std::vector<std::string> labels{};  // of the attributes, as data::Attribute spells them
  double score = 0;                   // the prediction; 0 without one
  bool outcome = false;               // only with an outcome
  std::vector<double> numbers{};
};

class RowStream {
 public:
  /// Of the roles: score or risk score, attributes (read as labels, any number of values), numbers
  /// and outcome; a row without one of them, but for attributes, is refused or left out as
  /// --missing says. `id` is a column or empty. Throws InputError and ConfigError.
  [[nodiscard]] static RowStream open(const InputOptions& input, const RoleOptions& roles,
                                      const std::string& id, const std::stop_token& stop = {});
  ~RowStream();
  RowStream(RowStream&&) noexcept;
  RowStream& operator=(RowStream&&) noexcept;

  /// SQL type of the id column.
  [[nodiscard]] const std::string& id_type() const;
  /// Prediction at each risk score, in its order; empty without one.
  [[nodiscard]] const std::vector<std::pair<std::string, double>>& risk_scores() const;
  /// Rows left out because something is missing.
  [[nodiscard]] std::int64_t left_out() const;

  void stream(const std::function<void(const Row&)>& receive,
              const std::stop_token& stop = {}) const;

 private:
  struct State;
  explicit RowStream(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Turns a CSV file with a header into a Parquet file; (name, SQL type) of its columns in order.
/// Throws InputError.
void csv_to_parquet(const std::string& csv, const std::string& parquet,
                    const std::vector<std::pair<std::string, std::string>>& columns);

}  // namespace faultline::sql

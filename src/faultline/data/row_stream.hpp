#pragma once
// The rows themselves, one by one in the order of the source, with their numbers (from 1, counted
// before any filter): for whoever writes something beside each row, or reads texts. Rows are never
// held as a whole.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace faultline::data {

struct Row {
  std::int64_t number = 0;
  std::optional<std::string> id{};    // text of the id column; none when it is missing
  std::vector<std::string> labels{};  // of the attributes, as Attribute spells them
  double score = 0;                   // the prediction; 0 without one
  bool outcome = false;               // only with an outcome
  std::vector<double> numbers{};
};

class RowStream {
 public:
  virtual ~RowStream() = default;
  /// SQL type of the id column; empty without one.
  [[nodiscard]] virtual const std::string& id_type() const = 0;
  /// Prediction at each risk score, in its order; empty without one.
  [[nodiscard]] virtual const std::vector<std::pair<std::string, double>>& risk_scores() const = 0;
  /// Rows left out because something is missing.
  [[nodiscard]] virtual std::int64_t left_out() const = 0;
  virtual void stream(const std::function<void(const Row&)>& receive,
                      const std::stop_token& stop = {}) const = 0;
};

}  // namespace faultline::data

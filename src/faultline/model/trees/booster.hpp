#pragma once
// XGBoost's C interface with owners and exceptions: a matrix of rows, and a model that grows one
// tree per step, on one thread so that sums do not depend on threads.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace faultline::model {

/// Processor time spent inside XGBoost since the program started, summed over threads; for
/// benchmarks.
[[nodiscard]] double seconds_in_xgboost();

/// Rows of which only some columns are present: entries of row i are [begin[i], begin[i + 1]).
struct SparseRows {
  std::size_t columns = 0;
  std::vector<std::size_t> begin{0};
  std::vector<unsigned> column{};
  std::vector<float> value{};
};

/// All throw InternalError with XGBoost's own words.
class TreeMatrix {
 public:
  /// Row after row.
  static TreeMatrix dense(std::span<const float> values, std::size_t rows, std::size_t columns);
  /// A column that is absent counts as missing: a split sends those to the better side.
  static TreeMatrix sparse(const SparseRows& rows);

  void set_label(std::span<const float> label);
  void set_weight(std::span<const float> weight);
  [[nodiscard]] void* handle() const { return handle_.get(); }

 private:
  struct Free {
    void operator()(void* handle) const;
  };
  explicit TreeMatrix(void* handle) : handle_(handle) {}
  std::unique_ptr<void, Free> handle_;
};

class Booster {
 public:
  /// Silent, one thread, histograms. The matrix must live while the booster is trained.
  explicit Booster(const TreeMatrix& training);

  void set(const char* name, const std::string& value);
  /// A tree that lowers the objective that was set.
  void grow(const TreeMatrix& training, int iteration);
  /// A tree for the gradients given.
  void grow(const TreeMatrix& training, std::span<float> gradient, std::span<float> hessian);
  /// Sum of the trees for every row, before any transformation.
  void margins(const TreeMatrix& rows, std::span<double> out) const;

 private:
  struct Free {
    void operator()(void* handle) const;
  };
  std::unique_ptr<void, Free> handle_;
};

}  // namespace faultline::model

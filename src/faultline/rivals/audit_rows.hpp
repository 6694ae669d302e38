#pragma once
// What both rival auditors look at: people with features, a predicted probability and an outcome.
// Features live in a design whose rows may be shared by many entries (people with the same
// covariates differ only in prediction and outcome), so a regression costs the distinct feature
// rows.

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "faultline/model/design/design.hpp"

namespace faultline::rivals {

/// One entry per distinct tuple of people; the entries' order is the caller's canonical one.
struct AuditRows {
  const model::Design& design;  // covariates, and the indicator of the protected class among them
  std::span<const std::int32_t> design_row{};  // of each entry; empty: entry i is row i
  std::span<const double> prediction{};        // 0 .. 1
  std::span<const std::uint8_t> outcome{};
  std::span<const std::int64_t> count{};

  [[nodiscard]] std::size_t size() const { return count.size(); }
  [[nodiscard]] std::size_t row_of(std::size_t entry) const {
    return design_row.empty() ? entry : static_cast<std::size_t>(design_row[entry]);
  }
};

/// Throws InternalError when lengths differ or an entry points outside the design.
void check(const AuditRows& rows);

/// Least squares of one label per entry on the features: entries that share a row of the design
/// enter as their weighted mean, which gives the same coefficients.
class FeatureRegression {
 public:
  explicit FeatureRegression(const AuditRows& rows);
  /// Entries with weight 0 do not count; some entry must have weight. Keeps the fitted value of
  /// every row of the design.
  void fit(std::span<const double> weight, std::span<const double> label, double alpha);
  [[nodiscard]] double fitted(std::size_t entry) const { return fitted_[rows_.row_of(entry)]; }
  /// By name of the column, the intercept first.
  [[nodiscard]] std::vector<std::pair<std::string, double>> coefficients() const;

 private:
  const AuditRows& rows_;
  std::vector<double> weight_, label_, coefficients_, fitted_;
};

}  // namespace faultline::rivals

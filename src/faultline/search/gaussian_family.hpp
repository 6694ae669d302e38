#pragma once
// The Gaussian score family: residuals with mean mu in the subgroup and 0 outside, common sigma.
// For a set with n people and residual sum s, f(mu) = (2 mu s - n mu^2) / (2 sigma^2), so F = s^2 /
// (2 sigma^2 n) when s has the direction's sign (Boxer et al., Appendix A.2.1). Where variances
// differ between cells, n is replaced by the sum v of variances in units of sigma^2: f(theta) = (2
// theta s - v theta^2) / (2 sigma^2), the quasi-likelihood of a shift of theta times each variance.

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "faultline/search/bernoulli_score.hpp"
#include "faultline/search/lattice.hpp"
#include "faultline/search/search.hpp"

namespace faultline::search {

/// People and sum of residuals per cell.
struct GaussianCells {
  Lattice lattice{};
  std::vector<std::int64_t> n{};
  std::vector<double> residual_sum{};
  double sigma = 1.0;
  /// Variance of each cell's sum in units of sigma squared, above 0; empty: n.
  std::vector<double> spread{};
};

class GaussianFamily {
 public:
  struct Row {
    double n = 0;  // or v
    double s = 0;
  };

  /// Keeps references: `cells` and `residual_sum` must outlive the object. Throws ConfigError
  /// unless sigma > 0.
  GaussianFamily(const GaussianCells& cells, std::span<const double> residual_sum,
                 Direction direction);

  [[nodiscard]] const Lattice& lattice() const { return cells_.lattice; }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  static void add(Row& to, const Row& from) {
    to.n += from.n;
    to.s += from.s;
  }
  [[nodiscard]] static bool has_people(const Row& row) { return row.n > 0; }
  [[nodiscard]] double bound(const Row& row) const { return value(row); }
  /// The best union of the rows, exactly: by the linear-time property it is a run of the largest s
  /// / n.
  [[nodiscard]] double positive_part_bound(std::span<const Row> rows) const;
  /// Never: the maximum is in closed form.
  [[nodiscard]] static bool looks_at_people(std::span<const Row>) { return false; }
  void promising_subsets(const Row* rows, int arity, double floor, double penalty,
                         std::vector<ValueSet>& promising) const;
  [[nodiscard]] Maximum maximum(const Row& row, const CellSet& /*where*/) const {
    return row.s > 0 && row.n > 0 ? Maximum{value(row), row.s / row.n} : Maximum{};
  }
  void candidate_sets(std::span<const Row> rows, double c, double floor, int attribute,
                      const CellSet& where, std::vector<ValueSet>& sets) const;
  [[nodiscard]] ScoredSubgroup score(const Subgroup& subgroup) const;
  [[nodiscard]] double error_bound() const { return 0; }
  [[nodiscard]] static double cut_bound() { return -std::numeric_limits<double>::infinity(); }

 private:
  [[nodiscard]] double value(const Row& row) const {
    return row.s > 0 && row.n > 0 ? row.s * row.s / (two_sigma_squared_ * row.n) : 0.0;
  }

  const GaussianCells& cells_;
  Direction direction_;
  double two_sigma_squared_;
  std::vector<Row> rows_;
};

}  // namespace faultline::search

#pragma once
// A plain Bias Scan over all rectangular subgroups, for tests only and with nothing shared with the
// engine: partial sums attribute by attribute on a grid of log q, and Newton's method on the people
// themselves for candidates near the best.

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "faultline/data/table.hpp"

namespace faultline::testing {

struct PlainBest {
  double score = 0;                   // penalised
  std::vector<std::uint64_t> sets{};  // one mask per attribute
};

class PlainScan {
 public:
  PlainScan(const data::Table& table, const std::vector<std::string>& attributes,
            const std::vector<double>& outcome, const std::vector<double>& prediction)
      : outcome_(outcome), prediction_(prediction) {
    for (const std::string& name : attributes) columns_.push_back(&table.categorical(name));
    for (int k = -kSteps; k <= kSteps; ++k) grid_.push_back(kWidth * k);
  }

  /// sign -1: fewer events than predicted (q < 1); +1: more.
  PlainBest best(int sign, double penalty) {
    sign_ = sign;
    penalty_ = penalty;
    found_ = {};
    std::size_t cells = 1;
    for (const auto* column : columns_)
      cells *= static_cast<std::size_t>(column->attribute.arity());
    std::vector<double> sums(cells * kEntries, 0.0);
    for (std::size_t row = 0; row < outcome_.size(); ++row) {
      std::size_t cell = 0;
      for (const auto* column : columns_) {
        cell = cell * static_cast<std::size_t>(column->attribute.arity()) + column->codes[row];
      }
      double* s = &sums[cell * kEntries];
      s[0] += 1;
      s[1] += outcome_[row];
      for (std::size_t k = 0; k < grid_.size(); ++k)
        s[2 + k] += std::log1p(prediction_[row] * std::expm1(grid_[k]));
    }
    chosen_.assign(columns_.size(), 0);
    descend(0, sums, 0);
    return found_;
  }

  /// Penalised score of one subgroup, exactly.
  double score(const std::vector<std::uint64_t>& sets, int sign, double penalty) const {
    std::vector<double> p;
    double y = 0;
    for (std::size_t row = 0; row < outcome_.size(); ++row) {
      bool in = true;
      for (std::size_t a = 0; a < columns_.size(); ++a)
        in = in && ((sets[a] >> columns_[a]->codes[row]) & 1U);
      if (!in) continue;
      p.push_back(prediction_[row]);
      y += outcome_[row];
    }
    if (p.empty()) return 0;
    double lo = sign < 0 ? -30 : 0;
    double hi = sign < 0 ? 0 : 30;
    for (int step = 0; step < 60; ++step) {
      const double t = (lo + hi) / 2;
      double expected = 0;
      for (const double v : p) expected += 1 / (1 + (1 - v) / v * std::exp(-t));
      (expected < y ? lo : hi) = t;
    }
    const double t = (lo + hi) / 2;
    double f = y * t;
    for (const double v : p) f -= std::log1p(v * std::expm1(t));
    double cost = 0;
    for (std::size_t a = 0; a < columns_.size(); ++a) cost += listed(a, sets[a]);
    return std::max(0.0, f) - penalty * cost;
  }

 private:
  static constexpr int kSteps = 30;
  static constexpr double kWidth = 0.1;
  static constexpr std::size_t kEntries = 2 + 2 * kSteps + 1;

  int listed(std::size_t a, std::uint64_t set) const {
    const int arity = columns_[a]->attribute.arity();
    const int count = __builtin_popcountll(set);
    return count == arity ? 0 : count;
  }

  void descend(std::size_t a, const std::vector<double>& sums, int cost) {
    if (a == columns_.size()) {
      if (sums[0] == 0) return;
      double top = 0;
      for (std::size_t k = 0; k < grid_.size(); ++k) {
        if (sign_ * grid_[k] >= 0) top = std::max(top, sums[1] * grid_[k] - sums[2 + k]);
      }
      // Between grid points the score can be higher by width^2/8 times its curvature, at most n/4.
      const double slack = kWidth * kWidth / 8 * sums[0] / 4;
      if (top + slack - penalty_ * cost <= found_.score) return;
      const double exact = score(chosen_, sign_, penalty_);
      if (exact > found_.score) found_ = {exact, chosen_};
      return;
    }
    const auto arity = static_cast<std::size_t>(columns_[a]->attribute.arity());
    const std::size_t rest = sums.size() / arity;
    std::vector<double> part(rest);
    for (std::uint64_t set = 1; set < (std::uint64_t{1} << arity); ++set) {
      part.assign(rest, 0.0);
      for (std::size_t v = 0; v < arity; ++v) {
        if (((set >> v) & 1U) == 0) continue;
        for (std::size_t i = 0; i < rest; ++i) part[i] += sums[v * rest + i];
      }
      chosen_[a] = set;
      descend(a + 1, part, cost + listed(a, set));
    }
  }

  std::vector<const data::CategoricalColumn*> columns_;
  const std::vector<double>& outcome_;
  const std::vector<double>& prediction_;
  std::vector<double> grid_;
  int sign_ = -1;
  double penalty_ = 0;
  std::vector<std::uint64_t> chosen_;
  PlainBest found_;
};

}  // namespace faultline::testing

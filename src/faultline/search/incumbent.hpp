#pragma once
// The best subgroup so far, with the written tie rule, and the filter that keeps the top subgroups
// distinct.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "faultline/search/lattice.hpp"
#include "faultline/search/search.hpp"

namespace faultline::search {

[[nodiscard]] inline double tie_width(double score) {
  return kTieTolerance * std::max(1.0, std::abs(score));
}

class Incumbent {
 public:
  explicit Incumbent(const Lattice& lattice) : lattice_(lattice) {}

  /// A subgroup that does not reach this cannot matter. Nothing at or below 0 (within the
  /// tolerance) is a finding.
  [[nodiscard]] double floor() const {
    return best_ ? best_score_ - tie_width(best_score_) : kTieTolerance;
  }

  void offer(const Subgroup& subgroup, double score) {
    if (!(score > kTieTolerance)) return;
    if (!best_ || score > best_score_ + tie_width(best_score_)) {
      best_ = subgroup;
      best_score_ = score;
      return;
    }
    if (score < floor()) return;
    if (precedes(subgroup, *best_, lattice_.attributes)) best_ = subgroup;
    best_score_ = std::max(best_score_, score);
  }

  [[nodiscard]] const std::optional<Subgroup>& best() const { return best_; }
  [[nodiscard]] double score() const { return best_ ? best_score_ : 0.0; }

 private:
  const Lattice& lattice_;
  std::optional<Subgroup> best_;
  double best_score_ = 0;
};

/// Jaccard overlap of people between a subgroup and each one chosen before, and how many people it
/// has.
class DistinctFilter {
 public:
  DistinctFilter(const Lattice& lattice, std::vector<std::int64_t> people,
                 const SearchOptions& options)
      : lattice_(lattice),
        people_(std::move(people)),
        max_overlap_(options.max_overlap),
        least_people_(options.least_people) {}

  void exclude(Subgroup subgroup) { chosen_.push_back(std::move(subgroup)); }

  [[nodiscard]] bool admits(const Subgroup& subgroup) const {
    if (least_people_ > 1) {
      std::int64_t inside = 0;
      CellSet{lattice_, subgroup}.for_each([&](std::int64_t cell) { inside += people_[cell]; });
      if (inside < least_people_) return false;
    }
    for (const Subgroup& other : chosen_) {
      std::int64_t both = 0;
      std::int64_t either = 0;
      for (std::int64_t cell = 0; cell < lattice_.cells; ++cell) {
        const bool a = lattice_.contains(subgroup, cell);
        const bool b = lattice_.contains(other, cell);
        if (a && b) both += people_[cell];
        if (a || b) either += people_[cell];
      }
      if (either == 0 || static_cast<double>(both) >= max_overlap_ * static_cast<double>(either))
        return false;
    }
    return true;
  }

 private:
  const Lattice& lattice_;
  std::vector<std::int64_t> people_;
  double max_overlap_;
  std::int64_t least_people_;
  std::vector<Subgroup> chosen_;
};

}  // namespace faultline::search

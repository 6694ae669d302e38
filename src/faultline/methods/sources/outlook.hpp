#pragma once
// Forecasts of the costs of one side of a contrast, as draws from the law of its learning curve:
// for the audited model with more of everybody, for it with more of one side, and for the candidate
// that costs the side least.

#include <compare>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "faultline/methods/sources/contrasts.hpp"
#include "faultline/methods/sources/what_if.hpp"

namespace faultline::methods {

enum class Growth { everybody, worse_side, best_model };

struct SideOutlook {
  std::string why{};  // not told: why; what stands below is then of no use
  std::size_t candidate = 0;
  CurveMoments moments{};
  std::vector<std::int64_t> trained{};                   // per size
  std::vector<double> today{}, twice{}, ten{}, limit{};  // costs, one per draw
  double back_test_miss = 0;                             // of growth of everybody
};

class Outlooks {
 public:
  /// Keeps a reference.
  explicit Outlooks(WhatIf& what_if);

  [[nodiscard]] const std::vector<Contrast>& contrasts() const { return contrasts_; }
  /// Entries of the plan on a side.
  [[nodiscard]] std::vector<bool> members(std::size_t contrast, int side) const;
  /// `grows`: the side of which there are more, with Growth::worse_side alone. Trained when asked
  /// for the first time.
  const SideOutlook& of(std::size_t contrast, int side, CostMetric metric, Growth growth,
                        int grows = 0);
  /// The same of the audited model among the people of a cluster, with more of everybody.
  /// `membership` per person of the input.
  [[nodiscard]] SideOutlook inside(std::size_t contrast, int side, CostMetric metric,
                                   std::span<const double> membership);
  /// Whether more of one side is tried: for the first few that ask.
  [[nodiscard]] bool may_grow(std::size_t contrast, int grows);
  [[nodiscard]] WhatIf& what_if() { return what_if_; }

 private:
  struct Key {
    std::size_t contrast = 0;
    int side = 0;
    CostMetric metric = CostMetric::zero_one;
    Growth growth = Growth::everybody;
    int grows = 0;
    auto operator<=>(const Key&) const = default;
  };
  SideOutlook make(const Key& key);
  /// Fits the law to the moments.
  void extend(std::uint32_t number, bool back_test, SideOutlook& outlook) const;
  [[nodiscard]] std::size_t best_of(std::size_t contrast, int side) const;

  WhatIf& what_if_;
  std::vector<Contrast> contrasts_;
  std::map<Key, SideOutlook> known_{};
  std::set<std::pair<std::size_t, int>> grown_{};
};

/// More of one group takes one more curve each; of ten groups the worst five are enough to act on.
inline constexpr std::size_t kMostGrown = 5;

}  // namespace faultline::methods

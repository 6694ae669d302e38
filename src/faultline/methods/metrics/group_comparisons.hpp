#pragma once
// Groups of tables beside their references, and the p-values of all tables of a run adjusted
// together (Holm). Two rates that are each other's complement are one test; where the best group is
// the reference, all pairs of groups are.

#include <map>
#include <tuple>
#include <vector>

#include "faultline/methods/metrics/group_table.hpp"

namespace faultline::methods {

class TestFamily {
 public:
  /// Compares the groups of one table. The table must outlive the call only; `comparisons` until
  /// adjust().
  void compare_groups(const GroupTable& table, const std::vector<MetricsReport::Group>& groups,
                      std::vector<MetricsReport::Comparison>& comparisons);
  /// Adjusts every p-value and gives every verdict; the number of tests.
  std::int64_t adjust(double alpha);

 private:
  /// Table, two groups, and the rate that is tested.
  using Key = std::tuple<std::size_t, std::size_t, std::size_t, RateName>;
  struct Made {
    std::vector<MetricsReport::Comparison>* list = nullptr;
    std::vector<std::optional<Key>> keys{};  // of each comparison of the list
  };
  void add_all_pairs(const GroupTable& table, const GroupSet& set);

  std::map<Key, double> p_values_{};
  std::vector<Made> made_{};
};

}  // namespace faultline::methods

#include "faultline/model/design/row_patterns.hpp"

#include <algorithm>
#include <map>

namespace faultline::model {

RowPatterns::RowPatterns(const Design& design) {
  std::vector<int> binary;
  for (int j = 0; j < design.columns(); ++j) {
    const bool may_be = design.column(j).kind == ColumnKind::intercept ||
                        design.column(j).kind == ColumnKind::dummy;
    const bool is = may_be && std::ranges::all_of(design.values(j), [](double value) {
                      return value == 0 || value == 1;
                    });
    (is ? binary : dense).push_back(j);
  }
  std::map<std::vector<std::uint16_t>, std::int32_t> known;
  std::vector<std::uint16_t> set;
  of_row.reserve(static_cast<std::size_t>(design.rows()));
  for (std::int64_t i = 0; i < design.rows(); ++i) {
    set.clear();
    for (const int j : binary) {
      if (design.values(j)[static_cast<std::size_t>(i)] == 1) {
        set.push_back(static_cast<std::uint16_t>(j));
      }
    }
    const auto [place, is_new] = known.try_emplace(set, static_cast<std::int32_t>(known.size()));
    if (is_new) {
      ones.insert(ones.end(), set.begin(), set.end());
      begin.push_back(static_cast<std::int32_t>(ones.size()));
    }
    of_row.push_back(place->second);
  }
}

}  // namespace faultline::model

#pragma once
// Which attributes are ordered, and in which order their values stand: intervals of `bins` in their
// own order; numbers by size, also those written as text; text that says what interval it is
// ("under 25", "25 - 45", "65+") from low to high; any other text as `ordered` says,
// 'size=small<medium<large'.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/data/dictionary.hpp"
#include "faultline/data/notice.hpp"

namespace faultline::data {

/// What `ordered` asks for.
struct OrderRole {
  std::string column{};
  std::string low_to_high{};  // 'small<medium<large'; empty: as the values themselves say
  friend bool operator==(const OrderRole&, const OrderRole&) = default;
};

struct OrderRoles {
  std::vector<OrderRole> columns{};
  bool bins = true;  // intervals are ordered by themselves
  friend bool operator==(const OrderRoles&, const OrderRoles&) = default;
};

/// Reads each of 'A,B', 'A=low<middle<high' (which may hold commas) and 'none', which takes their
/// order from bins. Throws ConfigError when a column is named twice.
[[nodiscard]] OrderRoles parse_ordered(const std::vector<std::string>& texts,
                                       const std::vector<std::string>& columns);

/// Positions of the labels from low to high where each is a number or an interval and no two
/// overlap; none otherwise.
[[nodiscard]] std::optional<std::vector<std::size_t>> order_of_numbers(
    const std::vector<std::string>& labels);

/// Puts the labels into the order that `role` asks for, "(missing)" last, and marks the attribute
/// as ordered. Throws InputError when the order is not known or does not name every value.
void put_in_order(const OrderRole& role, CodedAttribute& coded, Notices& notices);

}  // namespace faultline::data

#pragma once
// What a column of an Arrow schema holds, in SQL: from the format strings of the Arrow C data
// interface.

#include <string>

#include "faultline/sql/arrow_c.h"

namespace faultline::sql {

struct ArrowType {
  /// As the engine stores it; empty when such a column cannot be read.
  std::string stored{};
  /// As SQL of the user sees it: the type that the same values have in a CSV file.
  std::string seen{};
  bool all_null = false;  // the null type: there is nothing to store
  std::string words{};    // of a column that cannot be read: "lists"
};

[[nodiscard]] ArrowType arrow_type(const ArrowSchema& column);

}  // namespace faultline::sql

#pragma once
// From values to attributes: labels and their order, and in which order all attributes stand.

#include <string>
#include <vector>

#include "faultline/data/columns.hpp"
#include "faultline/data/dictionary.hpp"
#include "faultline/data/people.hpp"
#include "faultline/data/roles.hpp"

namespace faultline::data {

/// Scanned attributes first, then protected ones, then categorical covariates, each once, as
/// Roles::coded_columns has them.
struct CodedColumns {
  std::vector<CodedAttribute> attributes{};
  std::vector<std::string> scanned{};  // names
};

/// `values` are those of Roles::coded_columns. `facts` get the attributes' values and notes. Throws
/// InputError when a column has too many values or nothing can be scanned.
[[nodiscard]] CodedColumns code_columns(const Columns& columns, const Roles& roles,
                                        const std::vector<Values>& values,
                                        const std::string& source, PeopleFacts& facts);

}  // namespace faultline::data

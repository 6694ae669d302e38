#pragma once
// From dictionaries to attributes: which columns are scanned, which are protected or covariates
// only, and in which order all of them stand; and from "COL" and "COL=VALUE" to protected classes.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "faultline/data/columns.hpp"
#include "faultline/data/dictionary.hpp"
#include "faultline/data/people.hpp"
#include "faultline/data/roles.hpp"

namespace faultline::data {

/// Scanned attributes first, then protected ones, then categorical covariates, each once.
struct CodedColumns {
  std::vector<CodedAttribute> attributes{};
  std::vector<std::size_t> positions{};  // in coded_columns()
  std::vector<std::string> scanned{};    // names
};

/// Applies the default rule to its candidates. `facts` get the attributes' values, columns left
/// out and notes. Throws InputError when a column has too many values or nothing can be scanned.
[[nodiscard]] CodedColumns code_columns(const Columns& columns, const Roles& roles,
                                        const Dictionaries& dictionaries, const std::string& source,
                                        PeopleFacts& facts);

/// Attribute and label of each protected class, once each, in the order asked for; a column alone
/// gives all its labels in their order. Throws InputError when nobody has a value.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> find_classes(
    const Roles& roles, const std::vector<CodedAttribute>& attributes);

}  // namespace faultline::data

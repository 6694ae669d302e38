#pragma once
// Protected classes: COL=VALUE, a set of values (COL=A|B), an intersection (sex=Female;race=A), a
// column alone for each of its values in turn, or several columns (sex,race); and the people whom a
// class is compared with, when not with everybody else. A class that is more than one value of one
// column becomes an attribute of its own, so that methods see one value of one attribute, always.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/data/dictionary.hpp"
#include "faultline/data/profiles.hpp"

namespace faultline::data {

/// One column of a class and the value asked for, as it was written; or its labels.
struct ClassPart {
  std::string column{};
  std::vector<std::string> values{};
  friend bool operator==(const ClassPart&, const ClassPart&) = default;
};

/// People who have one of the values of every part.
using ClassParts = std::vector<ClassPart>;

/// Reads a text of `protected`: one class, or several columns alone (a part without values each).
/// Names and values may hold any character: what is a column decides. Throws InputError on an
/// unknown column and ConfigError on a part of an intersection without a value; `option` is what
/// messages call it.
[[nodiscard]] std::vector<ClassParts> parse_classes(std::string_view text,
                                                    const std::vector<std::string>& columns,
                                                    const std::string& option);

/// A class whose values are labels.
struct ClassDefinition {
  std::string attribute{};  // the column, or the name of the attribute that is made
  std::string value{};      // label of the members
  ClassParts parts{};
  ClassParts against{};  // empty: everybody else
  [[nodiscard]] bool made() const { return parts.size() > 1 || parts.front().values.size() > 1; }
  [[nodiscard]] std::vector<std::string> columns() const;
  friend bool operator==(const ClassDefinition&, const ClassDefinition&) = default;
};

/// "race = A or B" for each part, joined by "and".
[[nodiscard]] std::string in_words(const ClassParts& parts);

/// Each class once, in the order asked for; a column alone gives all its labels in their order.
/// Throws InputError when nobody has a value, ConfigError when `against` is to serve several
/// classes.
[[nodiscard]] std::vector<ClassDefinition> define_classes(
    const std::vector<ClassParts>& asked, const ClassParts& against,
    const std::vector<CodedAttribute>& attributes);

/// Adds the attributes of classes that are made, and leaves out people who are neither in the class
/// nor among those it is compared with. Returns how many people that were.
std::int64_t make_classes(Profiles& profiles, const std::vector<ClassDefinition>& classes);

}  // namespace faultline::data

#pragma once
// Which prepared column plays which role, and which columns play none.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/columns.hpp"
#include "faultline/data/input.hpp"
#include "faultline/data/notice.hpp"
#include "faultline/data/protected_class.hpp"
#include "faultline/data/value_order.hpp"

namespace faultline::data {

struct FlagRole {
  std::string option{};
  BinaryRole role{};
  std::optional<Threshold> threshold{};  // the column holds probabilities

  /// "`treatment`" -> "treatment".
  [[nodiscard]] std::string word() const { return option.substr(1, option.size() - 2); }
};

struct Roles {
  std::optional<BinaryRole> outcome{};
  bool outcome_has_families = false;  // for messages
  std::optional<BinaryRole> decision{};
  std::string score{};
  std::string risk_score{};
  std::string count{};
  std::optional<Threshold> threshold{};
  std::vector<std::string> attributes{};  // given, or chosen (default_columns.hpp)
  bool default_attributes = false;
  OrderRoles ordered{};
  std::vector<ClassParts> protected_classes{};  // as asked; no value: each value of the column
  ClassParts against{};                         // as asked; empty: everybody else
  std::vector<std::string> covariates{};  // as given, or chosen; empty: the scanned attributes
  std::vector<std::string> numbers{};     // numeric covariates, then further columns
  std::vector<std::string> ranked{};      // of the numbers, those that are streamed as ranks
  std::string numbers_option{};           // what messages call the further ones
  std::vector<std::pair<std::string, std::string>> number_options{};  // or each: column, option
  std::string classes_option{};  // what messages call the columns of the classes
  std::vector<FlagRole> flags{};
  std::string attributes_option{};  // what messages call the attributes

  /// Columns of the classes and of whom they are compared with, each once, in the order asked for.
  [[nodiscard]] std::vector<std::string> protected_columns() const;
  /// Columns that become attributes, each once: scanned ones, protected ones, covariates that are
  /// no numbers. Position i is column i of the dictionaries.
  [[nodiscard]] std::vector<std::string> coded_columns() const;
  /// The option that asks for a column as a number.
  [[nodiscard]] std::string number_option(const std::string& column) const;
  [[nodiscard]] bool is_ranked(const std::string& number) const;
  [[nodiscard]] bool has_prediction() const { return !score.empty() || !risk_score.empty(); }
};

/// Throws InputError on an unknown column and ConfigError on a column with two roles that exclude
/// each other. A covariate is a number when its column holds numbers and is neither scanned nor
/// protected. Attributes
/// are those given; without any, default_attributes is set and they are chosen later.
[[nodiscard]] Roles resolve_roles(const RoleOptions& options, const Columns& columns);

/// True when the column plays a role, is an attribute, or stands as a word in --derive, --where or
/// --bins. SQL does not tell X from x, nor does this.
[[nodiscard]] bool uses(const InputOptions& input, const Roles& roles, const std::string& column);

/// How many values the default rule takes.
inline constexpr int kFewValues = 20;

/// Columns that the default rule looks at: those without a role, in their order.
[[nodiscard]] std::vector<std::string> free_columns(const Columns& columns, const Roles& roles);

/// How many values each free column has, missing not counted.
struct DistinctCounts {
  std::vector<std::int64_t> values{};
  bool exact = true;  // or estimates
};

}  // namespace faultline::data

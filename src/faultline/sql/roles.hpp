#pragma once
// Which prepared column plays which role, and the view "people" that holds exactly these columns
// under short names: x0, x1, ... (columns that become attributes), y (outcome), s (score), r (risk
// score), d (decision), a0, a1, ... (protected columns once more, as the role they play), v0, v1,
// ... (numbers), f0, f1, ... (flags), w (count, when there is one). A role's value that is missing
// is NULL there.

#include <optional>
#include <string>
#include <vector>

#include "faultline/data/input.hpp"
#include "faultline/data/summary.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/prepare.hpp"

namespace faultline::sql {

struct FlagRole {
  std::string option{};
  data::BinaryRole role{};
  std::optional<data::Threshold> threshold{};  // the column holds probabilities

  /// "--treatment" -> "treatment".
  [[nodiscard]] std::string word() const { return option.substr(option.find_first_not_of('-')); }
};

struct Roles {
  std::optional<data::BinaryRole> outcome{};
  std::optional<data::BinaryRole> decision{};
  std::string score{};
  std::string risk_score{};
  std::string count{};
  std::optional<data::Threshold> threshold{};
  std::vector<std::string> attributes{};  // given, or candidates of the default rule
  bool default_attributes = false;
  std::vector<data::BinaryRole>
      protected_classes{};                // as asked; no value: each value of the column
  std::vector<std::string> covariates{};  // as given; empty: the scanned attributes
  std::vector<std::string> numbers{};     // numeric covariates, then further columns
  std::string numbers_option{};           // what messages call the further ones
  std::vector<FlagRole> flags{};
  std::string attributes_option{};  // what messages call the attributes

  /// Distinct, in the order asked for.
  [[nodiscard]] std::vector<std::string> protected_columns() const;
  /// Columns that become attributes, each once: scanned ones, protected ones, covariates that are
  /// no numbers. Position i is column x<i> of the view.
  [[nodiscard]] std::vector<std::string> coded_columns() const;
  /// The option that asks for a column as a number.
  [[nodiscard]] std::string number_option(const std::string& column) const;
  [[nodiscard]] bool has_prediction() const { return !score.empty() || !risk_score.empty(); }
};

/// Throws InputError on an unknown column and ConfigError on a column with two roles that exclude
/// each other. A covariate is a number when its column holds numbers and is neither scanned nor
/// protected. Attributes
/// are those given; without any, default_attributes is set and they are chosen later.
[[nodiscard]] Roles resolve_roles(const data::RoleOptions& options, const Prepared& prepared);

/// True when the column plays a role, is an attribute, or stands as a word in --derive, --where or
/// --bins. SQL does not tell X from x, nor does this.
[[nodiscard]] bool uses(const data::InputOptions& input, const Roles& roles,
                        const std::string& column);

/// Columns that the default rule may scan: text, boolean and binned ones without a role that have
/// few values. The others go to `left_out` with the reason.
void choose_candidates(Engine& engine, const Prepared& prepared, std::int64_t rows, Roles& roles,
                       std::vector<data::Dropped>& left_out);

/// Builds the view "people".
void build_people_view(Engine& engine, const Prepared& prepared, const Roles& roles);

/// SQL condition on "people": the row lacks nothing and stands for somebody.
[[nodiscard]] std::string kept_condition(const Roles& roles);

/// How many values the default rule takes.
inline constexpr int kFewValues = 20;

}  // namespace faultline::sql

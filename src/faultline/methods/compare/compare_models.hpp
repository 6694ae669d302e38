#pragma once
// Two models on the same people: where did it get worse? Every rate of every group side by side
// (change_table.hpp), and for each loss a scan for the subgroup in which the second model loses
// most against the first.
//
//   score of S = (sum of d)^2 / (sum of d^2 + n m) less the penalty,   d = loss after - loss before
//
// with n people in S, and m everybody's mean of d^2 (residual_people.hpp says why). The p-value
// counts the whole search: the two losses of every person are exchanged at random, which changes
// the sign of d and leaves d^2 as it is, and the search is repeated (residual_scan.hpp,
// studentised). That is exact where d is symmetric about 0, however much it varies from person to
// person; skewness is allowed for. The scans and the table share the level: it is divided by their
// number.

#include <string>
#include <vector>

#include "faultline/methods/compare/change_table.hpp"
#include "faultline/methods/search_settings.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::methods {

/// What a search looks for.
enum class ChangeDirection { worse, better, both };
[[nodiscard]] std::span<const describe::Word> words(ChangeDirection);

/// What a model loses on a person; the names are those of the criteria.
enum class PairedLoss { error, brier, log_loss };
[[nodiscard]] std::span<const describe::Word> words(PairedLoss);
[[nodiscard]] Criterion criterion_of(PairedLoss loss);

struct CompareModelsOptions : SearchSettings {
  std::vector<PairedLoss> losses{};
  ChangeDirection direction = ChangeDirection::worse;
  std::string subgroup{};              // tested without a search; empty: searches
  std::vector<std::size_t> scanned{};  // attributes, in their order
  ChangeTableOptions table{};
};

struct CompareResult {
  std::vector<Finding> findings{};
  std::vector<ModelReport> models{};
  CompareReport report{};
  Notices notices{};
  bool partial = false;
};

/// Findings with p-values, verdicts and intervals of the change of the mean loss. Throws
/// ConfigError on options, InputError when nobody is in the subgroup that is named or a loss is
/// infinite.
[[nodiscard]] CompareResult compare_models(const ComparedPeople& people,
                                           const CompareModelsOptions& options,
                                           const Hooks& hooks = {});

}  // namespace faultline::methods

#pragma once
// People, as the methods see them: opened once (prepared, checked, dictionaries built), then
// streamed in canonical order as often as needed. Rows stay in the engine; what reaches us is
// grouped tuples, or, where predictions are too many to group, sorted tuples.

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/data/profile_batch.hpp"
#include "faultline/data/summary.hpp"
#include "faultline/sql/input.hpp"

namespace faultline::sql {

class People {
 public:
  /// Throws InputError and ConfigError with a sentence for the user, Cancelled when stop is
  /// requested.
  [[nodiscard]] static People open(const InputOptions& input, const RoleOptions& roles,
                                   const std::stop_token& stop = {});
  ~People();
  People(People&&) noexcept;
  People& operator=(People&&) noexcept;

  /// The scanned ones in their order, then protected columns that are not scanned, then
  /// categorical covariates that are neither.
  [[nodiscard]] const std::vector<data::Attribute>& attributes() const;
  /// Names of the attributes to scan.
  [[nodiscard]] const std::vector<std::string>& scanned() const;
  /// Names of attributes and numbers; the scanned attributes when none were given.
  [[nodiscard]] const std::vector<std::string>& covariates() const;
  /// Names of the numeric columns that are streamed: numeric covariates, then those asked for, then
  /// flags() as 0 and 1.
  [[nodiscard]] const std::vector<std::string>& numbers() const;
  /// Columns of the flags, in the order asked for.
  [[nodiscard]] const std::vector<std::string>& flags() const;
  /// Attribute and label of each class, in the order asked for, a column alone expanded to its
  /// labels.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& protected_classes() const;
  /// What was read; `profiles` is 0, for whoever forms the profiles to fill in.
  [[nodiscard]] const data::Summary& summary() const;
  /// Over a million rows with over a thousand distinct predictions (with numbers, tuples of a
  /// prediction and numbers): equal tuples then arrive as several entries, and holding all tuples
  /// would be holding the rows.
  [[nodiscard]] bool many_predictions() const;

  /// Sends everybody, in canonical order, the same for any number of threads and any order of rows.
  void stream(data::ProfileSink& sink, const std::stop_token& stop = {}) const;
  /// Sends the people whose value of each attribute is in its set (bit v is value v).
  void stream_subgroup(std::span<const std::uint64_t> value_sets, data::ProfileSink& sink,
                       const std::stop_token& stop = {}) const;

 private:
  struct State;
  explicit People(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Names of the columns of the input after --derive. Throws as People::open does.
[[nodiscard]] std::vector<std::string> column_names(const InputOptions& input,
                                                    const std::stop_token& stop = {});

}  // namespace faultline::sql

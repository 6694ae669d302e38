#pragma once
// People, as the methods see them: opened once (prepared, checked, dictionaries built), then
// streamed in canonical order as often as needed. The SQL engine implements it for files and Arrow
// streams, data::Table for columns in memory; a method cannot tell which.

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/data/profile_batch.hpp"
#include "faultline/data/protected_class.hpp"
#include "faultline/data/summary.hpp"

namespace faultline::data {

/// A column that tells the prediction, or settles the decision, and is therefore no covariate,
/// though people may differ in it for good reasons.
struct SetAsideColumn {
  std::string name{};
  std::string tells{};   // what it does, behind "which": "ranks people as the prediction does"
  bool scores = false;   // a number in [0, 1], where no prediction is given
  bool readable = true;  // it is among the attributes or numbers, so that a run can add it
};

/// What is known of people once they are open.
struct PeopleFacts {
  /// The scanned ones in their order, then protected columns that are not scanned, then
  /// categorical covariates that are neither, then those set aside.
  std::vector<Attribute> attributes{};
  std::vector<std::string> scanned{};  // names of the attributes to scan
  /// Names of attributes and numbers: given, or chosen, or the scanned attributes.
  std::vector<std::string> covariates{};
  std::vector<SetAsideColumn> set_aside{};  // where covariates were chosen
  /// Names of the numeric columns that are streamed: numeric covariates, those that were set aside
  /// among them, then those asked for, then
  /// `flags` as 0 and 1.
  std::vector<std::string> numbers{};
  std::vector<std::string> flags{};  // columns of the flags, in the order asked for
  /// In the order asked for, a column alone expanded to its labels.
  std::vector<ClassDefinition> protected_classes{};
  /// What was read; `profiles` is 0, for whoever forms the profiles to fill in.
  Summary summary{};
  /// Columns that are not scanned, and what else a person should be told of the data (a one-valued
  /// attribute, ragged rows, ...).
  Notices notices{};
  /// Equal tuples arrive as several entries, because holding all tuples would be holding the rows.
  bool many_predictions = false;
};

class People {
 public:
  virtual ~People() = default;

  [[nodiscard]] const PeopleFacts& facts() const { return facts_; }
  [[nodiscard]] const std::vector<Attribute>& attributes() const { return facts_.attributes; }
  [[nodiscard]] const std::vector<std::string>& scanned() const { return facts_.scanned; }
  /// Names of the scanned attributes that are ordered.
  [[nodiscard]] std::vector<std::string> ordered() const {
    std::vector<std::string> names;
    for (std::size_t a = 0; a < facts_.scanned.size(); ++a) {
      if (facts_.attributes[a].ordered) names.push_back(facts_.scanned[a]);
    }
    return names;
  }
  [[nodiscard]] const std::vector<std::string>& covariates() const { return facts_.covariates; }
  [[nodiscard]] const std::vector<SetAsideColumn>& set_aside() const { return facts_.set_aside; }
  [[nodiscard]] const std::vector<std::string>& numbers() const { return facts_.numbers; }
  [[nodiscard]] const std::vector<std::string>& flags() const { return facts_.flags; }
  [[nodiscard]] const std::vector<ClassDefinition>& protected_classes() const {
    return facts_.protected_classes;
  }
  [[nodiscard]] const Summary& summary() const { return facts_.summary; }
  [[nodiscard]] const Notices& notices() const { return facts_.notices; }
  [[nodiscard]] bool many_predictions() const { return facts_.many_predictions; }

  /// Sends everybody, in canonical order, the same for any number of threads and any order of rows.
  void stream(ProfileSink& sink, const std::stop_token& stop = {}) const {
    stream_subgroup({}, sink, stop);
  }
  /// Sends the people whose value of each attribute is in its set (bit v is value v); without sets,
  /// everybody.
  virtual void stream_subgroup(std::span<const std::uint64_t> value_sets, ProfileSink& sink,
                               const std::stop_token& stop = {}) const = 0;

 protected:
  People() = default;
  People(People&&) noexcept = default;
  People& operator=(People&&) noexcept = default;

  PeopleFacts facts_{};
};

}  // namespace faultline::data

#pragma once
// Profiles: the distinct tuples (X, prediction, numbers, outcome, decision) that occur, column by
// column, with the number of people in each. Every method sees people only through such tuples, so
// its cost follows their number. Numbers are numeric columns beside the attributes, such as the
// covariates of a model; there are none unless a method asks for them.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/data/profile_batch.hpp"

namespace faultline::data {

struct Profiles {
  std::vector<Attribute> attributes{};
  std::vector<std::vector<Code>> codes{};  // [attribute][profile]
  std::vector<double> prediction{};        // empty when there is no prediction
  std::vector<std::string> number_names{};
  std::vector<std::vector<double>> numbers{};  // [number][profile]
  std::vector<std::uint8_t> outcome{};         // empty when there is no outcome
  std::vector<std::uint8_t> decision{};        // empty when there is no decision
  std::vector<std::int64_t> count{};

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(count.size()); }
  [[nodiscard]] std::int64_t people() const;
};

/// Collects batches into Profiles. Tuples may arrive in any order and any split: finish() sorts and
/// merges them, so that the result depends on the people alone.
class ProfilesBuilder final : public ProfileSink {
 public:
  explicit ProfilesBuilder(std::vector<Attribute> attributes,
                           std::vector<std::string> number_names = {});
  /// Throws InternalError when a batch's roles differ from the first batch's, a code is out of
  /// range, or a number is not finite.
  void add(const ProfileBatch& batch) override;
  [[nodiscard]] Profiles finish() &&;

 private:
  Profiles collected_;
  bool started_ = false;
};

/// Sends profiles to a sink as one batch.
void send(const Profiles& profiles, ProfileSink& sink);

}  // namespace faultline::data

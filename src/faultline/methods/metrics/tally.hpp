#pragma once
// What `metrics` remembers of people: for every intersection of the attributes that occurs, how
// many have which outcome and decision, and how many of them have each score. Memory follows the
// number of distinct scores, not that of people. Sums are made from these counts alone, so that
// neither the order of rows nor the way they are split can change a bit.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/data/profile_batch.hpp"

namespace faultline::methods {

/// People with one score. Without outcomes, all of them count as negatives.
struct ScoreCell {
  double score = 0;
  std::int64_t negatives = 0;
  std::int64_t positives = 0;
};

struct Tally {
  std::array<std::array<std::int64_t, 2>, 2> people{};  // [outcome][decision]; absent roles are 0
  std::vector<ScoreCell> scores{};                      // ascending, each score once

  [[nodiscard]] std::int64_t size() const {
    return people[0][0] + people[0][1] + people[1][0] + people[1][1];
  }
};

struct Tallies {
  struct Intersection {
    std::vector<data::Code> codes{};
    Tally tally{};
  };
  std::vector<data::Attribute> attributes{};
  bool has_outcome = false;
  bool has_decision = false;
  bool has_score = false;
  std::vector<Intersection> intersections{};  // in the order of their codes; nobody's is empty

  [[nodiscard]] std::int64_t people() const;
};

class TalliesBuilder final : public data::ProfileSink {
 public:
  explicit TalliesBuilder(std::vector<data::Attribute> attributes);
  void add(const data::ProfileBatch& batch) override;
  [[nodiscard]] Tallies finish() &&;

 private:
  [[nodiscard]] Tally& tally_of(const data::ProfileBatch& batch, std::size_t entry);

  Tallies collected_;
};

/// Several tallies as one.
[[nodiscard]] Tally merged(std::span<const Tally* const> parts);

}  // namespace faultline::methods

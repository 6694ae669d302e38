#pragma once
// What `metrics` remembers of people: for every intersection of the attributes that occurs, how
// many have which outcome and decision, and how many of them have each score. Memory follows the
// number of distinct scores, not that of people. Sums are made from these counts alone, so that
// neither the order of rows nor the way they are split can change a bit. Where outcomes are
// numbers, people have weights, or several rows are one person's, totals and their products are
// kept (moments.hpp), added up in the canonical order of people.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/data/input.hpp"
#include "faultline/data/profile_batch.hpp"
#include "faultline/methods/metrics/moments.hpp"

namespace faultline::methods {

/// People with one score. Without outcomes, all of them count as negatives.
struct ScoreCell {
  double score = 0;
  std::int64_t negatives = 0;
  std::int64_t positives = 0;
};

/// People of one weight and cluster with one score.
struct SurveyScore {
  double score = 0;
  double cluster = 0;
  double weight = 1;
  bool positive = false;
  std::int64_t count = 0;
};

struct Tally {
  /// [outcome][decision]; absent roles are 0, and so are numbers.
  std::array<std::array<std::int64_t, 2>, 2> people{};
  std::vector<ScoreCell> scores{};    // ascending, each score once
  std::vector<SurveyScore> survey{};  // of surveys, ascending; no two are the same people
  Moments moments{};                  // with Tallies::has_moments()
  std::vector<Unit> units{};          // by cluster, with Tallies::has_clusters
  bool infinite_loss = false;         // a prediction of 0 or 1 was wrong; kept with the moments

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
  bool has_numbers = false;                   // outcome and score are numbers
  bool any_scores = false;                    // scores are no probabilities
  bool has_weights = false;                   // people have weights
  bool has_clusters = false;                  // people come in clusters
  std::vector<Intersection> intersections{};  // in the order of their codes; nobody's is empty

  [[nodiscard]] std::int64_t people() const;
  [[nodiscard]] bool is_survey() const { return has_weights || has_clusters; }
  [[nodiscard]] bool has_moments() const { return has_numbers || is_survey(); }
};

/// Places of what a batch has among its numbers.
struct TallyColumns {
  std::optional<std::size_t> outcome{};  // of more than two values
  std::optional<std::size_t> score{};    // in place of the prediction: any number
  std::optional<std::size_t> weight{};
  std::optional<std::size_t> cluster{};
};

class TalliesBuilder final : public data::ProfileSink {
 public:
  explicit TalliesBuilder(std::vector<data::Attribute> attributes, TallyColumns columns = {});
  /// Throws InputError on a weight that is not above 0.
  void add(const data::ProfileBatch& batch) override;
  [[nodiscard]] Tallies finish() &&;

 private:
  [[nodiscard]] Tally& tally_of(const data::ProfileBatch& batch, std::size_t entry);
  void add_moments(const data::ProfileBatch& batch, std::size_t entry, Tally& tally);
  void flush();

  /// Equal people that follow each other are added at once, so that it does not matter to a bit
  /// whether they came as one entry or as several.
  struct Pending {
    std::size_t intersection = 0;
    Unit unit{};
    std::int64_t count = 0;
  };
  std::optional<Pending> pending_{};

  Tallies collected_;
  TallyColumns columns_;
};

/// Several tallies as one.
[[nodiscard]] Tally merged(std::span<const Tally* const> parts);

/// The same people with decisions made of their scores; not of surveys.
[[nodiscard]] Tallies decided(const Tallies& tallies, const data::Threshold& threshold);

/// The same people without one of the attributes.
[[nodiscard]] Tallies without(const Tallies& tallies, std::size_t attribute);
/// The people with this value of the attribute, without it.
[[nodiscard]] Tallies part(const Tallies& tallies, std::size_t attribute, data::Code value);

/// The score that half of all people have at most; the mean of the two in the middle. There must be
/// scores.
[[nodiscard]] double median_score(const Tallies& tallies);

}  // namespace faultline::methods

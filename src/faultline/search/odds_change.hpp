#pragma once
// Predictions whose odds were multiplied by q in a subgroup: what is expected once a finding there
// is known. p -> q p / (1 - p + q p) keeps 0 and 1 and the order of predictions, so people who
// arrive in canonical order leave in it.

#include <optional>
#include <utility>
#include <vector>

#include "faultline/data/profile_batch.hpp"
#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::search {

struct OddsChange {
  Subgroup subgroup{};
  double log_q = 0;  // may be infinite
};

[[nodiscard]] double change_odds(double p, double log_q);

/// The cells with every prediction in the subgroup changed, sums of both directions included.
/// Requires cells that are not folded.
void change_odds(const OddsChange& change, BernoulliCells& cells);

/// Passes people on with their predictions clipped first and then changed, change by change.
class OddsChangeSink final : public data::ProfileSink {
 public:
  /// Keeps references.
  OddsChangeSink(const std::vector<OddsChange>& changes, std::optional<double> clip,
                 data::ProfileSink& next)
      : changes_(changes), clip_(clip), next_(next) {}
  void add(const data::ProfileBatch& batch) override;

 private:
  const std::vector<OddsChange>& changes_;
  std::optional<double> clip_;
  data::ProfileSink& next_;
  std::vector<double> prediction_{};
};

}  // namespace faultline::search

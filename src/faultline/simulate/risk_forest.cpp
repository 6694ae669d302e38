#include "faultline/simulate/risk_forest.hpp"

#include <numeric>

#include <fmt/format.h>

#include "faultline/model/trees/boosted.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::simulate {
namespace {

constexpr double kSeen = 0.632;  // chance of a person to be seen by a tree

}  // namespace

// Squared error around 0 with rate 1 and no ridge: every tree fits labels, whatever the trees
// before it, and its leaves are means. The sum of all trees is then the forest's mean times their
// number.
std::vector<double> risk_forest_scores(const model::Design& design, std::span<const double> outcome,
                                       const RiskForestOptions& options) {
  const model::TreeTable table = model::dense_table(design);
  std::vector<std::int64_t> every(static_cast<std::size_t>(design.rows()));
  std::iota(every.begin(), every.end(), std::int64_t{0});
  const model::TreeMatrix training = table.matrix(std::span(every).first(outcome.size()));
  model::Booster booster(training);
  booster.set("max_depth", "0");
  // A node for every few people, and each looks at all bins of a number: 64 are fine enough.
  booster.set("max_bin", "64");
  booster.set("eta", "1");
  booster.set("lambda", "0");
  booster.set("min_child_weight", "1");
  booster.set("objective", "reg:squarederror");
  booster.set("base_score", "0");
  std::vector<float> gradient(outcome.size());
  std::vector<float> hessian(outcome.size());
  for (int tree = 0; tree < options.trees; ++tree) {
    rng::Stream stream(options.seed, rng::Purpose::forest, static_cast<std::uint32_t>(tree),
                       options.substream);
    for (std::size_t i = 0; i < outcome.size(); ++i) {
      const std::int64_t label = outcome[i] > 0 ? 1 : 0;
      const std::int64_t ones = rng::binomial(stream, label, kSeen);
      const std::int64_t zeros = rng::binomial(stream, 1 - label, kSeen);
      gradient[i] = static_cast<float>(-ones);
      hessian[i] = static_cast<float>(ones + zeros);
    }
    booster.grow(training, gradient, hessian);
  }
  std::vector<double> scores(every.size());
  booster.margins(table.matrix(every), scores);
  for (double& score : scores) score /= options.trees;
  return scores;
}

}  // namespace faultline::simulate

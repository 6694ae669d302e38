#include "faultline/model/trees/trees.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/trees/booster.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

// The rows named, without the intercept.
TreeMatrix features(const Design& design, std::span<const std::int64_t> rows) {
  const auto columns = static_cast<std::size_t>(design.columns());
  const std::size_t width = columns > 1 ? columns - 1 : 1;  // an intercept alone: one constant
  std::vector<float> values(rows.size() * width, 0.0F);
  for (std::size_t j = 1; j < columns; ++j) {
    const auto x = design.values(static_cast<int>(j));
    // Trees do not mind a linear change, and single precision keeps the differences of large
    // numbers (times, identifiers) only when they start at 0.
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    const double width_of_x = *high - *low;
    const bool dummy = design.column(static_cast<int>(j)).kind == ColumnKind::dummy;
    const double start = dummy ? 0.0 : *low;
    const double unit = dummy || width_of_x == 0 ? 1.0 : width_of_x;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      values[i * width + j - 1] =
          static_cast<float>((x[static_cast<std::size_t>(rows[i])] - start) / unit);
    }
  }
  return TreeMatrix::dense(values, rows.size(), width);
}

// How many of a row's people a tree sees, as a share of their weight. Labels of 0 and 1 are drawn
// apart, as if people were rows; a row whose label is a share for each of its people is drawn
// whole.
struct Seen {
  double weight = 0;
  double positive = 0;
};
Seen draw_seen(rng::Stream& stream, double weight, double positive, double people, double chance) {
  const auto n = static_cast<std::int64_t>(people);
  const double share = people * positive / weight;
  const auto k = static_cast<std::int64_t>(std::llround(share));
  if (std::abs(share - static_cast<double>(k)) > 1e-6) {
    const double kept = static_cast<double>(rng::binomial(stream, n, chance)) / people;
    return {weight * kept, positive * kept};
  }
  const auto ones = static_cast<double>(rng::binomial(stream, k, chance));
  const auto zeros = static_cast<double>(rng::binomial(stream, n - k, chance));
  return {weight * (ones + zeros) / people, weight * ones / people};
}

}  // namespace

TreeOptions boosted_options(std::uint64_t seed) {
  return {.forest = false, .trees = 100, .depth = 3, .min_child_weight = 0.25, .seed = seed};
}

TreeOptions forest_options(std::uint64_t seed) {
  return {.forest = true,
          .trees = 100,
          .depth = 0,
          .eta = 1,
          .lambda = 0,
          .min_child_weight = 1,
          .seed = seed};
}

struct Trees::State {
  explicit State(const Design& of) : design(of) {}

  void start(const TreeOptions& options);
  void train_boosted(const TreeRows& rows, const TreeOptions& options);
  void train_forest(const TreeRows& rows, const TreeOptions& options, std::uint32_t substream);

  const Design& design;
  std::unique_ptr<TreeMatrix> all{};  // every row, to predict
  std::vector<std::int64_t> used{};
  std::unique_ptr<TreeMatrix> training{};
  std::unique_ptr<Booster> booster{};
  int trees_averaged = 1;
};

Trees::Trees(const Design& design) : state_(std::make_unique<State>(design)) {}
Trees::~Trees() = default;

void Trees::State::start(const TreeOptions& options) {
  booster.reset();
  training = std::make_unique<TreeMatrix>(features(design, used));
  booster = std::make_unique<Booster>(*training);
  booster->set("max_depth", fmt::format("{}", options.depth));
  // Trees without a limit have a node for every few people, and each looks at all bins of a number:
  // 64 are fine enough for them and halve the time.
  if (options.depth == 0) booster->set("max_bin", "64");
  booster->set("eta", fmt::format("{}", options.eta));
  booster->set("lambda", fmt::format("{}", options.lambda));
  booster->set("min_child_weight", fmt::format("{}", options.min_child_weight));
}

void Trees::State::train_boosted(const TreeRows& rows, const TreeOptions& options) {
  std::vector<float> label;
  std::vector<float> weight;
  double total = 0;
  double positive = 0;
  for (const std::int64_t row : used) {
    const auto i = static_cast<std::size_t>(row);
    total += rows.weight[i];
    positive += rows.positive[i];
    weight.push_back(static_cast<float>(rows.weight[i]));
    label.push_back(static_cast<float>(std::min(1.0, rows.positive[i] / rows.weight[i])));
  }
  training->set_label(label);
  training->set_weight(weight);
  booster->set("objective", "binary:logistic");
  // Start at the overall rate, half a person away from 0 and 1,
  // and inside (0, 1) as single precision sees it.
  const double rate = std::clamp((positive + 0.5) / (total + 1), 1e-6, 1 - 1e-6);
  booster->set("base_score", fmt::format("{:.9g}", rate));
  for (int tree = 0; tree < options.trees; ++tree) {
    booster->grow(*training, tree);
  }
  trees_averaged = 1;
}

// Squared error around 0: every tree fits labels, whatever the trees before it, and its leaves are
// weighted means. The sum of all trees is then the forest's mean times their number.
void Trees::State::train_forest(const TreeRows& rows, const TreeOptions& options,
                                std::uint32_t substream) {
  booster->set("objective", "reg:squarederror");
  booster->set("base_score", "0");
  std::vector<float> gradient(used.size());
  std::vector<float> hessian(used.size());
  for (int tree = 0; tree < options.trees; ++tree) {
    rng::Stream stream(options.seed, rng::Purpose::forest, static_cast<std::uint32_t>(tree),
                       substream);
    double seen_weight = 0;
    for (std::size_t k = 0; k < used.size(); ++k) {
      const auto i = static_cast<std::size_t>(used[k]);
      const Seen seen =
          draw_seen(stream, rows.weight[i], rows.positive[i], rows.people[i], options.sample);
      gradient[k] = static_cast<float>(-seen.positive);
      hessian[k] = static_cast<float>(seen.weight);
      seen_weight += seen.weight;
    }
    if (seen_weight == 0) {  // one or two people, none drawn: then the tree sees them all
      for (std::size_t k = 0; k < used.size(); ++k) {
        gradient[k] = static_cast<float>(-rows.positive[static_cast<std::size_t>(used[k])]);
        hessian[k] = static_cast<float>(rows.weight[static_cast<std::size_t>(used[k])]);
      }
    }
    booster->grow(*training, gradient, hessian);
  }
  trees_averaged = options.trees;
}

void Trees::train(const TreeRows& rows, const TreeOptions& options, std::uint32_t substream) {
  State& s = *state_;
  s.used.clear();
  for (std::size_t i = 0; i < rows.weight.size(); ++i) {
    if (rows.weight[i] > 0) s.used.push_back(static_cast<std::int64_t>(i));
  }
  if (s.used.empty()) throw InternalError("Trees got no rows with weight.");
  s.start(options);
  if (options.forest) {
    s.train_forest(rows, options, substream);
  } else {
    s.train_boosted(rows, options);
  }
}

void Trees::predict(std::span<double> out) const {
  State& s = *state_;
  if (!s.booster) throw InternalError("Trees cannot predict before they are trained.");
  if (!s.all) {
    std::vector<std::int64_t> every(static_cast<std::size_t>(s.design.rows()));
    for (std::size_t i = 0; i < every.size(); ++i) every[i] = static_cast<std::int64_t>(i);
    s.all = std::make_unique<TreeMatrix>(features(s.design, every));
  }
  s.booster->margins(*s.all, out);
  for (double& value : out) value /= s.trees_averaged;
}

}  // namespace faultline::model

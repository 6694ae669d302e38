#include "faultline/methods/sources/noise.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/sources/cut.hpp"
#include "faultline/model/neighbours/bayes_bounds.hpp"
#include "faultline/model/neighbours/nearest_neighbours.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

// Moments want so many people per column.
constexpr std::int64_t kPeoplePerColumn = 10;

// Four fifths to learn from is close to all; a covariance needs two people, and so does a fold.
constexpr int kFolds = 5;
constexpr std::int64_t kLeastOfAClass = 2;
constexpr std::int64_t kLeastForFolds = std::int64_t{2} * kFolds;
// Every pair of people may have to be compared.
constexpr std::int64_t kMostNeighbours = 25'000;
// Covariances are dense, and inverted.
constexpr int kMostColumns = 500;
constexpr std::int64_t kMostCells = 50'000'000;  // people times columns

// At most `most` of the people, drawn by the seed, in their order.
std::vector<std::int64_t> sample(std::vector<std::int64_t> people, std::int64_t most,
                                 std::uint64_t seed, std::uint32_t group) {
  if (std::ssize(people) <= most) return people;
  rng::Stream stream(seed, rng::Purpose::fold, group, 1);
  rng::shuffle(stream, std::span(people));
  people.resize(static_cast<std::size_t>(most));
  std::ranges::sort(people);
  return people;
}

class GroupNoise {
 public:
  GroupNoise(const SourcesInput& input, const SourcesOptions& options, std::size_t group)
      : input_(input), options_(options), group_(group) {
    for (std::size_t i = 0; i < input.group.size(); ++i) {
      if (std::cmp_not_equal(input.group[i], group)) continue;
      members_.push_back(static_cast<std::int64_t>(i));
      positive_ += input.outcome[i] > 0.5 ? 1 : 0;
    }
  }

  SourcesReport::Noise bound(NoiseMethod method) {
    SourcesReport::Noise entry{
        .group = input_.groups[group_], .method = method, .n = std::ssize(members_)};
    entry.note = obstacle(method);
    if (!entry.note.empty()) return entry;
    try {
      if (method == NoiseMethod::nearest_neighbour) {
        by_neighbours(entry);
      } else {
        by_moments(method, entry);
      }
    } catch (const NumericError& error) {
      entry.note = fmt::format("Not computed: {}.", error.what());
    }
    return entry;
  }

 private:
  // Why there is no bound; empty when there is one.
  [[nodiscard]] std::string obstacle(NoiseMethod method) const {
    if (input_.outcome_kind == model::OutcomeKind::number) {
      return "Not computed: the bounds are those of a binary outcome, and this one is a number.";
    }
    if (!input_.features || input_.features->columns() == 0) {
      return "Not computed: there are no covariates.";
    }
    const std::int64_t n = std::ssize(members_);
    for (const auto& [count, outcome] : {std::pair(positive_, 1), std::pair(n - positive_, 0)}) {
      if (count >= kLeastOfAClass) continue;
      return fmt::format("Not computed: {} {} the outcome {}, and {} are needed.", people(count),
                         count == 1 ? "has" : "have", outcome, kLeastOfAClass);
    }
    if (method == NoiseMethod::nearest_neighbour) {
      if (n >= kLeastForFolds) return {};
      return fmt::format("Not computed: {} are too few for {} folds.", people(n), kFolds);
    }
    if (input_.features->columns() <= kMostColumns) return {};
    return fmt::format("Not computed: {} columns are too many; at most {} are inverted.",
                       with_thousands(input_.features->columns()), kMostColumns);
  }

  // Dense columns of the members alone, made once for both bounds.
  void load_columns() {
    if (!columns_.empty()) return;
    const int columns = input_.features->columns();
    drawn_ =
        sample(members_, kMostCells / columns, options_.seed, static_cast<std::uint32_t>(group_));
    for (int j = 0; j < columns; ++j) {
      const std::vector<double> whole = input_.features->column(j);
      std::vector<double>& column = columns_.emplace_back();
      for (const std::int64_t person : drawn_) {
        column.push_back(whole[static_cast<std::size_t>(person)]);
      }
    }
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
      rows_.push_back(static_cast<std::int64_t>(i));
      label_.push_back(input_.outcome[static_cast<std::size_t>(drawn_[i])]);
    }
    for (const std::vector<double>& column : columns_) pointers_.push_back(column.data());
  }

  void by_moments(NoiseMethod method, SourcesReport::Noise& entry) {
    load_columns();
    const model::LabelledRows rows{.columns = pointers_, .rows = rows_, .label = label_};
    if (method == NoiseMethod::mahalanobis) {
      entry.upper = model::mahalanobis_bound(rows).upper;
    } else {
      entry.lambda = options_.bhattacharyya_lambda;
      const auto bounds = model::bhattacharyya_bounds(rows, options_.bhattacharyya_lambda);
      entry.lower = bounds.lower;
      entry.upper = bounds.upper;
      entry.note = "Holds for normal features, which dummies are not, and depends on lambda.";
    }
    // Means of few people lie far apart by chance alone, which makes these bounds too small.
    if (std::ssize(rows_) < kPeoplePerColumn * std::ssize(columns_)) {
      if (!entry.note.empty()) entry.note += ' ';
      entry.note += fmt::format("Too small: {} are few for {}.", people(std::ssize(rows_)),
                                plural(std::ssize(columns_), "column"));
    }
    say_drawn(drawn_, entry);
  }

  void by_neighbours(SourcesReport::Noise& entry) const {
    const auto drawn =
        sample(members_, kMostNeighbours, options_.seed, static_cast<std::uint32_t>(group_));
    const double error = model::neighbour_error(*input_.features, input_.outcome, drawn,
                                                {.neighbours = options_.neighbours,
                                                 .folds = kFolds,
                                                 .seed = options_.seed,
                                                 .threads = options_.threads});
    entry.lower = model::cover_hart_lower_bound(error);
    entry.upper = error;
    entry.note = fmt::format(
        "Error of the vote of {} in {} folds; the lower end holds for one neighbour and in the "
        "limit of many people.",
        plural(options_.neighbours, "nearest neighbour"), kFolds);
    say_drawn(drawn, entry);
  }

  void say_drawn(const std::vector<std::int64_t>& drawn, SourcesReport::Noise& entry) const {
    if (drawn.size() == members_.size()) return;
    entry.n = std::ssize(drawn);
    if (!entry.note.empty()) entry.note += ' ';
    entry.note += fmt::format("From {}, drawn at random out of {}.", people(std::ssize(drawn)),
                              with_thousands(std::ssize(members_)));
  }

  const SourcesInput& input_;
  const SourcesOptions& options_;
  std::size_t group_;
  std::vector<std::int64_t> members_{};
  std::int64_t positive_ = 0;
  std::vector<std::int64_t> drawn_{}, rows_{};
  std::vector<std::vector<double>> columns_{};
  std::vector<const double*> pointers_{};
  std::vector<double> label_{};
};

}  // namespace

void add_noise(const SourcesInput& input, const SourcesOptions& options, const Hooks& hooks,
               SourcesReport& report) {
  const auto total = static_cast<std::int64_t>(input.groups.size() * words(NoiseMethod{}).size());
  std::int64_t done = 0;
  for (std::size_t g = 0; g < input.groups.size(); ++g) {
    GroupNoise noise(input, options, g);
    for (const describe::Word& word : words(NoiseMethod{})) {
      const auto method = static_cast<NoiseMethod>(word.value);
      if (hooks.stop.stop_requested()) {
        cut(report, SourcesPart::noise, "Bounds on the noise are incomplete: the run was stopped.");
        return;
      }
      if (hooks.progress) hooks.progress("noise", done++, total);
      report.noise.push_back(noise.bound(method));
    }
  }
  if (hooks.progress) hooks.progress("noise", total, total);
}

}  // namespace faultline::methods

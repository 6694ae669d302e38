#include "faultline/methods/sources/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/sources/cut.hpp"
#include "faultline/methods/sources/scaled_features.hpp"
#include "faultline/model/neighbours/neighbour_tree.hpp"

namespace faultline::methods {
namespace {

using model::LearnerKind;
using model::LearnerOptions;

// A candidate is fitted some twenty times: so many cells (people times columns) take a second or
// two each. Fewer people than the second number would say little, more than the third no more.
constexpr std::int64_t kMostTableCells = 4'000'000;
constexpr std::int64_t kFewestTablePeople = 5'000;
constexpr std::int64_t kMostTablePeople = 50'000;
// Words are many columns of which a person has few.
constexpr int kColumnsOfWords = 200;
// Trees look at every column, so they are left to tables of at most so many.
constexpr int kMostTreeColumns = 500;
// Squares and products: a linear model on them takes the square of their number in time, and they
// are kept for everybody.
constexpr std::int64_t kMostProducts = 300;
constexpr std::int64_t kMostProductCells = 10'000'000;
// There are many products, so they are held back more.
constexpr double kProductStrength = 10;
// Means of so many people: few enough to follow a pattern, enough not to repeat single people.
constexpr double kLeaf = 10;
constexpr int kNeighbours = 25;
// Everybody may have to be compared with everybody.
constexpr std::int64_t kMostCompared = 10'000;

bool is_linear(LearnerKind kind) {
  return kind == LearnerKind::logistic || kind == LearnerKind::logistic_l1 ||
         kind == LearnerKind::ridge;
}

bool can_be_made(const LearnerOptions& learner, const model::Features& features,
                 model::OutcomeKind outcome) {
  try {
    (void)model::make_learner(learner, features, outcome);
    return true;
  } catch (const ConfigError&) {  // this build has no boosted trees
    return false;
  }
}

}  // namespace

std::int64_t most_people(const model::Features& features) {
  const int columns = features.sparse().empty() ? std::max(1, features.columns())
                                                : std::min(kColumnsOfWords, features.columns());
  return std::clamp(kMostTableCells / std::max(1, columns), kFewestTablePeople, kMostTablePeople);
}

Candidates::Candidates(const SourcesInput& input, const SourcesOptions& options,
                       std::int64_t people, SourcesReport& report)
    : input_(input), options_(options) {
  const model::Features& features = *input.features;
  const LearnerOptions& audited = options.learners.front();
  add({.name = fmt::format("{} (this model)", model::name_of(audited.kind)),
       .learner = audited,
       .features = &features,
       .linear = is_linear(audited.kind)});
  add({.kind = Entry::Kind::constant, .name = "the mean outcome for everybody", .linear = true});
  const bool binary = input.outcome_kind == model::OutcomeKind::binary;
  LearnerOptions linear{.kind = binary ? LearnerKind::logistic : LearnerKind::ridge,
                        .seed = options.seed};
  if (binary && !features.sparse().empty()) linear.kind = LearnerKind::logistic_l1;
  add_linear(linear);
  if (features.sparse().empty() && features.columns() <= kMostTreeColumns) {
    add_products(linear, people, report);
    add_trees();
    if (people <= kMostCompared) {
      tables_.push_back(std::make_unique<model::Features>(scaled_features(features)));
      add({.kind = Entry::Kind::neighbours,
           .name = fmt::format("{} nearest neighbours", kNeighbours),
           .features = tables_.back().get()});
    }
  } else {
    cut(report, SourcesPart::candidates,
        fmt::format("Of {} only linear models were tried instead.",
                    plural(features.columns(), "column")));
  }
}

void Candidates::add(Entry entry) { entries_.push_back(std::move(entry)); }

void Candidates::add_linear(const LearnerOptions& linear) {
  const model::Features& features = *input_.features;
  const std::string name =
      linear.kind == LearnerKind::ridge ? "ridge regression" : "logistic regression";
  tables_.push_back(std::make_unique<model::Features>(
      with_interactions(features, input_.protected_column, input_.groups, input_.group)));
  add({.name = name, .learner = linear, .features = &features, .linear = true});
  add({.name = name + ", told the group",
       .use = GroupUse::told,
       .learner = linear,
       .features = tables_.back().get(),
       .linear = true});
  add({.name = name + " per group",
       .use = GroupUse::own,
       .learner = linear,
       .features = &features,
       .linear = true,
       .kind_for_equal_sizes = true});
}

void Candidates::add_products(const LearnerOptions& linear, std::int64_t people,
                              SourcesReport& report) {
  const model::Features& features = *input_.features;
  const std::int64_t most =
      std::min(kMostProducts, kMostProductCells / std::max<std::int64_t>(1, people));
  auto table = with_products(features, most);
  const std::int64_t columns = features.columns();
  const bool all = columns * (columns + 1) / 2 <= most;
  if (!all) {
    cut(report, SourcesPart::candidates,
        fmt::format("Squares and products of {} would be {}: {}.", plural(columns, "column"),
                    with_thousands(columns * (columns + 1) / 2),
                    table ? "those of numbers alone were tried" : "a model on them was not tried"));
  }
  if (!table) return;
  tables_.push_back(std::make_unique<model::Features>(std::move(*table)));
  LearnerOptions held = linear;
  held.strength = kProductStrength;
  const std::string name =
      fmt::format("{} with squares and products",
                  linear.kind == LearnerKind::ridge ? "ridge regression" : "logistic regression");
  add({.name = name, .learner = held, .features = tables_.back().get(), .linear = true});
  add({.name = name + ", per group",
       .use = GroupUse::own,
       .learner = held,
       .features = tables_.back().get(),
       .linear = true,
       .kind_for_equal_sizes = true});
}

void Candidates::add_trees() {
  const model::Features& features = *input_.features;
  tables_.push_back(std::make_unique<model::Features>(
      with_group(features, input_.protected_column, input_.groups, input_.group)));
  const model::Features* told = tables_.back().get();
  const std::pair<std::string, LearnerOptions> kinds[] = {
      {"boosted trees", {.kind = LearnerKind::boosted, .seed = options_.seed}},
      {fmt::format("forest with leaves of {}", kLeaf),
       {.kind = LearnerKind::forest, .leaf = kLeaf, .seed = options_.seed}}};
  for (const auto& [name, learner] : kinds) {
    if (!can_be_made(learner, features, input_.outcome_kind)) continue;
    add({.name = name, .learner = learner, .features = &features});
    if (!options_.learner_knows_group) {
      add({.name = name + ", told the group",
           .use = GroupUse::told,
           .learner = learner,
           .features = told});
    }
    add({.name = name + " per group",
         .use = GroupUse::own,
         .learner = learner,
         .features = &features,
         .kind_for_equal_sizes = true});
  }
}

Candidates::LearnerPool& Candidates::pool(const model::Features* features,
                                          const LearnerOptions& learner) const {
  const std::scoped_lock lock(mutex_);
  for (const Pooled& known : pools_) {
    if (known.features == features && known.learner == learner) return *known.pool;
  }
  const auto make = [features, learner, outcome = input_.outcome_kind] {
    return model::make_learner(learner, *features, outcome);
  };
  pools_.push_back(
      {.features = features, .learner = learner, .pool = std::make_unique<LearnerPool>(make)});
  return *pools_.back().pool;
}

void Candidates::count_fit(const model::Learner& learner) const {
  ++fits_;
  if (!learner.converged()) ++not_converged_;
}

double Candidates::mean_of(std::span<const std::int64_t> people) const {
  if (people.empty()) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (const std::int64_t i : people) sum += input_.outcome[static_cast<std::size_t>(i)];
  return sum / static_cast<double>(people.size());
}

void Candidates::learn(const Entry& entry, const LearnerOptions& learner,
                       std::span<const std::int64_t> training, std::span<const std::int64_t> tested,
                       std::uint32_t substream, std::span<double> out) const {
  if (training.empty() || tested.empty()) {
    std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const auto loan = pool(entry.features, learner).borrow();
  loan->fit(
      model::TrainingPeople{.people = training, .outcome = input_.outcome, .substream = substream});
  count_fit(*loan);
  loan->predict(tested, out);
}

void Candidates::look_at_neighbours(const Entry& entry, std::span<const std::int64_t> training,
                                    std::span<const std::int64_t> tested,
                                    std::span<double> out) const {
  const model::NeighbourTree tree(*entry.features, training);
  // Nobody who is tested is among those who are trained on: one label each.
  std::vector<std::int64_t> label(input_.outcome.size(), 0);
  for (const std::int64_t i : tested) label[static_cast<std::size_t>(i)] = 1;
  std::vector<model::Neighbour> near;
  for (std::size_t t = 0; t < tested.size(); ++t) {
    tree.nearest(tested[t], kNeighbours, label, near);
    double sum = 0;
    for (const model::Neighbour& one : near)
      sum += input_.outcome[static_cast<std::size_t>(one.person)];
    out[t] = near.empty() ? std::numeric_limits<double>::quiet_NaN()
                          : sum / static_cast<double>(near.size());
  }
}

void Candidates::predict(std::size_t c, std::span<const std::int64_t> training,
                         std::span<const std::int64_t> tested, std::uint32_t substream,
                         std::span<double> out, const LearnerOptions* settings) const {
  const Entry& entry = entries_[c];
  const LearnerOptions& learner = settings != nullptr ? *settings : entry.learner;
  if (entry.kind == Entry::Kind::constant) {
    std::ranges::fill(out, mean_of(training));
    return;
  }
  if (entry.kind == Entry::Kind::neighbours) {
    look_at_neighbours(entry, training, tested, out);
    return;
  }
  if (entry.use != GroupUse::own) {
    learn(entry, learner, training, tested, substream, out);
    return;
  }
  for (std::size_t g = 0; g < input_.groups.size(); ++g) {
    std::vector<std::int64_t> own, asked;
    std::vector<std::size_t> place;
    for (const std::int64_t i : training) {
      if (std::cmp_equal(input_.group[static_cast<std::size_t>(i)], g)) own.push_back(i);
    }
    for (std::size_t t = 0; t < tested.size(); ++t) {
      if (std::cmp_not_equal(input_.group[static_cast<std::size_t>(tested[t])], g)) continue;
      asked.push_back(tested[t]);
      place.push_back(t);
    }
    std::vector<double> scores(asked.size(), mean_of(training));
    if (!own.empty()) learn(entry, learner, own, asked, substream, scores);
    for (std::size_t k = 0; k < place.size(); ++k) out[place[k]] = scores[k];
  }
}

}  // namespace faultline::methods

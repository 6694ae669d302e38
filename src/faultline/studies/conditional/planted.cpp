#include "faultline/studies/conditional/planted.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

using methods::Permute;

constexpr std::int64_t kFairDataSets = 15;  // an odd number has a middle

/// Fair data sets, from which effects are told, are others than those in which they are planted.
constexpr std::uint32_t kFairFrom = 1'000'000;

std::vector<RanksRow> rank_rows() {
  std::vector<RanksRow> rows;
  for (const Permute permute : {Permute::within, Permute::redraw}) {
    for (const double q : {3.0, 5.0, 8.0, 15.0})
      rows.push_back({.metrics = {"fpr"}, .permute = permute, .planted = {.q_first = q}});
    for (const double mu : {0.6, 1.0, 2.0})
      rows.push_back(
          {.metrics = {"balance-negative"}, .permute = permute, .planted = {.mu_first = mu}});
  }
  rows.push_back({.metrics = {"fpr", "balance-negative", "tpr", "balance-positive"},
                  .planted = {.q_first = 8, .mu_first = 1}});
  for (const double q : {3.0, 4.0, 6.0})
    rows.push_back({.metrics = {"fpr"}, .planted = {.q_first = q, .q_second = q}});
  rows.push_back({.metrics = {"fpr"}, .planted = {.people = 3000, .q_first = 4, .q_second = 4}});
  for (const std::int64_t people : {1500, 3000}) {
    rows.push_back({.metrics = {"balance-negative"},
                    .planted = {.people = people, .mu_first = 0.7, .mu_second = 0.7}});
  }
  return rows;
}

std::vector<ToldRow> told_rows() {
  std::vector<ToldRow> rows;
  for (const std::int64_t people : {1500, 3000}) {
    rows.push_back({.metric = "fpr", .permute = Permute::within, .people = people});
    rows.push_back({.metric = "fpr", .permute = Permute::redraw, .people = people});
    rows.push_back({.metric = "balance-negative", .people = people});
  }
  return rows;
}

double effect_told(const ToldRow& row, std::uint64_t seed, int threads,
                   const methods::Hooks& hooks) {
  methods::ConditionalOptions options = planted_audit({row.metric}, 199);
  options.permute = row.permute;
  options.power = true;
  options.subgroup = kPlantedSubgroup;
  std::vector<double> effects(kFairDataSets);
  run_all("fair data sets", kFairDataSets, threads, hooks, [&](std::int64_t k) {
    const auto people =
        planted_class(seed, kFairFrom + static_cast<std::uint32_t>(k), {.people = row.people});
    effects[static_cast<std::size_t>(k)] = audit_planted(people, options)
                                               .findings.front()
                                               .detectable.value()
                                               .effects.front()
                                               .theta.value();
  });
  std::ranges::nth_element(effects, effects.begin() + kFairDataSets / 2);
  return effects[kFairDataSets / 2];
}

}  // namespace

void validate(const PlantedStudyOptions& options) {
  if (options.data_sets < 1)
    throw ConfigError(fmt::format("`data_sets` {}: must be 1 or more", options.data_sets));
}

RanksRow count_ranks(RanksRow row, std::uint64_t seed, int threads, const methods::Hooks& hooks) {
  methods::ConditionalOptions options = planted_audit(row.metrics, 99);
  options.top = 3;
  options.permute = row.permute;
  std::vector<int> deepest(static_cast<std::size_t>(row.data_sets));
  run_all("data sets", row.data_sets, threads, hooks, [&](std::int64_t k) {
    const auto people = planted_class(seed, static_cast<std::uint32_t>(k), row.planted);
    int& rank = deepest[static_cast<std::size_t>(k)];
    for (const methods::Finding& finding : audit_planted(people, options).findings) {
      if (finding.verdict == methods::Verdict::evidence) rank = std::max(rank, finding.rank);
    }
  });
  const auto at_least = [&](int rank) {
    return std::ranges::count_if(deepest, [rank](int one) { return one >= rank; });
  };
  row.first = at_least(1);
  row.second = at_least(2);
  row.third = at_least(3);
  return row;
}

ToldRow count_told(ToldRow row, std::uint64_t seed, int threads, const methods::Hooks& hooks) {
  row.told = effect_told(row, seed, threads, hooks);
  PlantedEffects planted{.people = row.people};
  (row.metric == "fpr" ? planted.q_first : planted.mu_first) = row.told;
  const methods::ConditionalOptions options = [&] {
    methods::ConditionalOptions audit = planted_audit({row.metric}, 199);
    audit.permute = row.permute;
    return audit;
  }();
  std::vector<char> found(static_cast<std::size_t>(row.data_sets));
  run_all("data sets", row.data_sets, threads, hooks, [&](std::int64_t k) {
    const auto people = planted_class(seed, static_cast<std::uint32_t>(k), planted);
    const bool evidence =
        audit_planted(people, options).findings.front().verdict == methods::Verdict::evidence;
    found[static_cast<std::size_t>(k)] = evidence ? 1 : 0;
  });
  row.found = std::ranges::count(found, 1);
  return row;
}

PlantedStudy planted_study(const PlantedStudyOptions& options, const methods::Hooks& hooks) {
  validate(options);
  PlantedStudy study{.options = options};
  for (RanksRow& row : rank_rows()) {
    row.data_sets = options.data_sets;
    study.ranks.push_back(count_ranks(std::move(row), options.seed, options.threads, hooks));
  }
  for (ToldRow& row : told_rows()) {
    row.data_sets = options.data_sets;
    study.told.push_back(count_told(std::move(row), options.seed, options.threads, hooks));
  }
  return study;
}

}  // namespace faultline::studies

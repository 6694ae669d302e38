#include "faultline/methods/sources/fold_plan.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

// Apart from the folds that are dealt elsewhere.
constexpr std::uint32_t kPlanSubstream = 0x4000'0000U;

}  // namespace

std::vector<bool> FoldPlan::of_group(std::size_t g) const {
  std::vector<bool> counts;
  for (const std::int32_t one : group) counts.push_back(std::cmp_equal(one, g));
  return counts;
}

std::vector<std::size_t> FoldPlan::tested(int of) const {
  std::vector<std::size_t> entries;
  for (std::size_t i = 0; i < size(); ++i) {
    if (fold[i] == of) entries.push_back(i);
  }
  return entries;
}

std::vector<std::int64_t> FoldPlan::training(int of, std::span<const double> share) const {
  std::vector<std::int64_t> people;
  for (std::size_t i = 0; i < size(); ++i) {
    if (fold[i] != of && rank[i] < share[static_cast<std::size_t>(group[i])])
      people.push_back(person[i]);
  }
  return people;
}

FoldPlan deal_plan(const SourcesInput& input, std::uint64_t seed, std::int64_t most) {
  // Numbers are dealt inside groups alone.
  const bool binary = input.outcome_kind == model::OutcomeKind::binary;
  std::map<std::pair<std::int32_t, bool>, std::vector<std::int64_t>> strata;
  for (std::size_t i = 0; i < input.outcome.size(); ++i) {
    strata[{input.group[i], binary && input.outcome[i] > 0.5}].push_back(
        static_cast<std::int64_t>(i));
  }
  struct Dealt {
    std::int64_t person = 0;
    std::int32_t fold = 0;
    double rank = 0;
  };
  const double keep =
      std::min(1.0, static_cast<double>(most) / static_cast<double>(input.outcome.size()));
  std::vector<Dealt> dealt;
  std::uint32_t number = 0;
  std::size_t next_fold = 0;  // goes on from stratum to stratum, so that folds are equally large
  for (auto& [stratum, people] : strata) {
    rng::Stream stream(seed, rng::Purpose::fold, number++, kPlanSubstream);
    rng::shuffle(stream, std::span(people));
    if (keep < 1) {
      people.resize(std::max<std::size_t>(
          1, static_cast<std::size_t>(keep * static_cast<double>(people.size()) + 0.5)));
    }
    std::vector<std::vector<std::int64_t>> parts(kPlanFolds);
    for (const std::int64_t person : people) parts[next_fold++ % kPlanFolds].push_back(person);
    for (std::size_t f = 0; f < parts.size(); ++f) {
      const double start = rng::uniform(stream);
      for (std::size_t j = 0; j < parts[f].size(); ++j) {
        dealt.push_back(
            {.person = parts[f][j],
             .fold = static_cast<std::int32_t>(f),
             .rank = (static_cast<double>(j) + start) / static_cast<double>(parts[f].size())});
      }
    }
  }
  std::ranges::sort(dealt, {}, &Dealt::person);
  FoldPlan plan;
  for (const Dealt& one : dealt) {
    plan.person.push_back(one.person);
    plan.group.push_back(input.group[static_cast<std::size_t>(one.person)]);
    plan.fold.push_back(one.fold);
    plan.rank.push_back(one.rank);
  }
  return plan;
}

}  // namespace faultline::methods

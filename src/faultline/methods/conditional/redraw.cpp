#include "faultline/methods/conditional/redraw.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

// An answer about a tuple takes a few binomial draws, each as long as some ten uniform numbers.
constexpr std::int64_t kManyPeople = 100'000;
constexpr std::int64_t kPeopleOfTuple = 32;

}  // namespace

Redraw::Redraw(const ClassProblem& problem) : problem_(problem) {
  if (problem.options().permute == Permute::everyone) return;
  const auto people =
      std::accumulate(problem.sizes().begin(), problem.sizes().end(), std::int64_t{0});
  counted_ = people >= kManyPeople && people >= kPeopleOfTuple * problem.tuples();
  if (counted_) return;
  first_.push_back(0);
  for (const std::int64_t size : problem.sizes()) first_.push_back(first_.back() + size);
  uniform_.resize(static_cast<std::size_t>(first_.back()));
}

void Redraw::begin(std::uint32_t replicate, int rank) {
  replicate_ = replicate;
  rng::Stream stream(problem_.options().seed, rng::Purpose::permutation, replicate,
                     static_cast<std::uint32_t>(rank - 1));
  if (counted_) {
    counts_.begin(problem_.sizes(), stream);
    return;
  }
  for (double& number : uniform_) number = rng::uniform(stream);
}

void Redraw::draw(std::size_t membership, std::vector<std::int64_t>& members) {
  const Membership& from = problem_.memberships()[membership];
  members = problem_.members();
  switch (from.how) {
    case Permute::everyone:
      draw_from_everyone(members);
      break;
    case Permute::within:
      counted_ ? exchange_counts(from, members) : exchange_within(from, members);
      break;
    case Permute::redraw:
    case Permute::automatic:
      draw_with(membership, from.probability, members);
      break;
  }
}

void Redraw::draw_from_everyone(std::vector<std::int64_t>& members) const {
  rng::Stream stream(problem_.options().seed, rng::Purpose::permutation, replicate_);
  rng::multivariate_hypergeometric(stream, problem_.sizes(), problem_.member_count(), members);
}

void Redraw::draw_with(std::size_t membership, const std::vector<double>& probabilities,
                       std::vector<std::int64_t>& members) {
  const Membership& from = problem_.memberships()[membership];
  members = problem_.members();
  for (std::size_t t = 0; t < members.size(); ++t) {
    if (!from.takes_part(static_cast<std::int32_t>(t))) continue;
    const double probability = probabilities[t];
    if (counted_) {
      members[t] = counts_.below(t, probability);
      continue;
    }
    members[t] = std::count_if(uniform_.begin() + first_[t], uniform_.begin() + first_[t + 1],
                               [probability](double number) { return number < probability; });
  }
}

void Redraw::exchange_within(const Membership& membership, std::vector<std::int64_t>& members) {
  for (std::size_t g = 0; g + 1 < membership.first.size(); ++g) {
    const auto inside = membership.group_members[g];
    stratum_.clear();
    for (std::int64_t i = membership.first[g]; i < membership.first[g + 1]; ++i) {
      const std::int32_t t = membership.order[i];
      members[t] = 0;
      for (std::int64_t person = first_[t]; person < first_[t + 1]; ++person) {
        stratum_.emplace_back(uniform_[person], t);
      }
    }
    const auto end = stratum_.begin() + inside;
    if (end != stratum_.end()) std::nth_element(stratum_.begin(), end, stratum_.end());
    for (auto person = stratum_.begin(); person != end; ++person) ++members[person->second];
  }
}

void Redraw::exchange_counts(const Membership& membership, std::vector<std::int64_t>& members) {
  for (std::size_t g = 0; g + 1 < membership.first.size(); ++g) {
    const auto begin = static_cast<std::size_t>(membership.first[g]);
    const std::span<const std::int32_t> tuples(
        membership.order.data() + begin, static_cast<std::size_t>(membership.first[g + 1]) - begin);
    chosen_.resize(tuples.size());
    counts_.smallest(tuples, membership.group_members[g], chosen_);
    for (std::size_t i = 0; i < tuples.size(); ++i) members[tuples[i]] = chosen_[i];
  }
}

}  // namespace faultline::methods

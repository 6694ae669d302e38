#include "faultline/model/design/fold_people.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

// Deals `total` people: every fold has the same room, those from `first` on take the remainder.
void deal(std::span<const std::int64_t> count, std::int64_t total, int folds, int first,
          rng::Stream& stream, std::vector<std::int64_t>& out) {
  std::vector<std::int64_t> room(static_cast<std::size_t>(folds), total / folds);
  for (std::int64_t i = 0; i < total % folds; ++i) {
    ++room[static_cast<std::size_t>((first + i) % folds)];
  }
  out.assign(count.size() * room.size(), 0);
  for (std::size_t row = 0; row < count.size(); ++row) {
    if (count[row] == 0) continue;
    const auto drawn = std::span(out).subspan(row * room.size(), room.size());
    rng::multivariate_hypergeometric(stream, room, count[row], drawn);
    for (std::size_t f = 0; f < room.size(); ++f) room[f] -= drawn[f];
  }
}

}  // namespace

FoldedPeople deal_people(std::span<const std::int64_t> people,
                         std::span<const std::int64_t> positive, int folds, std::uint64_t seed,
                         std::uint32_t replicate) {
  if (folds < kFewestFolds) {
    throw ConfigError(
        fmt::format("cross-fitting needs {} folds or more, not {}", kFewestFolds, folds));
  }
  if (people.size() != positive.size()) {
    throw InternalError(fmt::format("cross-fitting got {} counts of people and {} of positives",
                                    people.size(), positive.size()));
  }
  std::int64_t ones = 0;
  std::int64_t zeros = 0;
  std::vector<std::int64_t> negative;
  negative.reserve(people.size());
  for (std::size_t i = 0; i < people.size(); ++i) {
    if (positive[i] < 0 || positive[i] > people[i]) {
      throw InternalError(
          fmt::format("row {} has {} people, of whom {} are positive", i, people[i], positive[i]));
    }
    negative.push_back(people[i] - positive[i]);
    ones += positive[i];
    zeros += negative[i];
  }
  const std::int64_t fewest = std::min(ones, zeros);
  if (fewest < kFewestFolds) {
    throw InputError(fmt::format(
        "{} people have label 1 and {} label 0, but cross-fitting needs at least {} of either; use "
        "a plain logistic regression",
        ones, zeros, kFewestFolds));
  }
  FoldedPeople dealt{.rows = std::ssize(people), .folds = folds};
  if (fewest < folds) {
    dealt.folds = static_cast<int>(fewest);
    dealt.warnings.push_back(data::Notice::warning(fmt::format(
        "Cross-fitting uses {} folds in place of {}, because only {} people have label {}.", fewest,
        folds, fewest, ones < zeros ? 1 : 0)));
  }
  rng::Stream stream(seed, rng::Purpose::fold, replicate);
  deal(positive, ones, dealt.folds, 0, stream, dealt.ones);
  deal(negative, zeros, dealt.folds, static_cast<int>(ones % dealt.folds), stream, dealt.zeros);
  return dealt;
}

}  // namespace faultline::model

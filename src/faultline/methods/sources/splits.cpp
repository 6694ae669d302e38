#include "faultline/methods/sources/splits.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "faultline/base/text.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {

std::int64_t test_people(std::int64_t people, double test_share) {
  if (people < 2) return 0;
  const auto wanted = std::llround(test_share * static_cast<double>(people));
  return std::clamp<std::int64_t>(wanted, 1, people - 1);
}

Split random_split(rng::Stream& stream, std::int64_t people, double test_share) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(people));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  rng::shuffle(stream, std::span(order));
  const auto cut = order.begin() + test_people(people, test_share);
  Split split;
  split.test.assign(order.begin(), cut);
  split.training.assign(cut, order.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

Split half_split(rng::Stream& stream, std::int64_t people, bool second) {
  Split split = random_split(stream, people, 0.5);
  if (second) std::swap(split.training, split.test);
  std::sort(split.test.begin(), split.test.end());
  return split;
}

Split targeted_split(rng::Stream& stream, std::span<const std::int32_t> group, int groups,
                     int grows, double test_share, std::int64_t others) {
  std::vector<std::vector<std::int64_t>> members(static_cast<std::size_t>(groups));
  for (std::size_t i = 0; i < group.size(); ++i) {
    members[static_cast<std::size_t>(group[i])].push_back(static_cast<std::int64_t>(i));
  }
  Split split;
  std::vector<std::int64_t> grown;
  for (int g = 0; g < groups; ++g) {
    auto& order = members[static_cast<std::size_t>(g)];
    rng::shuffle(stream, std::span(order));
    const auto tested = test_people(static_cast<std::int64_t>(order.size()), test_share);
    const auto cut = order.begin() + tested;
    split.test.insert(split.test.end(), order.begin(), cut);
    auto& training = g == grows ? grown : split.training;
    training.insert(training.end(), cut, order.end());
  }
  std::sort(split.test.begin(), split.test.end());
  if (static_cast<std::int64_t>(split.training.size()) > others) {
    rng::shuffle(stream, std::span(split.training));
    split.training.resize(static_cast<std::size_t>(others));
  }
  split.training.insert(split.training.end(), grown.begin(), grown.end());
  return split;
}

Split bootstrap_split(rng::Stream& stream, std::int64_t people) {
  Split split;
  std::vector<std::uint8_t> drawn(static_cast<std::size_t>(people), 0);
  split.training.reserve(static_cast<std::size_t>(people));
  for (std::int64_t i = 0; i < people; ++i) {
    const std::uint64_t who = rng::below(stream, static_cast<std::uint64_t>(people));
    drawn[who] = 1;
    split.training.push_back(static_cast<std::int64_t>(who));
  }
  for (std::int64_t i = 0; i < people; ++i) {
    if (drawn[static_cast<std::size_t>(i)] == 0) split.test.push_back(i);
  }
  return split;
}

std::vector<std::int64_t> geometric_sizes(double smallest, std::int64_t largest, int count) {
  std::vector<std::int64_t> sizes;
  if (largest < 1) return sizes;
  const double low = std::clamp(smallest, 1.0, static_cast<double>(largest));
  for (int i = 0; i < count; ++i) {
    const double t = count > 1 ? static_cast<double>(i) / (count - 1) : 1;
    const auto size = std::llround(low * std::pow(static_cast<double>(largest) / low, t));
    if (sizes.empty() || size > sizes.back()) sizes.push_back(size);
  }
  return sizes;
}

std::vector<std::int64_t> default_sizes(std::int64_t training_people) {
  const auto all = static_cast<double>(training_people);
  const double usual = std::max(50.0, all / 64);
  return geometric_sizes(std::min(usual, std::max(2.0, all / 4)), training_people, 8);
}

std::vector<std::int64_t> usable_sizes(std::span<const std::int64_t> sizes,
                                       std::int64_t training_people, data::Notices& notices) {
  std::vector<std::int64_t> sorted(sizes.begin(), sizes.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  const auto past = std::upper_bound(sorted.begin(), sorted.end(), training_people);
  if (past != sorted.end()) {
    std::vector<std::string> names;
    for (auto size = past; size != sorted.end(); ++size) names.push_back(with_thousands(*size));
    notices.push_back(Notice::cut("Learning curves leave out the training sizes " +
                                      join_words(names) + ": the training part has " +
                                      people(training_people) + ".",
                                  std::string(name_of(SourcesPart::curves))));
    sorted.erase(past, sorted.end());
  }
  return sorted;
}

}  // namespace faultline::methods

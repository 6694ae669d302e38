#include "faultline/model/neighbours/neighbour_tree.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "faultline/model/design/at.hpp"

namespace faultline::model {
namespace {

constexpr std::size_t kLeaf = 16;

}  // namespace

struct NeighbourTree::Search {
  std::size_t k;
  std::int64_t person;
  std::int64_t own_label;
  std::span<const std::int64_t> label;
  std::vector<double> number{};
  std::vector<data::Code> code{};
  std::vector<Neighbour>& best;

  // Somebody further away than this cannot come in; at the same distance, maybe.
  [[nodiscard]] double limit() const {
    return best.size() < k ? std::numeric_limits<double>::infinity() : best.back().squared_distance;
  }
  void offer(const Neighbour& candidate) {
    if (best.size() == k) {
      if (best.back() < candidate) return;
      best.pop_back();
    }
    best.insert(std::ranges::lower_bound(best, candidate), candidate);
  }
};

NeighbourTree::NeighbourTree(const Features& features, std::span<const std::int64_t> people)
    : features_(&features),
      numbers_(features.numbers().size()),
      categories_(features.categorical().size()),
      order_(people.begin(), people.end()) {
  if (!order_.empty()) build(0, order_.size());
  for (const std::int64_t person : order_) {
    for (const auto& number : features.numbers()) number_.push_back(number.values[at(person)]);
    for (const auto& covariate : features.categorical()) {
      code_.push_back(covariate.codes[at(person)]);
    }
  }
}

std::size_t NeighbourTree::build(std::size_t begin, std::size_t end) {
  const std::size_t branch = branches_.size();
  branches_.push_back({.begin = begin, .end = end});
  double widest = 0;
  const std::vector<double>* split = nullptr;
  for (const auto& number : features_->numbers()) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (std::size_t i = begin; i < end; ++i) {
      low = std::min(low, number.values[at(order_[i])]);
      high = std::max(high, number.values[at(order_[i])]);
    }
    low_.push_back(low);
    high_.push_back(high);
    if (high - low > widest) {
      widest = high - low;
      split = &number.values;
    }
  }
  if (end - begin <= kLeaf || split == nullptr) return branch;
  const std::size_t middle = begin + (end - begin) / 2;
  const auto position = [&](std::size_t i) {
    return order_.begin() + static_cast<std::ptrdiff_t>(i);
  };
  std::nth_element(position(begin), position(middle), position(end),
                   [&](std::int64_t a, std::int64_t b) {
                     return std::pair((*split)[at(a)], a) < std::pair((*split)[at(b)], b);
                   });
  const std::size_t left = build(begin, middle);
  const std::size_t right = build(middle, end);
  branches_[branch].left = left;
  branches_[branch].right = right;
  return branch;
}

double NeighbourTree::box_distance(std::size_t branch, const double* from) const {
  double sum = 0;
  for (std::size_t j = 0; j < numbers_; ++j) {
    const double low = low_[branch * numbers_ + j];
    const double high = high_[branch * numbers_ + j];
    const double gap = from[j] < low ? low - from[j] : (from[j] > high ? from[j] - high : 0.0);
    sum += gap * gap;
  }
  return sum;
}

double NeighbourTree::sparse_distance(std::int64_t a, std::int64_t b) const {
  double sum = 0;
  for (const Features::Sparse& sparse : features_->sparse()) {
    const SparseBlock& block = sparse.block;
    const auto row = [&](std::int64_t i) {
      return std::span(block.entries)
          .subspan(at(block.begin[at(i)]), at(block.begin[at(i) + 1] - block.begin[at(i)]));
    };
    const auto x = row(a);
    const auto y = row(b);
    auto p = x.begin();
    auto q = y.begin();
    while (p != x.end() || q != y.end()) {
      double difference = 0;
      if (q == y.end() || (p != x.end() && p->column < q->column)) {
        difference = (p++)->value;
      } else if (p == x.end() || q->column < p->column) {
        difference = (q++)->value;
      } else {
        difference = (p++)->value - (q++)->value;
      }
      sum += difference * difference;
    }
  }
  return sum;
}

void NeighbourTree::look_at(const Branch& leaf, Search& search) const {
  const bool words = !features_->sparse().empty();
  for (std::size_t i = leaf.begin; i < leaf.end; ++i) {
    const std::int64_t other = order_[i];
    if (search.label[at(other)] == search.own_label) continue;
    double sum = 0;
    const double* number = number_.data() + i * numbers_;
    for (std::size_t j = 0; j < numbers_; ++j) {
      const double gap = search.number[j] - number[j];
      sum += gap * gap;
    }
    if (sum > search.limit()) continue;
    int differ = 0;
    const data::Code* code = code_.data() + i * categories_;
    for (std::size_t j = 0; j < categories_; ++j) differ += search.code[j] != code[j] ? 1 : 0;
    sum += 2 * differ;
    if (words && sum <= search.limit()) {
      // The smaller position first: rounding must not depend on who asks.
      sum += sparse_distance(std::min(search.person, other), std::max(search.person, other));
    }
    if (sum <= search.limit()) search.offer({.squared_distance = sum, .person = other});
  }
}

void NeighbourTree::descend(std::size_t branch, Search& search) const {
  const Branch& here = branches_[branch];
  if (here.left == 0) {
    look_at(here, search);
    return;
  }
  std::size_t near = here.left;
  std::size_t far = here.right;
  double near_distance = box_distance(near, search.number.data());
  double far_distance = box_distance(far, search.number.data());
  if (far_distance < near_distance) {
    std::swap(near, far);
    std::swap(near_distance, far_distance);
  }
  if (near_distance <= search.limit()) descend(near, search);
  if (far_distance <= search.limit()) descend(far, search);
}

void NeighbourTree::nearest(std::int64_t person, std::size_t k, std::span<const std::int64_t> label,
                            std::vector<Neighbour>& out) const {
  out.clear();
  if (order_.empty() || k == 0) return;
  Search search{
      .k = k, .person = person, .own_label = label[at(person)], .label = label, .best = out};
  for (const auto& number : features_->numbers()) {
    search.number.push_back(number.values[at(person)]);
  }
  for (const auto& covariate : features_->categorical()) {
    search.code.push_back(covariate.codes[at(person)]);
  }
  descend(0, search);
}

}  // namespace faultline::model

#include "faultline/model/trees/split_search.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "faultline/model/design/at.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

// Halfway, but never the higher value itself.
double between(double low, double high) {
  const double middle = low + (high - low) / 2;
  return middle < high ? middle : low;
}

// The sum that least squares maximises, `left` being one of the two sides.
double score_of(const SplitSearch::Sums& left, const SplitSearch::Sums& all) {
  const double rest = all.outcome - left.outcome;
  return left.outcome * left.outcome / left.weight + rest * rest / (all.weight - left.weight);
}

}  // namespace

void SplitSearch::place_columns() {
  const Features& features = *features_;
  places_.resize(at(features.columns()));
  for (std::size_t b = 0; b < features.categorical().size(); ++b) {
    const auto& covariate = features.categorical()[b];
    for (int v = 0; v < covariate.values; ++v) {
      places_[at(covariate.first_column + v)] = {.kind = Feature::Kind::dummy,
                                                 .block = static_cast<std::int32_t>(b),
                                                 .inside = v,
                                                 .codes = covariate.codes.data()};
    }
  }
  for (std::size_t b = 0; b < features.sparse().size(); ++b) {
    const auto& sparse = features.sparse()[b];
    for (std::size_t v = 0; v < sparse.block.names.size(); ++v) {
      places_[at(sparse.first_column) + v] = {.kind = Feature::Kind::sparse,
                                              .block = static_cast<std::int32_t>(b),
                                              .inside = static_cast<std::int32_t>(v)};
    }
  }
}

SplitSearch::SplitSearch(const Features& features) : features_(&features) {
  place_columns();
  for (std::size_t b = 0; b < features.numbers().size(); ++b) {
    const auto& number = features.numbers()[b];
    places_[at(number.column)] = {.kind = Feature::Kind::number,
                                  .block = static_cast<std::int32_t>(b),
                                  .numbers = number.values.data()};
    std::vector<double>& levels = levels_.emplace_back(number.values);
    std::ranges::sort(levels);
    const auto repeated = std::ranges::unique(levels);
    levels.erase(repeated.begin(), repeated.end());
    std::vector<std::uint32_t>& ranks = all_ranks_.emplace_back();
    for (const double x : number.values) {
      ranks.push_back(
          static_cast<std::uint32_t>(std::ranges::lower_bound(levels, x) - levels.begin()));
    }
  }
  columns_.resize(places_.size());
}

void SplitSearch::load(std::span<const std::int64_t> people) {
  people_.assign(people.begin(), people.end());
  const auto pick = [&](const auto& from, auto& to) {
    to.clear();
    for (const std::int64_t person : people_) to.push_back(from[at(person)]);
  };
  codes_.resize(features_->categorical().size());
  for (std::size_t b = 0; b < codes_.size(); ++b) {
    pick(features_->categorical()[b].codes, codes_[b]);
  }
  ranks_.resize(all_ranks_.size());
  for (std::size_t b = 0; b < ranks_.size(); ++b) pick(all_ranks_[b], ranks_[b]);
}

double SplitSearch::sparse_value(const Place& place, std::int64_t person) const {
  const SparseBlock& sparse = features_->sparse()[at(place.block)].block;
  const auto row = std::span(sparse.entries)
                       .subspan(at(sparse.begin[at(person)]),
                                at(sparse.begin[at(person) + 1] - sparse.begin[at(person)]));
  const auto found = std::ranges::lower_bound(row, place.inside, {}, &FeatureEntry::column);
  return found != row.end() && found->column == place.inside ? found->value : 0;
}

inline void SplitSearch::offer(const Sums& left, const Sums& all, std::int32_t column,
                               double threshold, Split& best) const {
  if (left.weight < leaf_ || all.weight - left.weight < leaf_) return;
  const double score = score_of(left, all);
  if (score > best.score) best = {.score = score, .column = column, .threshold = threshold};
}

void SplitSearch::restart() { std::iota(columns_.begin(), columns_.end(), 0); }

void SplitSearch::try_dummy(std::span<const Item> items, const Sums& all, std::int32_t column,
                            Split& best) {
  const Place& place = places_[at(column)];
  const data::Code* codes = codes_[at(place.block)].data();
  Sums present;
  std::size_t count = 0;
  for (const Item& item : items) {
    const bool has = codes[item.row] == place.inside;
    count += has ? 1 : 0;
    present.weight += has ? item.weight : 0;
    present.outcome += has ? item.outcome : 0;
  }
  if (count == 0 || count == items.size()) return;
  offer(present, all, column, 0.5, best);
}

// Sums per level: quicker than sorting where people are more than levels.
void SplitSearch::try_counted(std::span<const Item> items, const Sums& all, std::int32_t column,
                              Split& best) {
  const std::size_t block = at(places_[at(column)].block);
  const std::vector<double>& levels = levels_[block];
  const std::uint32_t* ranks = ranks_[block].data();
  counted_.assign(levels.size(), {});
  for (const Item& item : items) {
    Sums& sums = counted_[ranks[item.row]];
    sums.weight += item.weight;
    sums.outcome += item.outcome;
  }
  Sums left;
  std::size_t last = 0;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    if (counted_[level].weight == 0) continue;
    if (left.weight > 0) {
      offer(left, all, column, between(levels[last], levels[level]), best);
    }
    left.weight += counted_[level].weight;
    left.outcome += counted_[level].outcome;
    last = level;
  }
}

void SplitSearch::try_number(std::span<const Item> items, const Sums& all, std::int32_t column,
                             Split& best) {
  const std::size_t block = at(places_[at(column)].block);
  const std::vector<double>& levels = levels_[block];
  if (items.size() * 4 >= levels.size()) return try_counted(items, all, column, best);
  const std::uint32_t* ranks = ranks_[block].data();
  keys_.clear();
  for (std::size_t i = 0; i < items.size(); ++i) {
    keys_.push_back(std::uint64_t{ranks[items[i].row]} << 32U | i);
  }
  std::ranges::sort(keys_);
  const auto rank = [&](std::size_t i) { return keys_[i] >> 32U; };
  if (rank(0) == rank(keys_.size() - 1)) return;
  Sums left;
  for (std::size_t i = 0; i + 1 < keys_.size(); ++i) {
    const Item& item = items[keys_[i] & 0xFFFFFFFFU];
    left.weight += item.weight;
    left.outcome += item.outcome;
    if (rank(i) == rank(i + 1)) continue;
    offer(left, all, column, between(levels[rank(i)], levels[rank(i + 1)]), best);
  }
}

// People without the word share the value 0.
void SplitSearch::try_sparse(std::span<const Item> items, const Sums& all, std::int32_t column,
                             Split& best) {
  present_.clear();
  Sums absent = all;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double x = value(column, items[i]);
    if (x == 0) continue;
    present_.emplace_back(x, i);
    absent.weight -= items[i].weight;
    absent.outcome -= items[i].outcome;
  }
  if (present_.empty()) return;
  const std::size_t nobody = items.size();
  if (present_.size() < items.size()) present_.emplace_back(0.0, nobody);
  std::ranges::sort(present_);
  if (present_.front().first == present_.back().first) return;
  Sums left;
  for (std::size_t i = 0; i + 1 < present_.size(); ++i) {
    const std::size_t who = present_[i].second;
    left.weight += who == nobody ? absent.weight : items[who].weight;
    left.outcome += who == nobody ? absent.outcome : items[who].outcome;
    if (present_[i].first == present_[i + 1].first) continue;
    offer(left, all, column, between(present_[i].first, present_[i + 1].first), best);
  }
}

void SplitSearch::try_column(std::span<const Item> items, const Sums& all, std::int32_t column,
                             Split& best) {
  switch (places_[at(column)].kind) {
    case Feature::Kind::dummy:
      try_dummy(items, all, column, best);
      break;
    case Feature::Kind::number:
      try_number(items, all, column, best);
      break;
    case Feature::Kind::sparse:
      try_sparse(items, all, column, best);
      break;
  }
}

SplitSearch::Split SplitSearch::best(std::span<const Item> items, const Sums& all,
                                     const Rules& rules, rng::Stream& stream) {
  leaf_ = rules.leaf;
  Split best;
  if (std::cmp_greater_equal(rules.columns_tried, columns_.size())) {
    for (std::int32_t column = 0; std::cmp_less(column, columns_.size()); ++column) {
      try_column(items, all, column, best);
    }
    return best;
  }
  int tried = 0;
  for (std::size_t left = columns_.size(); left > 0; --left) {
    std::swap(columns_[left - 1], columns_[rng::below(stream, left)]);
    try_column(items, all, columns_[left - 1], best);
    if (++tried >= rules.columns_tried && best.column >= 0) break;
  }
  return best;
}

}  // namespace faultline::model

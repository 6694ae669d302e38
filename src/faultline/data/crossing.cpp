#include "faultline/data/crossing.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/data/binning.hpp"

namespace faultline::data {
namespace {

double number_of(const CrossedValue& value) { return parse_double(*value.text).value_or(0); }

/// What stands in order and is no number goes by its place.
std::vector<double> places(const Crossing& ordered) {
  const bool numbers = std::all_of(ordered.begin(), ordered.end(), [](const CrossedValue& value) {
    return !value.text || parse_double(*value.text);
  });
  std::vector<double> out;
  out.reserve(ordered.size());
  for (const CrossedValue& value : ordered) {
    const auto place = static_cast<double>(out.size());
    out.push_back(numbers && value.text ? number_of(value) : place);
  }
  return out;
}

}  // namespace

void CrossedValue::merge(const CrossedValue& other) {
  people += other.people;
  for (std::size_t i = 0; i < inside.size(); ++i) inside[i] += other.inside[i];
  least_rank = std::min(least_rank, other.least_rank);
  greatest_rank = std::max(greatest_rank, other.greatest_rank);
  rank_sum += other.rank_sum;
  rank_squares += other.rank_squares;
}

Values values_of(const Crossing& crossing) {
  Values out{.values = {crossing.begin(), crossing.end()},
             .distinct = static_cast<std::int64_t>(crossing.size())};
  // An empty optional comes before every text.
  std::sort(out.values.begin(), out.values.end(), [](const Value& a, const Value& b) {
    return a.people != b.people ? a.people > b.people : a.text < b.text;
  });
  if (out.values.size() > kFetched) out.values.resize(kFetched);
  return out;
}

Crossing in_order(const Crossing& crossing, bool numbers) {
  Crossing out;
  std::optional<CrossedValue> missing;
  for (const CrossedValue& value : crossing) {
    if (value.text && !value.text->empty() && *value.text != kMissingLabel) {
      out.push_back(value);
    } else if (missing) {
      missing->merge(value);
    } else {
      missing = value;
      missing->text.reset();
    }
  }
  if (numbers) {
    std::vector<std::pair<double, std::size_t>> order;
    order.reserve(out.size());
    for (std::size_t i = 0; i < out.size(); ++i) order.emplace_back(number_of(out[i]), i);
    std::sort(order.begin(), order.end());
    Crossing sorted;
    sorted.reserve(out.size() + 1);
    for (const auto& [number, i] : order) sorted.push_back(std::move(out[i]));
    out = std::move(sorted);
  } else {
    std::sort(out.begin(), out.end(),
              [](const CrossedValue& a, const CrossedValue& b) { return a.text < b.text; });
  }
  if (missing) out.push_back(*std::move(missing));
  return out;
}

Crossing cut_into(const Crossing& ordered, int parts) {
  std::int64_t people = 0;
  for (const CrossedValue& value : ordered) {
    if (value.text) people += value.people;
  }
  QuantileCuts quantiles(people, parts);
  const std::vector<double> place = places(ordered);
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    if (ordered[i].text) quantiles.add(place[i], ordered[i].people);
  }
  Crossing out;
  auto cut = quantiles.cuts().begin();
  bool open = false;
  std::string first;
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const CrossedValue& value = ordered[i];
    if (!value.text) {
      out.push_back(value);
      continue;
    }
    for (; cut != quantiles.cuts().end() && place[i] >= *cut; ++cut) open = false;
    if (open) {
      out.back().merge(value);
      out.back().text = fmt::format("{} to {}", first, *value.text);
    } else {
      out.push_back(value);
      first = *value.text;
      open = true;
    }
  }
  return out;
}

}  // namespace faultline::data

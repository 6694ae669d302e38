#include "faultline/methods/metrics/impact.hpp"

#include <algorithm>

#include "faultline/math/binomial_interval.hpp"
#include "faultline/math/two_sample_interval.hpp"

namespace faultline::methods {
namespace {

using Category = MetricsReport::ImpactCategory;

/// The category with the highest rate, the larger one of equals; none when nobody was selected.
std::optional<std::size_t> most_selected(const std::vector<Category>& categories, bool exclude) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < categories.size(); ++i) {
    const Category& one = categories[i];
    if (one.rate == 0 || (exclude && one.small)) continue;
    if (!best || one.rate > categories[*best].rate ||
        (one.rate == categories[*best].rate && one.n > categories[*best].n))
      best = i;
  }
  return best;
}

void add_ratios(std::vector<Category>& categories, const MetricsOptions& options) {
  const bool exclude = options.small_categories == SmallCategories::exclude;
  const std::optional<std::size_t> best = most_selected(categories, exclude);
  if (!best) return;
  const auto k = static_cast<double>(
      std::count_if(categories.begin(), categories.end(),
                    [&](const Category& one) { return !(exclude && one.small); }));
  const double confidence = k > 2 ? 1 - options.alpha / (k * (k - 1) / 2) : 1 - options.alpha;
  const Category most = categories[*best];
  for (std::size_t i = 0; i < categories.size(); ++i) {
    Category& one = categories[i];
    if (exclude && one.small) continue;
    one.most_selected = i == *best;
    one.ratio = one.rate / most.rate;
    one.below_four_fifths = *one.ratio < kFourFifths;
    if (i != *best)
      one.ratio_interval =
          math::koopman_interval(one.selected, one.n, most.selected, most.n, confidence);
  }
}

}  // namespace

MetricsReport::Impact impact_ratios(const Tallies& tallies, const MetricsOptions& options,
                                    const std::optional<double>& median) {
  MetricsReport::Impact impact{.rate = median ? ImpactRate::scoring : ImpactRate::selection,
                               .median = median,
                               .people = tallies.people(),
                               .small_categories = options.small_categories};
  const Groups groups = form_groups(tallies);
  for (const GroupSet& set : groups.sets) {
    MetricsReport::ImpactSet made;
    for (const std::size_t a : set.attributes)
      made.attributes.push_back(tallies.attributes[a].name);
    std::int64_t known = 0;
    for (const std::size_t g : set.groups) {
      const MeasuredGroup& group = groups.list[g];
      const Tally people = people_of(group, tallies);
      const std::int64_t n = people.size();
      known += n;
      if (n == 0) continue;
      Category one{.group = values_of(group, tallies),
                   .text = words_of_group(group, tallies),
                   .n = n,
                   .selected = people.people[0][1] + people.people[1][1]};
      one.share = static_cast<double>(n) / static_cast<double>(impact.people);
      one.rate = static_cast<double>(one.selected) / static_cast<double>(n);
      one.interval = math::wilson_interval(one.selected, n, 1 - options.alpha);
      one.small = one.share < kSmallCategory;
      made.categories.push_back(std::move(one));
    }
    made.unknown = impact.people - known;
    add_ratios(made.categories, options);
    impact.sets.push_back(std::move(made));
  }
  return impact;
}

}  // namespace faultline::methods

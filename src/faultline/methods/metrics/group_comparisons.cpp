#include "faultline/methods/metrics/group_comparisons.hpp"

#include <algorithm>

#include "faultline/methods/metrics/comparison.hpp"
#include "faultline/resample/holm.hpp"

namespace faultline::methods {
namespace {

/// The group of the set that the others are compared with in this rate; none when no group has it.
std::optional<std::size_t> reference_group(const GroupTable& table, const GroupSet& set,
                                           RateName rate) {
  const std::vector<MeasuredGroup>& list = table.groups.list;
  if (table.reference.kind == Reference::Kind::named) {
    const auto named = [&](std::size_t g) {
      return std::all_of(set.attributes.begin(), set.attributes.end(), [&](std::size_t a) {
        return list[g].codes[a] == table.reference.codes[a];
      });
    };
    const auto found = std::find_if(set.groups.begin(), set.groups.end(), named);
    if (found != set.groups.end()) return *found;
  }
  std::optional<std::size_t> chosen;
  for (const std::size_t g : set.groups) {
    if (table.reference.kind != Reference::Kind::best) {
      if (!chosen || list[g].n > list[*chosen].n) chosen = g;
      continue;
    }
    const Measure& measure = table.measure(g, rate);
    if (!measure.is_defined()) continue;
    if (!chosen || is_better(rate, measure.estimate, table.measure(*chosen, rate).estimate))
      chosen = g;
  }
  return chosen;
}

double correlation(const MeasuredGroup& a, const MeasuredGroup& b, RateName rate) {
  if (a.units.empty() || b.units.empty()) return 0;
  return correlation_of(measure_of(a.measures, rate), a.units, measure_of(b.measures, rate),
                        b.units);
}

}  // namespace

void TestFamily::add_all_pairs(const GroupTable& table, const GroupSet& set) {
  for (const RateName rate : table.rates) {
    const std::optional<RateName> key = tested_as(rate);
    if (!key) continue;
    for (std::size_t i = 0; i < set.groups.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::size_t a = set.groups[i];
        const std::size_t b = set.groups[j];
        const auto tested =
            test_difference(rate, table.measure(a, rate), table.measure(b, rate),
                            correlation(table.groups.list[a], table.groups.list[b], rate));
        if (tested) p_values_.emplace(Key{made_.size(), b, a, *key}, tested->p_value);
      }
    }
  }
}

void TestFamily::compare_groups(const GroupTable& table,
                                const std::vector<MetricsReport::Group>& groups,
                                std::vector<MetricsReport::Comparison>& comparisons) {
  constexpr auto kRest = static_cast<std::size_t>(-1);
  const bool rest = table.reference.kind == Reference::Kind::rest;
  const bool best = table.reference.kind == Reference::Kind::best;
  Made made{.list = &comparisons};
  for (const GroupSet& set : table.groups.sets) {
    if (set.groups.size() < 2) continue;
    // The best group was chosen by the data: all pairs count, whoever is shown.
    if (best) add_all_pairs(table, set);
    const auto pairs = static_cast<double>(set.groups.size() * (set.groups.size() - 1)) / 2;
    const double confidence = best ? 1 - table.options.alpha / pairs : table.confidence();
    for (const RateName rate : table.rates) {
      const std::optional<std::size_t> reference = rest ? kRest : reference_group(table, set, rate);
      if (!reference) continue;
      for (const std::size_t g : set.groups) {
        if (g == *reference) continue;
        const MeasuredGroup& group = table.groups.list[g];
        const MeasuredGroup& other = rest ? table.rest[g] : table.groups.list[*reference];
        MetricsReport::Comparison one =
            compare(rate, measure_of(group.measures, rate), measure_of(other.measures, rate),
                    confidence, correlation(group, other, rate));
        one.group = groups[g].group;
        one.text = groups[g].text;
        if (!rest) one.reference = groups[*reference].group;
        one.reference_text = rest ? "everybody else" : groups[*reference].text;
        std::optional<Key> key;
        if (one.p_value) {
          key =
              Key{made_.size(), std::min(g, *reference), std::max(g, *reference), *tested_as(rate)};
          p_values_.emplace(*key, *one.p_value);
        }
        made.keys.push_back(key);
        comparisons.push_back(std::move(one));
      }
    }
  }
  made_.push_back(std::move(made));
}

std::int64_t TestFamily::adjust(double alpha) {
  std::vector<std::optional<double>> list;
  list.reserve(p_values_.size());
  for (const auto& [key, p] : p_values_) list.emplace_back(p);
  const std::vector<std::optional<double>> holm = resample::holm_adjusted(list);
  std::map<Key, double> adjusted;
  std::size_t i = 0;
  for (const auto& [key, p] : p_values_) adjusted.emplace(key, holm[i++].value_or(1));
  for (const Made& made : made_) {
    for (std::size_t c = 0; c < made.keys.size(); ++c) {
      if (!made.keys[c]) continue;
      MetricsReport::Comparison& one = (*made.list)[c];
      const double p = adjusted.at(*made.keys[c]);
      one.p_value_adjusted = p;
      one.verdict = p <= alpha ? Verdict::evidence : Verdict::not_enough;
    }
  }
  return static_cast<std::int64_t>(p_values_.size());
}

}  // namespace faultline::methods

#include "faultline/methods/compare/change_table.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/compare/paired_change.hpp"
#include "faultline/methods/metrics/comparison.hpp"
#include "faultline/methods/metrics/group_sets.hpp"
#include "faultline/methods/metrics/metrics.hpp"
#include "faultline/methods/metrics/reference.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/holm.hpp"

namespace faultline::methods {
namespace {

/// The attributes that form groups, and the intersections that occur; nobody is counted.
Tallies shape_of(const ComparedPeople& people, const ChangeTableOptions& options) {
  Tallies shape = people.roles();
  shape.attributes.clear();
  for (const std::size_t a : options.attributes) shape.attributes.push_back(people.attributes[a]);
  if (!options.intersections || options.attributes.size() < 2) return shape;
  std::set<std::vector<data::Code>> there;
  std::vector<data::Code> codes(options.attributes.size());
  for (std::size_t i = 0; i < people.size(); ++i) {
    for (std::size_t k = 0; k < codes.size(); ++k)
      codes[k] = people.codes[options.attributes[k]][i];
    there.insert(codes);
  }
  if (there.size() > kMostIntersections) {
    throw InputError(fmt::format(
        "`protected`: {} intersections are more than a table can show ({}); name fewer columns, or "
        "join values with `bins` or `derive`",
        with_thousands(std::ssize(there)),
        with_thousands(static_cast<std::int64_t>(kMostIntersections))));
  }
  for (const std::vector<data::Code>& one : there) shape.intersections.push_back({.codes = one});
  return shape;
}

/// A group's people before and after, and what is measured of them.
struct BothSides {
  std::vector<SideEntry> before{};
  std::vector<SideEntry> after{};
  std::int64_t n_before = 0;
  std::int64_t n_after = 0;
  Measures measured_before{};
  Measures measured_after{};
};

BothSides both_sides(const MeasuredGroup& group, const ComparedPeople& people,
                     const ChangeTableOptions& options) {
  BothSides sides;
  for (std::size_t i = 0; i < people.size(); ++i) {
    bool inside = true;
    for (std::size_t k = 0; k < group.codes.size() && inside; ++k) {
      inside = group.codes[k] < 0 ||
               group.codes[k] == static_cast<int>(people.codes[options.attributes[k]][i]);
    }
    if (!inside) continue;
    if (people.paired() || people.second[i] == 0) sides.before.push_back(people.before[i]);
    if (people.paired() || people.second[i] != 0) sides.after.push_back(people.after[i]);
  }
  const Tallies roles = people.roles();
  const auto measure = [&](const std::vector<SideEntry>& entries, std::int64_t& n) {
    const Tally tally = tally_of(entries, people.has_score);
    n = tally.size();
    return measure_group(tally, roles);
  };
  sides.measured_before = measure(sides.before, sides.n_before);
  sides.measured_after = measure(sides.after, sides.n_after);
  return sides;
}

/// Those asked for, or all that the data allow. Of the same people the base rate is the same.
std::vector<RateName> rates_to_compare(const ComparedPeople& people,
                                       const std::vector<RateName>& asked) {
  const Measures measures =
      measure_group(tally_of(people.before, people.has_score), people.roles());
  std::vector<RateName> rates;
  for (const RateName name : kRateNames) {
    const bool wanted = std::ranges::find(asked, name) != asked.end();
    if (!asked.empty() && !wanted) continue;
    if (people.paired() && name == RateName::base_rate) {
      if (wanted) {
        throw InputError(
            "`metric` base_rate: two models on the same people have the same base rate; leave it "
            "out");
      }
      continue;
    }
    if (measure_of(measures, name).kind != Measure::Kind::absent) {
      rates.push_back(name);
    } else if (wanted) {
      throw InputError(fmt::format(
          "`metric` {}: needs {}", name_of(name),
          name < RateName::brier ? "`decision`, or `threshold` beside `score`" : "`score`"));
    }
  }
  return rates;
}

/// Whether it is worse after than before; none where the rate has no better side, or evidence of a
/// change would not be evidence that it is farther from where it should be.
std::optional<bool> is_worse(RateName rate, const CompareReport::Change& change) {
  using enum RateName;
  if (!change.difference || *change.difference == 0) return std::nullopt;
  if (rate == base_rate || rate == selection_rate || rate == mean_score ||
      rate == calibration_gap || rate == calibration_slope)
    return std::nullopt;
  return is_better(rate, *change.before, *change.after);
}

/// As `metrics` compares independent groups.
void compare_periods(RateName rate, const Measure& before, const Measure& after, double confidence,
                     CompareReport::Change& change) {
  if (before.is_defined()) change.before = before.estimate;
  if (after.is_defined()) change.after = after.estimate;
  const MetricsReport::Comparison made = compare(rate, after, before, confidence);
  change.difference = made.difference;
  change.interval = made.difference_interval;
  change.p_value = made.p_value;
  change.test = made.test;
  change.verdict = made.verdict;
  constexpr std::string_view kOther = "of the reference: ";
  change.why =
      made.why.starts_with(kOther) ? "before: " + made.why.substr(kOther.size()) : made.why;
}

}  // namespace

ChangeTable change_table(const ComparedPeople& people, const ChangeTableOptions& options,
                         const Hooks& hooks) {
  const Tallies shape = shape_of(people, options);
  const Groups groups = form_groups(shape);
  const std::vector<RateName> rates = rates_to_compare(people, options.rates);
  const auto all = static_cast<std::int64_t>(groups.list.size());
  std::vector<std::vector<CompareReport::Change>> rows(groups.list.size());
  const std::int64_t done = parallel::for_each(
      all, parallel::resolve_threads(options.threads),
      [&](std::int64_t job) {
        const MeasuredGroup& group = groups.list[static_cast<std::size_t>(job)];
        const BothSides sides = both_sides(group, people, options);
        for (const RateName rate : rates) {
          CompareReport::Change& change = rows[static_cast<std::size_t>(job)].emplace_back(
              CompareReport::Change{.group = values_of(group, shape),
                                    .text = words_of_group(group, shape),
                                    .n_before = sides.n_before,
                                    .n_after = sides.n_after,
                                    .metric = rate});
          const Measure& one = measure_of(sides.measured_before, rate);
          const Measure& other = measure_of(sides.measured_after, rate);
          if (people.paired()) {
            compare_paired(rate, sides.before, sides.after, one, other, 1 - options.alpha, change);
          } else {
            compare_periods(rate, one, other, 1 - options.alpha, change);
          }
          change.worse = is_worse(rate, change);
        }
      },
      hooks.stop);
  if (done < all) throw Cancelled("stopped before the rates were computed");

  ChangeTable table;
  std::map<std::pair<std::size_t, RateName>, double> tests;
  std::vector<std::optional<std::pair<std::size_t, RateName>>> keys;
  for (std::size_t g = 0; g < rows.size(); ++g) {
    for (CompareReport::Change& change : rows[g]) {
      const std::optional<RateName> tested =
          people.paired() ? paired_tested_as(change.metric) : tested_as(change.metric);
      auto& key = keys.emplace_back();
      if (change.p_value && tested) {
        key = std::pair{g, *tested};
        tests.emplace(*key, *change.p_value);
      }
      table.changes.push_back(std::move(change));
    }
  }
  table.tests = std::ssize(tests);
  std::vector<std::optional<double>> p_values;
  p_values.reserve(tests.size());
  for (const auto& [key, p] : tests) p_values.emplace_back(p);
  const std::vector<std::optional<double>> adjusted = resample::holm_adjusted(p_values);
  std::size_t at = 0;
  for (auto& [key, p] : tests) p = adjusted[at++].value_or(1);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i]) table.changes[i].p_value_adjusted = tests.at(*keys[i]);
  }
  return table;
}

void give_change_verdicts(std::int64_t families, double alpha, ChangeTable& table) {
  for (CompareReport::Change& change : table.changes) {
    if (!change.p_value_adjusted) continue;
    change.p_value_adjusted =
        std::min(1.0, *change.p_value_adjusted * static_cast<double>(families));
    change.verdict = *change.p_value_adjusted <= alpha ? Verdict::evidence : Verdict::not_enough;
  }
}

bool has_evidence(const CompareReport& report, bool worse) {
  if (report.kind == CompareKind::periods) return false;
  return std::ranges::any_of(report.changes, [worse](const CompareReport::Change& change) {
    return change.verdict == Verdict::evidence && change.worse.value_or(!worse);
  });
}

}  // namespace faultline::methods

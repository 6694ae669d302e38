#include "faultline/methods/metrics/metrics.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/metrics/comparison.hpp"
#include "faultline/methods/metrics/extremes.hpp"
#include "faultline/methods/metrics/group_sets.hpp"
#include "faultline/methods/metrics/reference.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/parallel/workers.hpp"
#include "faultline/resample/holm.hpp"

namespace faultline::methods {
namespace {

using Report = MetricsReport;

/// Two groups and the rate that is tested; complements share one.
using TestKey = std::tuple<std::size_t, std::size_t, RateName>;

/// Everything that the parts below look at.
struct Table {
  const Tallies& tallies;
  const MetricsOptions& options;
  Reference reference{};
  Groups groups{};
  std::vector<Measures> rest{};  // everybody else, group by group; only where that is the reference
  std::vector<RateName> rates{};

  [[nodiscard]] const Measure& measure(std::size_t group, RateName rate) const {
    return measure_of(groups.list[group].measures, rate);
  }
  [[nodiscard]] double confidence() const { return 1 - options.alpha; }
};

void measure_all(Table& table, const Hooks& hooks) {
  std::vector<MeasuredGroup>& list = table.groups.list;
  const bool rest = table.reference.kind == Reference::Kind::rest;
  if (rest) table.rest.resize(list.size());
  const auto n = static_cast<std::int64_t>(list.size());
  const std::int64_t done = parallel::for_each(
      rest ? 2 * n : n, parallel::resolve_threads(table.options.threads),
      [&](std::int64_t job) {
        MeasuredGroup& group = list[static_cast<std::size_t>(job % n)];
        const Tally tally = people_of(group, table.tallies, job >= n);
        if (job >= n) {
          table.rest[static_cast<std::size_t>(job - n)] = measure_group(tally, table.tallies);
        } else {
          group.n = tally.size();
          group.measures = measure_group(tally, table.tallies);
        }
      },
      hooks.stop);
  if (done < (rest ? 2 * n : n)) throw Cancelled("stopped before the rates were computed");
}

/// Those asked for, or all that the data allow.
std::vector<RateName> rates_to_show(const Table& table) {
  const Measures& everybody = table.groups.list.front().measures;
  std::vector<RateName> rates;
  for (const RateName name : kRateNames) {
    const bool asked = table.options.rates.empty() ||
                       std::find(table.options.rates.begin(), table.options.rates.end(), name) !=
                           table.options.rates.end();
    if (!asked) continue;
    if (measure_of(everybody, name).kind != Measure::Kind::absent) {
      rates.push_back(name);
    } else if (!table.options.rates.empty()) {
      throw InputError(
          fmt::format("`metric` {}: needs {}", name_of(name),
                      name == RateName::base_rate        ? "`outcome`"
                      : name == RateName::selection_rate ? "`decision`, or `score` and `threshold`"
                      : name == RateName::mean_score     ? "`score` or `risk_score`"
                      : name < RateName::brier ? "`outcome` and `decision`, or `score` and "
                                                 "`threshold` in place of the decision"
                                               : "`outcome` and `score` or `risk_score`"));
    }
  }
  return rates;
}

std::vector<Report::Group> describe_groups(const Table& table) {
  std::vector<Report::Group> list;
  list.reserve(table.groups.list.size());
  for (const MeasuredGroup& group : table.groups.list) {
    Report::Group one{.group = values_of(group, table.tallies),
                      .text = words_of_group(group, table.tallies),
                      .n = group.n};
    for (const RateName name : table.rates) {
      const Measure& measure = measure_of(group.measures, name);
      Report::Rate& rate = one.rates.of(name).emplace(Report::Rate{});
      rate.why = measure.why;
      if (!measure.is_defined()) continue;
      rate.estimate = measure.estimate;
      rate.interval = interval_of(measure, table.confidence());
      rate.n = measure.people();
    }
    list.push_back(std::move(one));
  }
  return list;
}

/// The group of the set that the others are compared with in this rate; none when no group has it.
std::optional<std::size_t> reference_group(const Table& table, const GroupSet& set, RateName rate) {
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

/// Collects p-values, each test once, and hands back the adjusted ones.
class TestFamily {
 public:
  void add(const TestKey& key, double p_value) { p_values_.emplace(key, p_value); }

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(p_values_.size()); }

  [[nodiscard]] std::map<TestKey, double> adjusted() const {
    std::vector<std::optional<double>> list;
    list.reserve(p_values_.size());
    for (const auto& [key, p] : p_values_) list.emplace_back(p);
    const std::vector<std::optional<double>> holm = resample::holm_adjusted(list);
    std::map<TestKey, double> result;
    std::size_t i = 0;
    for (const auto& [key, p] : p_values_) result.emplace(key, holm[i++].value_or(1));
    return result;
  }

 private:
  std::map<TestKey, double> p_values_{};
};

/// The best group was chosen by the data: all pairs count, whoever is shown.
void add_all_pairs(const Table& table, const GroupSet& set, TestFamily& family) {
  for (const RateName rate : table.rates) {
    const std::optional<RateName> key = tested_as(rate);
    if (!key) continue;
    for (std::size_t i = 0; i < set.groups.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::size_t a = set.groups[i];
        const std::size_t b = set.groups[j];
        const auto tested = test_difference(rate, table.measure(a, rate), table.measure(b, rate));
        if (tested) family.add({b, a, *key}, tested->p_value);
      }
    }
  }
}

void add_comparisons(const Table& table, Report& report) {
  constexpr auto kRest = static_cast<std::size_t>(-1);
  const bool rest = table.reference.kind == Reference::Kind::rest;
  const bool best = table.reference.kind == Reference::Kind::best;
  TestFamily family;
  std::vector<std::optional<TestKey>> keys;
  for (const GroupSet& set : table.groups.sets) {
    if (set.groups.size() < 2) continue;
    if (best) add_all_pairs(table, set, family);
    const auto pairs = static_cast<double>(set.groups.size() * (set.groups.size() - 1)) / 2;
    const double confidence = best ? 1 - table.options.alpha / pairs : table.confidence();
    for (const RateName rate : table.rates) {
      const std::optional<std::size_t> reference = rest ? kRest : reference_group(table, set, rate);
      if (!reference) continue;
      for (const std::size_t g : set.groups) {
        if (g == *reference) continue;
        const Measure& other =
            rest ? measure_of(table.rest[g], rate) : table.measure(*reference, rate);
        Report::Comparison made = compare(rate, table.measure(g, rate), other, confidence);
        made.group = report.groups[g].group;
        made.text = report.groups[g].text;
        if (!rest) made.reference = report.groups[*reference].group;
        made.reference_text = rest ? "everybody else" : report.groups[*reference].text;
        std::optional<TestKey> key;
        if (made.p_value) {
          key = TestKey{std::min(g, *reference), std::max(g, *reference), *tested_as(rate)};
          family.add(*key, *made.p_value);
        }
        keys.push_back(key);
        report.comparisons.push_back(std::move(made));
      }
    }
  }
  report.tests = family.size();
  const std::map<TestKey, double> adjusted = family.adjusted();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!keys[i]) continue;
    Report::Comparison& one = report.comparisons[i];
    const double p = adjusted.at(*keys[i]);
    one.p_value_adjusted = p;
    one.verdict = p <= table.options.alpha ? Verdict::evidence : Verdict::not_enough;
  }
}

void add_gaps(const Table& table, Report& report) {
  for (const GroupSet& set : table.groups.sets) {
    for (const RateName rate : table.rates) {
      Report::Gap gap{.rate = rate};
      for (const std::size_t a : set.attributes)
        gap.attributes.push_back(table.tallies.attributes[a].name);
      std::vector<const Measure*> measures;
      measures.reserve(set.groups.size());
      for (const std::size_t g : set.groups) measures.push_back(&table.measure(g, rate));
      if (const std::optional<Extremes> found = extremes(measures, table.confidence())) {
        gap.groups = found->groups;
        gap.estimate = found->estimate;
        gap.interval = found->interval;
        gap.highest = report.groups[set.groups[found->highest]].text;
        gap.lowest = report.groups[set.groups[found->lowest]].text;
      } else {
        gap.why = "fewer than two groups have the rate and an interval";
      }
      report.gaps.push_back(std::move(gap));
    }
  }
}

void add_notices(const Table& table, Report& report) {
  double possible = 1;
  for (const data::Attribute& attribute : table.tallies.attributes) {
    possible *= attribute.arity();
    if (attribute.arity() < 2) {
      report.notices.push_back(Notice::warning(
          fmt::format("everybody has the same value of {}, so there is nothing to compare",
                      attribute.name),
          attribute.name));
    }
  }
  const auto there = static_cast<double>(table.tallies.intersections.size());
  if (table.tallies.attributes.size() > 1 && possible > there) {
    report.notices.push_back(
        Notice::note(fmt::format("{} of {} intersections have nobody in them and are left out",
                                 with_thousands(static_cast<std::int64_t>(possible - there)),
                                 with_thousands(static_cast<std::int64_t>(possible)))));
  }
}

}  // namespace

const describe::Object& description(const MetricsOptions*) {
  using describe::member;
  using Options = MetricsOptions;
  static const describe::Object object{
      "Which rates are shown, and what groups are compared with",
      {member<&Options::rates>("metric",
                               "Show and compare these rates only; without it, all that the "
                               "columns allow. The fewer, the less p-values are adjusted")
           .under("Comparison")
           .named("RATES")
           .split(),
       member<&Options::reference>(
           "reference",
           "Compare groups with the largest group, the best one in each rate, the rest (everybody "
           "else), or groups that are named, such as 'sex=Male;race=White'")
           .named("largest|best|rest|GROUP"),
       member<&Options::alpha>(
           "alpha", "Compute intervals that cover with probability 1 - X; also the level of tests")
           .above(0)
           .below(1),
       member<&Options::threads>(
           "threads", "Use N threads, or all cores with 0; the result does not depend on it")
           .under("Common")
           .from(0)
           .to(parallel::kMostThreads)
           .local()}};
  return object;
}

void validate(const MetricsOptions& options) {
  describe::check(options);
  if (trim(options.reference).empty())
    throw OptionError("reference", "''", "must be largest, best, rest, or a group COL=VALUE");
}

MetricsReport metrics(const Tallies& tallies, const MetricsOptions& options, const Hooks& hooks) {
  if (tallies.intersections.size() > kMostIntersections) {
    throw InputError(fmt::format(
        "`protected`: {} intersections are more than a table can show ({}); name fewer columns, or "
        "join values with `bins` or `derive`",
        with_thousands(static_cast<std::int64_t>(tallies.intersections.size())),
        with_thousands(static_cast<std::int64_t>(kMostIntersections))));
  }
  Table table{.tallies = tallies,
              .options = options,
              .reference = parse_reference(options.reference, tallies.attributes),
              .groups = form_groups(tallies)};
  measure_all(table, hooks);
  table.rates = rates_to_show(table);
  Report report{.confidence = 1 - options.alpha, .reference = options.reference};
  add_notices(table, report);
  report.groups = describe_groups(table);
  add_comparisons(table, report);
  add_gaps(table, report);
  return report;
}

bool has_evidence(const MetricsReport& report) {
  return std::any_of(
      report.comparisons.begin(), report.comparisons.end(),
      [](const Report::Comparison& one) { return one.verdict == Verdict::evidence; });
}

}  // namespace faultline::methods

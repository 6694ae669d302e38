#include "faultline/methods/metrics/metrics.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/metrics/group_comparisons.hpp"
#include "faultline/methods/metrics/group_table.hpp"
#include "faultline/methods/metrics/impact.hpp"
#include "faultline/parallel/workers.hpp"

namespace faultline::methods {
namespace {

using Report = MetricsReport;

void add_survey_notice(const GroupTable& table, Report& report) {
  const Tallies& tallies = table.tallies;
  const MeasuredGroup& all = table.groups.list.front();
  if (tallies.has_clusters) {
    report.notices.push_back(Notice::note(fmt::format(
        "{} belong to {}; intervals and tests go by clusters, and few of them make wide intervals",
        plural(all.n, "row"), plural(static_cast<std::int64_t>(all.units.size()), "cluster"))));
  }
  if (tallies.has_weights) {
    report.notices.push_back(Notice::note(
        "rates are weighted, and numbers of people are not; intervals and tests allow for it"));
  }
}

void add_notices(const GroupTable& table, Report& report) {
  add_survey_notice(table, report);
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

void refuse_many(const Tallies& tallies) {
  if (tallies.intersections.size() <= kMostIntersections) return;
  throw InputError(fmt::format(
      "`protected`: {} intersections are more than a table can show ({}); name fewer columns, or "
      "join values with `bins` or `derive`",
      with_thousands(static_cast<std::int64_t>(tallies.intersections.size())),
      with_thousands(static_cast<std::int64_t>(kMostIntersections))));
}

/// Rates of decisions, groups as ever, threshold by threshold.
void add_thresholds(const Tallies& tallies, const MetricsOptions& options,
                    const std::vector<data::Threshold>& thresholds, const Hooks& hooks,
                    Report& report) {
  // Who has the outcome, and everything about scores, does not depend on the threshold.
  MetricsOptions asked = options;
  asked.reference = "largest";
  std::erase_if(asked.rates, [](RateName name) { return !needs_decision(name); });
  if (!options.rates.empty() && asked.rates.empty()) {
    throw InputError(
        "`threshold` gives several, but `metric` asks for no rate that decisions make: add one, "
        "such as fpr, or leave `threshold` out");
  }
  report.thresholds.reserve(thresholds.size());
  for (const data::Threshold& threshold : thresholds) {
    const Tallies decisions = decided(tallies, threshold);
    GroupTable table = measured_table(decisions, asked, hooks);
    table.rates = rates_to_show(table, false);
    std::erase(table.rates, RateName::base_rate);
    report.thresholds.push_back({.threshold = threshold.value,
                                 .strict = threshold.strict,
                                 .groups = describe_groups(table)});
  }
}

/// The tables of everybody and of every part; tests are adjusted together.
void add_tables(const Tallies& tallies, const MetricsOptions& options,
                const MetricsQuestions& questions, const Hooks& hooks, Report& report) {
  TestFamily family;
  const bool later = !questions.thresholds.empty();
  const auto add = [&](const Tallies& people, std::vector<Report::Group>& groups,
                       std::vector<Report::Comparison>& comparisons, std::vector<Report::Gap>& gaps,
                       Report* notes) {
    GroupTable table = measured_table(people, options, hooks);
    table.rates = rates_to_show(table, later);
    if (notes != nullptr) add_notices(table, *notes);
    groups = describe_groups(table);
    family.compare_groups(table, groups, comparisons);
    gaps = describe_gaps(table, groups);
  };
  if (!questions.by) {
    refuse_many(tallies);
    add(tallies, report.groups, report.comparisons, report.gaps, &report);
  } else {
    const Tallies all = without(tallies, *questions.by);
    refuse_many(all);
    add(all, report.groups, report.comparisons, report.gaps, &report);
    const data::Attribute& column = tallies.attributes[*questions.by];
    report.by = Report::By{.column = column.name};
    report.by->parts.resize(column.labels.size());
    for (std::size_t value = 0; value < column.labels.size(); ++value) {
      const Tallies people = part(tallies, *questions.by, static_cast<data::Code>(value));
      Report::Part& one = report.by->parts[value];
      one.value = column.labels[value];
      one.n = people.people();
      add(people, one.groups, one.comparisons, one.gaps, nullptr);
    }
  }
  report.tests = family.adjust(options.alpha);
}

void add_impact(const Tallies& tallies, const MetricsOptions& options, Report& report) {
  if (tallies.has_decision) {
    report.impact = impact_ratios(tallies, options, std::nullopt);
    return;
  }
  const double median = median_score(tallies);
  report.impact =
      impact_ratios(decided(tallies, {.value = median, .strict = true}), options, median);
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
       member<&Options::impact>(
           "impact",
           "Also divide the selection rate of each category by the highest, as New York City's "
           "Local Law 144 asks; with `score` alone, the share of people above the median score")
           .under("Impact ratios"),
       member<&Options::small_categories>(
           "small_categories",
           "With `impact`: keep or exclude categories with fewer than 2 % of all people; they are "
           "marked either way"),
       member<&Options::alpha>(
           "alpha", "Compute intervals that cover with probability 1 - X; also the level of tests")
           .under("Common")
           .above(0)
           .below(1),
       member<&Options::threads>(
           "threads", "Use N threads, or all cores with 0; the result does not depend on it")
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

MetricsReport metrics(const Tallies& tallies, const MetricsOptions& options,
                      const MetricsQuestions& questions, const Hooks& hooks) {
  Report report{.confidence = 1 - options.alpha, .reference = options.reference};
  add_tables(tallies, options, questions, hooks, report);
  if (!questions.thresholds.empty()) {
    add_thresholds(questions.by ? without(tallies, *questions.by) : tallies, options,
                   questions.thresholds, hooks, report);
  }
  if (options.impact)
    add_impact(questions.by ? without(tallies, *questions.by) : tallies, options, report);
  return report;
}

MetricsReport metrics(const Tallies& tallies, const MetricsOptions& options, const Hooks& hooks) {
  return metrics(tallies, options, MetricsQuestions{}, hooks);
}

bool has_evidence(const MetricsReport& report) {
  const auto any = [](const std::vector<Report::Comparison>& list) {
    return std::any_of(list.begin(), list.end(), [](const Report::Comparison& one) {
      return one.verdict == Verdict::evidence;
    });
  };
  return any(report.comparisons) ||
         (report.by &&
          std::any_of(report.by->parts.begin(), report.by->parts.end(),
                      [&any](const Report::Part& part) { return any(part.comparisons); }));
}

}  // namespace faultline::methods

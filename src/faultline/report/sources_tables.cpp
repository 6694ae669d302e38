#include "faultline/report/sources_tables.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

constexpr const char* kNone = "-";

std::string interval_head(const Report& report) {
  return fmt::format("{} interval", confidence_words(report.confidence));
}

/// Whether all items compare the same two groups.
template <typename Item, typename Groups>
bool one_pair(const std::vector<Item>& items, Groups Item::* groups) {
  return std::all_of(items.begin(), items.end(),
                     [&](const Item& item) { return item.*groups == items.front().*groups; });
}

/// Whether the items come from more than one model, so that rows have to name theirs.
template <typename Item>
bool several_models(const std::vector<Item>& items) {
  return std::any_of(items.begin(), items.end(),
                     [&](const Item& item) { return item.model != items.front().model; });
}

/// "Female - Male", or "first group - second" where rows name their own.
template <typename Item, typename Groups>
std::string who(const std::vector<Item>& items, Groups Item::* groups) {
  return one_pair(items, groups) && !items.empty() ? minus_words(items.front().*groups)
                                                   : "first group - second";
}

/// "FNR", with its groups where the caption does not name them.
std::string label(const Report& report, result::CostMetric metric, const Report::Groups& groups,
                  bool named) {
  const std::string text = metric_short(report, metric);
  return named ? text : fmt::format("{}: {}", text, minus_words(groups));
}

std::string model_suffix(const Report& report, const std::string& model) {
  return report.models.size() > 1 ? fmt::format(", model {}", model) : "";
}

std::string with_range(const std::string& value, const std::string& range) {
  return range == kNone ? value : fmt::format("{} ({})", value, range);
}

}  // namespace

CellTable costs_table(const Report& report, const std::string& model) {
  CellTable table{.caption = fmt::format("What the model costs each group{}, {} ({} interval)",
                                         model_suffix(report, model), unit_words(report),
                                         confidence_words(report.confidence)),
                  .heads = {"Cost"}};
  for (const Report::Group& group : report.groups) table.heads.push_back(group.group);
  for (const result::CostMetric metric : metrics_in(report)) {
    std::vector<std::string> row = {metric_short(report, metric)};
    bool any = false;
    for (const Report::Group& group : report.groups) {
      const auto found =
          std::find_if(report.costs.begin(), report.costs.end(), [&](const Report::Cost& one) {
            return one.model == model && one.group == group.group && one.metric == metric;
          });
      any = any || found != report.costs.end();
      row.push_back(found == report.costs.end() ? kNone
                                                : with_range(cost_cell(report, found->estimate),
                                                             cost_range(report, found->interval)));
    }
    if (any) table.rows.push_back(std::move(row));
  }
  return table;
}

CellTable two_groups_table(const Report& report, const std::string& model) {
  CellTable table = costs_table(report, model);
  table.heads.insert(table.heads.end(), {"Difference", "p, adj."});
  for (std::vector<std::string>& row : table.rows) {
    const auto found =
        std::find_if(report.levels.begin(), report.levels.end(), [&](const Report::Level& one) {
          return one.model == model && metric_short(report, one.metric) == row[0];
        });
    const bool any = found != report.levels.end();
    row.push_back(any ? gap_cell(report, found->difference) : kNone);
    row.push_back(any ? p_cell(found->p_value_adjusted) : kNone);
  }
  return table;
}

CellTable long_costs_table(const Report& report, const std::string& model) {
  CellTable table{.caption = fmt::format("What the model costs each group{}, {}",
                                         model_suffix(report, model), unit_words(report)),
                  .heads = {"Group", "Cost", "People", "Estimate", interval_head(report)},
                  .rows = {},
                  .words = 2};
  for (const result::CostMetric metric : metrics_in(report)) {
    for (const Report::Cost& one : report.costs) {
      if (one.model != model || one.metric != metric) continue;
      table.rows.push_back({one.group, metric_short(report, metric), with_thousands(one.n),
                            cost_cell(report, one.estimate), cost_range(report, one.interval)});
    }
  }
  return table;
}

CellTable levels_table(const Report& report, const std::vector<Report::Level>& levels) {
  const bool named = one_pair(levels, &Report::Level::groups);
  CellTable table{
      .caption = fmt::format(
          "Differences, {}{}", who(levels, &Report::Level::groups),
          report.outcome == result::OutcomeKind::number ? "" : ", in percentage points"),
      .heads = {"Cost", "Difference", interval_head(report), "p", "p, adjusted"}};
  for (const Report::Level& one : levels) {
    std::string row_label = label(report, one.metric, one.groups, named);
    if (several_models(levels)) row_label += ", " + one.model;
    table.rows.push_back({row_label, gap_cell(report, one.difference),
                          gap_range(report, one.interval), p_cell(one.p_value),
                          p_cell(one.p_value_adjusted)});
  }
  return table;
}

CellTable comparisons_table(const Report& report) {
  const bool named = one_pair(report.comparisons, &Report::Comparison::groups);
  CellTable table{.caption = named
                                 ? fmt::format("Models compared, {}",
                                               who(report.comparisons, &Report::Comparison::groups))
                                 : "Models compared",
                  .heads = {"Models", "What differs", "By", "p"},
                  .rows = {},
                  .words = 2};
  for (const Report::Comparison& one : report.comparisons) {
    const std::string what =
        one.what == result::ComparisonKind::level ? "level" : "bias + variance";
    table.rows.push_back({minus_words(one.models),
                          fmt::format("{}, {}", label(report, one.metric, one.groups, named), what),
                          gap_cell(report, one.difference), p_cell(one.p_value)});
  }
  return table;
}

CellTable group_tests_table(const Report& report) {
  CellTable table{
      .caption = "Do the groups differ over the folds? (analysis of variance)",
      .heads = {"Cost", "Farthest apart (Tukey)", "F", "p", "Gap", interval_head(report)},
      .rows = {},
      .words = 2};
  for (const Report::GroupTest& one : report.group_tests) {
    const auto farthest =
        std::max_element(one.pairs.begin(), one.pairs.end(),
                         [](const Report::GroupTest::Pair& a, const Report::GroupTest::Pair& b) {
                           return std::abs(a.difference) < std::abs(b.difference);
                         });
    const bool any = farthest != one.pairs.end();
    std::string row_label = metric_short(report, one.metric);
    if (several_models(report.group_tests)) row_label += ", " + one.model;
    table.rows.push_back({row_label, any ? minus_words(farthest->groups) : kNone,
                          std::isfinite(one.f) ? ratio(one.f) : "inf", p_cell(one.p_value),
                          any ? gap_cell(report, farthest->difference) : kNone,
                          any ? gap_range(report, farthest->interval) : kNone});
  }
  return table;
}

CellTable decomposition_table(const Report& report) {
  CellTable table{.caption = fmt::format("Cost = noise + bias + variance, {}", unit_words(report)),
                  .heads = {"Group and cost", "Cost", "Noise", "Bias", "Variance", "Bayes risk",
                            "Residual", "Noise estimator"}};
  for (const Report::Decomposition& one : report.decomposition) {
    std::string row_label = fmt::format("{}, {}", one.group, metric_short(report, one.metric));
    if (several_models(report.decomposition)) row_label += ", " + one.model;
    table.rows.push_back(
        {row_label, cost_cell(report, one.cost),
         with_range(gap_cell(report, one.noise), gap_range(report, one.noise_range)),
         with_range(gap_cell(report, one.bias), gap_range(report, one.bias_range)),
         gap_cell(report, one.variance), cost_cell(report, one.bayes_risk),
         gap_cell(report, one.residual), std::string(name_of(one.noise_estimator))});
  }
  return table;
}

CellTable decomposition_gaps_table(const Report& report,
                                   const std::vector<Report::DecompositionGap>& gaps) {
  const bool named = one_pair(gaps, &Report::DecompositionGap::groups);
  CellTable table{.caption = fmt::format("Where the difference comes from, {}",
                                         who(gaps, &Report::DecompositionGap::groups)),
                  .heads = {"Cost", "Difference", "Noise", "Bias", "Variance",
                            fmt::format("{} of it", interval_head(report))}};
  for (const Report::DecompositionGap& one : gaps) {
    std::string row_label = label(report, one.metric, one.groups, named);
    if (several_models(gaps)) row_label += ", " + one.model;
    table.rows.push_back({row_label, gap_cell(report, one.level), gap_cell(report, one.noise),
                          gap_cell(report, one.bias), gap_cell(report, one.variance),
                          gap_range(report, one.variance_interval)});
  }
  return table;
}

std::string limit_cell(const Report& report, const Report::GapCurve& curve) {
  const Report::Extrapolation* limit = at_factor(curve.extrapolation, std::nullopt);
  if (!curve.limit_identified || limit == nullptr) return "not known";
  return gap_cell(report, limit->value);
}

CellTable horizon_table(const Report& report, const std::vector<Report::GapCurve>& curves) {
  const bool named = one_pair(curves, &Report::GapCurve::groups);
  std::int64_t largest = 0;
  for (const Report::GapCurve& curve : curves) {
    if (!curve.points.empty()) largest = std::max(largest, curve.points.back().n);
  }
  CellTable table{.caption = fmt::format("How it falls with more data, {}",
                                         who(curves, &Report::GapCurve::groups)),
                  .heads = {"Trained on", people(largest), "2 times", "10 times", "without limit"}};
  for (const Report::GapCurve& curve : curves) {
    std::vector<std::string> values = {label(report, curve.metric, curve.groups, named)};
    std::vector<std::string> ranges = {"  " + interval_head(report)};
    if (curve.points.empty()) {
      values.emplace_back(kNone);
      ranges.emplace_back(kNone);
    } else {
      const Report::CurvePoint& last = curve.points.back();
      values.push_back(gap_cell(report, last.mean));
      ranges.push_back(fmt::format("se {}", gap_cell(report, last.sem)));
    }
    for (const double factor : {2.0, 10.0}) {
      const Report::Extrapolation* one = at_factor(curve.extrapolation, factor);
      values.push_back(one == nullptr ? kNone : gap_cell(report, one->value));
      ranges.push_back(one == nullptr ? kNone : gap_range(report, one->interval));
    }
    const Report::Extrapolation* limit = at_factor(curve.extrapolation, std::nullopt);
    values.push_back(limit_cell(report, curve));
    ranges.push_back(limit == nullptr ? kNone : gap_range(report, limit->interval));
    table.rows.push_back(std::move(values));
    table.rows.push_back(std::move(ranges));
  }
  return table;
}

CellTable noise_table(const Report& report) {
  CellTable table{.caption = "Bounds on the error of the best possible prediction, in %",
                  .heads = {"Group"}};
  std::vector<result::NoiseMethod> methods;
  std::vector<std::string> groups;
  const auto add = [](auto& list, const auto& name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  };
  for (const Report::Noise& one : report.noise) {
    add(methods, one.method);
    add(groups, one.group);
  }
  for (const result::NoiseMethod method : methods)
    table.heads.push_back(noise_method_words(method));
  for (const std::string& group : groups) {
    std::vector<std::string>& row = table.rows.emplace_back(1, group);
    for (const result::NoiseMethod method : methods) {
      const auto found = std::find_if(
          report.noise.begin(), report.noise.end(),
          [&](const Report::Noise& one) { return one.group == group && one.method == method; });
      row.push_back(found == report.noise.end() ? kNone : noise_range(*found));
    }
  }
  return table;
}

std::vector<std::string> noise_notes(const Report& report) {
  std::vector<std::string> notes;
  for (const Report::Noise& one : report.noise) {
    if (one.note.empty()) continue;
    const bool alone = one.lower || one.upper;
    const std::string note =
        alone ? one.note
              : fmt::format("{}, {}: {}", one.group, noise_method_words(one.method), one.note);
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  }
  return notes;
}

CellTable clusters_table(const Report& report, const std::vector<Report::Cluster>& clusters) {
  const bool named = one_pair(clusters, &Report::Cluster::pair);
  CellTable table{
      .caption =
          fmt::format("Where they differ most, {}; {} tried", who(clusters, &Report::Cluster::pair),
                      plural(report.clusters_tried, "cluster")),
      .heads = {"Cluster", "Cost", "Share %", "Gap", interval_head(report), "Others", "p, adj."},
      .rows = {},
      .words = 2};
  for (const Report::Cluster& one : clusters) {
    table.rows.push_back({one.cluster, label(report, one.metric, one.pair, named),
                          percent_number(one.share), gap_cell(report, one.gap),
                          gap_range(report, one.interval), gap_cell(report, one.gap_outside),
                          p_cell(one.p_value_adjusted)});
  }
  return table;
}

}  // namespace faultline::report

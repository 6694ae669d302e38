#include "faultline/report/text_sources.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/sources_tables.hpp"
#include "faultline/report/text_cells.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

// As much of each part as leaves the whole on a screen and a half.
constexpr std::size_t kAdvised = 3;
constexpr std::size_t kRows = 8;
constexpr std::size_t kLongRows = 15;
constexpr std::size_t kWideGroups = 3;
constexpr std::size_t kCurves = 2;
constexpr int kNarrowLabel = 19;  // as wide as a cost with its interval
constexpr std::size_t kPerMetric = 2;
constexpr std::size_t kCut = 5;
constexpr std::size_t kClusters = 3;

void write_more(std::size_t left, std::string_view noun, Page& page) {
  if (left == 0) return;
  page.paragraph(
      fmt::format("and {} more {}{}; `json` and `html` have all", left, noun, left == 1 ? "" : "s"),
      "  ");
}

/// The first `most` items by `order`, largest first, in the order they had.
template <typename Item, typename Order>
std::vector<Item> foremost(const std::vector<Item>& items, std::size_t most, Order order) {
  if (items.size() <= most) return items;
  std::vector<std::size_t> index(items.size());
  for (std::size_t i = 0; i < index.size(); ++i) index[i] = i;
  std::stable_sort(index.begin(), index.end(),
                   [&](std::size_t a, std::size_t b) { return order(items[a]) > order(items[b]); });
  index.resize(most);
  std::sort(index.begin(), index.end());
  std::vector<Item> list;
  for (const std::size_t i : index) list.push_back(items[i]);
  return list;
}

void write_recommendations(const Report& report, Page& page) {
  if (report.recommendation.empty()) return;
  page.blank();
  page.heading(report.models.size() > 1 ? "What to do about model " + report.models.front().name
                                        : "What to do");
  const auto list = foremost(report.recommendation, kAdvised, [](const auto& one) {
    return one.action == result::Action::none ? 0 : 1;
  });
  std::size_t folded = 0;
  for (const Report::Recommendation& one : list) {
    // Where there is nothing to do, that is so by every metric.
    const std::string metric = one.action == result::Action::none
                                   ? ""
                                   : fmt::format(" ({})", metric_short(report, one.metric));
    page.paragraph(fmt::format("{}{}: {}", both_words(one.groups), metric,
                               one.advice.empty() ? action_words(one.action) + "." : one.advice),
                   "  ");
    // One piece of advice has room for all it rests on; otherwise the tables below say the rest.
    const std::size_t reasons =
        list.size() == 1 ? one.because.size() : std::min<std::size_t>(1, one.because.size());
    for (std::size_t i = 0; i < reasons; ++i) page.paragraph(one.because[i], "  - ");
    folded += one.because.size() - reasons;
  }
  if (folded > 0) {
    page.paragraph("The figures it rests on stand below; `json` and `html` list them.", "  ");
  }
  write_more(report.recommendation.size() - list.size(), "pair", page);
}

/// Metrics that something is to be done about come first, then larger values.
double weight(const Report& report, result::CostMetric metric, double value) {
  const bool advised = std::any_of(
      report.recommendation.begin(), report.recommendation.end(),
      [&](const auto& one) { return one.metric == metric && one.action != result::Action::none; });
  return (advised ? 1e100 : 0) + (std::isfinite(value) ? std::abs(value) : 0);
}

/// Names of the models that have costs, in order.
std::vector<std::string> models_of(const std::vector<Report::Cost>& costs) {
  std::vector<std::string> list;
  for (const Report::Cost& one : costs) {
    if (std::find(list.begin(), list.end(), one.model) == list.end()) list.push_back(one.model);
  }
  return list;
}

/// Costs and their difference in one table: two groups with short names, one model.
bool in_one_table(const Report& report) {
  return report.groups.size() == 2 && models_of(report.costs).size() == 1 &&
         std::all_of(report.groups.begin(), report.groups.end(), [](const Report::Group& group) {
           return display_width(group.group) <= kNarrowLabel;
         });
}

void write_costs(const Report& report, Page& page) {
  const std::vector<std::string> models = models_of(report.costs);
  if (in_one_table(report)) {
    write_table(two_groups_table(report, models[0]), page);
    return;
  }
  const bool wide = report.groups.size() <= kWideGroups;
  for (std::size_t i = 0; i < std::min(models.size(), kAdvised); ++i) {
    CellTable table = wide ? costs_table(report, models[i]) : long_costs_table(report, models[i]);
    const std::size_t rows = table.rows.size();
    if (rows > kLongRows) table.rows.resize(kLongRows);
    write_table(table, page);
    write_more(rows - table.rows.size(), "cost", page);
  }
  if (models.size() > kAdvised) write_more(models.size() - kAdvised, "model", page);
}

void write_levels(const Report& report, Page& page) {
  if (in_one_table(report)) return;
  const auto list = foremost(report.levels, kRows, [&](const Report::Level& one) {
    return weight(report, one.metric, one.se > 0 ? one.difference / one.se : 0);
  });
  write_table(levels_table(report, list), page);
  write_more(report.levels.size() - list.size(), "difference", page);
}

/// Tables that need no choice of rows.
void write_whole(CellTable table, std::string_view noun, Page& page) {
  const std::size_t rows = table.rows.size();
  if (rows > kRows) table.rows.resize(kRows);
  write_table(table, page);
  write_more(rows - table.rows.size(), noun, page);
}

void write_gaps(const Report& report, Page& page) {
  if (report.decomposition_gaps.empty()) return;
  const auto list = foremost(report.decomposition_gaps, kRows, [&](const auto& one) {
    return weight(report, one.metric, one.level);
  });
  write_table(decomposition_gaps_table(report, list), page);
  page.paragraph(
      "Noise: what the variables cannot tell. Bias: what the model misses on average. Variance: "
      "what hangs on who was trained on.",
      "  ");
  write_more(report.decomposition_gaps.size() - list.size(), "difference", page);
}

void write_curves(const Report& report, Page& page) {
  std::vector<Report::GapCurve> everybody;
  std::vector<Report::GapCurve> targeted;
  for (const Report::GapCurve& curve : report.gap_curves) {
    (curve.grows.empty() ? everybody : targeted).push_back(curve);
  }
  const auto size = [&](const Report::GapCurve& one) {
    return weight(report, one.metric, one.points.empty() ? 0 : one.points.back().mean);
  };
  const auto list = foremost(everybody, kCurves, size);
  write_table(horizon_table(report, list), page);
  std::size_t shown = list.size();
  const auto write_answer = [&](const Report::GapCurve& curve) {
    if (curve.answer.empty()) return false;
    std::string about = metric_short(report, curve.metric);
    if (report.groups.size() > 2) about += ", " + minus_words(curve.groups);
    if (!curve.grows.empty()) about += fmt::format(", more of {} alone", curve.grows);
    page.paragraph(fmt::format("{}, down to {}", about, answer_words(report, curve)), "  - ");
    return true;
  };
  for (const Report::GapCurve& curve : list) write_answer(curve);
  for (const Report::GapCurve& curve : foremost(targeted, 1, size)) shown += write_answer(curve);
  write_more(report.gap_curves.size() - shown, "curve", page);
}

void write_noise(const Report& report, Page& page) {
  write_whole(noise_table(report), "group", page);
  // What each method assumes, the page says; here, what is missing.
  std::vector<std::string> notes;
  for (const Report::Noise& one : report.noise) {
    if (one.lower || one.upper || one.note.empty()) continue;
    notes.push_back(fmt::format("{}, {}: {}", one.group, noise_method_words(one.method), one.note));
  }
  const std::size_t listed = std::min(notes.size(), kAdvised);
  for (std::size_t i = 0; i < listed; ++i) page.paragraph(notes[i], "  ");
  write_more(notes.size() - listed, "note", page);
}

void write_clusters(const Report& report, Page& page) {
  std::vector<Report::Cluster> list;
  std::vector<std::pair<result::CostMetric, std::size_t>> seen;
  for (const Report::Cluster& one : report.clusters) {
    const auto found = std::find_if(seen.begin(), seen.end(),
                                    [&](const auto& item) { return item.first == one.metric; });
    if (found == seen.end()) {
      seen.emplace_back(one.metric, 1);
    } else if (++found->second > kPerMetric) {
      continue;
    }
    list.push_back(one);
  }
  list = foremost(list, kClusters,
                  [&](const Report::Cluster& one) { return weight(report, one.metric, one.gap); });
  write_table(clusters_table(report, list), page);
  write_more(report.clusters.size() - list.size(), "cluster", page);
}

void write_cut(const Report& report, Page& page) {
  const std::vector<std::string> sentences = care_sentences(report);
  if (sentences.empty()) return;
  page.blank();
  page.heading("Left out, or to be read with care");
  const std::size_t listed = std::min(sentences.size(), kCut);
  for (std::size_t i = 0; i < listed; ++i) page.paragraph(sentences[i], "  - ");
  write_more(sentences.size() - listed, "sentence", page);
}

}  // namespace

void write_sources(const result::Result& result, Page& page) {
  if (!result.sources) return;
  const Report& report = *result.sources;
  if (result.partial) page.blank();
  page.paragraph(sources_done_sentence(report));
  write_recommendations(report, page);
  write_costs(report, page);
  write_levels(report, page);
  write_whole(comparisons_table(report), "comparison", page);
  if (report.groups.size() > 2) write_whole(group_tests_table(report), "test", page);
  write_gaps(report, page);
  write_curves(report, page);
  write_noise(report, page);
  write_clusters(report, page);
  write_cut(report, page);
}

}  // namespace faultline::report

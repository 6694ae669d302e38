#include "faultline/report/methods/ijdi/sweep.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/ijdi/answer.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

// As many values of lambda can be named below the axis on a phone.
constexpr std::size_t kNamed = 6;

Row sweep_row(std::size_t number, const result::Finding& finding, const result::Result& result) {
  const result::IjdiDetails& ijdi = ijdi_of(finding);
  const auto rate = [&](const std::optional<double>& value) {
    return finding.subgroup && value ? percent_number(*value) : std::string(kNone);
  };
  std::optional<double> outside;
  if (finding.comparison && finding.comparison->n > 0) outside = finding.comparison->observed;
  Cell lambda = shortest(ijdi.lambda);
  if (finding.rank > 1) lambda.text += fmt::format(" #{}", finding.rank);
  lambda.link = finding_anchor(number);
  return {
      .cells = {std::move(lambda), subgroup_words(finding), rate(finding.observed),
                rate(ijdi.allowed), rate(outside), rate(ijdi.base_rate),
                rate(ijdi.base_rate_outside), score(finding.score), p_value_cell(finding),
                verdict_badge(finding, result.alpha, true)},
      .weight = has_evidence(finding, result.alpha) ? Row::Weight::strong : Row::Weight::normal};
}

std::string table_note(const result::Result& result) {
  std::string note;
  if (all_proven(result)) note = "Each search is proven complete: no subgroup scores higher. ";
  note += "Rates are in %.";
  const bool ranked = std::any_of(result.findings.begin(), result.findings.end(),
                                  [](const result::Finding& finding) { return finding.rank > 1; });
  if (ranked)
    note += " #2: next best of its search, not tested, because it may only echo the best.";
  const bool ended =
      std::any_of(result.findings.begin(), result.findings.end(),
                  [](const result::Finding& finding) { return ijdi_of(finding).ended_below; });
  if (ended) note += " Past the first lambda without evidence, no larger lambda is tested.";
  return note;
}

}  // namespace

std::string error_anchor(result::ErrorRate error) {
  return fmt::format("error-{}", name_of(error));
}

std::vector<Figure> sweep_figures(const ErrorSweep& sweep, const result::Result& result) {
  const std::vector<const result::Finding*> best = sweep.best();
  if (best.size() < 2) return {};
  const std::size_t every = (best.size() + kNamed - 1) / kNamed;
  Chart chart{.label = fmt::format("Line chart of the score against lambda, {}. {}",
                                   error_name(sweep.error), sweep_sentence(sweep, result)),
              .across = {.title = "lambda, as asked for",
                         .range = std::pair(-0.5, static_cast<double>(best.size()) - 0.5)},
              .up = {.title = "score (square-root axis)", .scale = Scale::square_root},
              .legend = true};
  Series scores{.form = Series::Form::line};
  Series evidence{.name = "evidence", .form = Series::Form::marks};
  Series none{.name = "no evidence", .form = Series::Form::marks};
  Series critical{.name = "95 % of null scores lie below", .look = Look::reference};
  for (std::size_t i = 0; i < best.size(); ++i) {
    const result::Finding& finding = *best[i];
    const auto x = static_cast<double>(i);
    if (i % every == 0) chart.across.ticks.emplace_back(x, shortest(ijdi_of(finding).lambda));
    const bool open = !has_evidence(finding, result.alpha);
    const Point point{.x = x, .y = finding.score, .open = open};
    scores.points.push_back(point);
    (open ? none : evidence).points.push_back(point);
    if (const std::optional<double> limit = critical_score(finding)) {
      critical.points.push_back({.x = x, .y = *limit});
    }
  }
  // Marks last: they stand over the lines. A series without points would only be a name.
  for (Series* series : {&critical, &scores, &evidence, &none}) {
    if (!series->points.empty()) chart.series.push_back(std::move(*series));
  }
  return {{.chart = std::move(chart)}};
}

Table sweep_table(const std::vector<ErrorSweep>& sweeps, const result::Result& result) {
  using Kind = Column::Kind;
  Table table{
      .caption = "Every lambda",
      .columns = {{.head = "lambda"},
                  {.head = "Subgroup", .kind = Kind::words},
                  {.head = "Inside", .brief = "In", .meaning = "flagged inside the subgroup"},
                  {.head = "Justified",
                   .brief = "Just.",
                   .meaning = "justified inside, given the rate outside"},
                  {.head = "Outside", .brief = "Out", .meaning = "flagged outside it"},
                  {.head = "Base in",
                   .brief = "Base",
                   .meaning = "mean true probability of the outcome inside, then outside"},
                  {.head = "Base out", .brief = "out"},
                  {.head = "Score"},
                  {.head = "p adj.", .meaning = "adjusted for all tests of the run"},
                  {.head = "Evidence",
                   .kind = Kind::badge,
                   .brief = "*",
                   .meaning = fmt::format("evidence at the level {}", shortest(result.alpha))}},
      .note = table_note(result),
      .noun = "scan"};
  for (const ErrorSweep& sweep : sweeps) {
    RowGroup group{.title = sweep_title(sweep), .link = error_anchor(sweep.error)};
    for (const auto& [number, finding] : sweep.findings) {
      group.rows.push_back(sweep_row(number, *finding, result));
    }
    table.groups.push_back(std::move(group));
  }
  return table;
}

}  // namespace faultline::report

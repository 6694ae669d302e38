#include "faultline/report/methods/shared/finding_blocks.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/data/range_words.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/document/round_numbers.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"

namespace faultline::report {
namespace {

/// A restriction's values in words, as ranges where the attribute is ordered.
std::string values_in_words(const std::string& attribute, const std::vector<std::string>& values,
                            const data::Summary& data) {
  for (const data::AttributeSummary& known : data.attributes) {
    if (known.name != attribute || !known.ordered) continue;
    std::vector<std::string> labels;
    std::vector<bool> inside;
    labels.reserve(known.values.size());
    inside.reserve(known.values.size());
    for (const data::ValueCount& value : known.values) {
      labels.push_back(value.label);
      inside.push_back(std::find(values.begin(), values.end(), value.label) != values.end());
    }
    // Of a damaged result the values may not be those of the attribute.
    if (std::count(inside.begin(), inside.end(), true) != std::ssize(values)) break;
    const std::vector<std::string> ranges = data::range_words(labels, inside);
    return join_words(ranges, ranges.size(), "or");
  }
  return join_words(values, values.size(), "or");
}

Subgroup subgroup_block(const result::Finding& finding, const data::Summary& data) {
  Subgroup block{.words = subgroup_words(finding)};
  if (finding.subgroup->empty()) {
    block.words = capitalised(block.words);
  } else {
    for (const auto& [attribute, values] : *finding.subgroup) {
      block.attributes.emplace_back(attribute, values_in_words(attribute, values, data));
    }
  }
  return block;
}

Badge::Standing standing_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::significant:
      return Badge::Standing::evidence;
    case Verdict::not_significant:
      return Badge::Standing::open;
    case Verdict::nothing_found:
      return Badge::Standing::none;
    case Verdict::not_comparable:
    case Verdict::undecided:
    case Verdict::not_computed:
    case Verdict::not_tested:
    case Verdict::no_p_value:
      break;
  }
  return Badge::Standing::untested;
}

/// Of a damaged result some may be missing.
std::vector<double> null_scores(const result::Finding& finding) {
  std::vector<double> scores = finding.null.scores;
  std::erase_if(scores, [](double score) { return !std::isfinite(score); });
  return scores;
}

/// What the null scores were compared with.
double tested_score(const result::Finding& finding) {
  return finding.score_tested.value_or(finding.score);
}

/// There are scores.
Chart null_chart(const result::Finding& finding, const std::vector<double>& scores,
                 const std::string& label) {
  const auto [smallest, largest] = std::minmax_element(scores.begin(), scores.end());
  const double low = std::min({0.0, *smallest, finding.score});
  const double high = std::max(*largest, finding.score);
  // Fine enough to show the null's shape, but never so fine that bars vanish beside a far observed
  // score.
  const double finest = (high - low) / 160;
  const Histogram bars = histogram(scores, low, std::max(*largest, low + finest), 40, finest);
  Chart chart{.label = label,
              .across = {.title = "score of the best subgroup; bars count null data sets",
                         .range = std::pair(bars.start, std::max(1.03 * high, bars.end()))},
              .up = {.title = "null data sets", .zero = true}};
  chart.series.push_back(count_bars(bars));
  const double tested = tested_score(finding);
  chart.positions.push_back(
      {.at = tested, .words = fmt::format("this finding: {}", score(tested))});
  if (const std::optional<double> critical = critical_score(finding)) {
    chart.positions.push_back(
        {.at = *critical,
         .words = fmt::format("95 % of null scores below {}", score(*critical)),
         .look = Look::reference});
  }
  return chart;
}

}  // namespace

std::string finding_anchor(std::size_t number) { return fmt::format("finding-{}", number); }

Badge verdict_badge(const result::Finding& finding, double alpha, bool brief) {
  const Verdict found = verdict(finding, alpha);
  std::string words(brief ? verdict_in_brief(found) : "");
  if (words.empty()) words = verdict_label(found);
  return {.standing = standing_of(found), .words = std::move(words)};
}

bool has_evidence(const result::Finding& finding, double alpha) {
  return verdict(finding, alpha) == Verdict::significant;
}

std::string p_value_cell(const result::Finding& finding) {
  if (!finding.subgroup || !finding.p_value) return kNone;
  const double p = finding.p_value_adjusted.value_or(*finding.p_value);
  return finding.proven ? p_bound(p) : p_value(p);
}

std::optional<double> critical_score(const result::Finding& finding) {
  for (const auto& [probability, value] : finding.null.quantiles) {
    if (probability == 0.95) return value;
  }
  return std::nullopt;
}

bool all_proven(const result::Result& result) {
  return std::all_of(
      result.findings.begin(), result.findings.end(),
      [](const result::Finding& finding) { return finding.rank > 1 || finding.search.certified; });
}

std::vector<std::string> cautions(const result::Finding& finding) {
  std::vector<std::string> sentences = texts(finding.warnings);
  // Other ranks may come from the same search.
  if (!finding.search.certified && (finding.rank == 1 || found_after_others(finding))) {
    sentences.push_back(search_sentence(finding));
  }
  return sentences;
}

Section cautions_section(std::vector<std::string> sentences) {
  // More than a few would push what follows off the screen.
  constexpr std::size_t kOpen = 3;
  Section section{.heading = "To be read with care"};
  if (sentences.size() > kOpen) section.fold = Section::Fold::closed;
  section.add(brief(Warnings{.items = std::move(sentences)}));
  return section;
}

Section null_section(const result::Finding& finding, const result::Result& result) {
  Section section{.heading = "Could it be chance?"};
  const std::vector<double> scores = null_scores(finding);
  if (scores.empty() || !finding.subgroup) return section;
  const double tested = tested_score(finding);
  const auto above =
      std::count_if(scores.begin(), scores.end(), [&](double value) { return value >= tested; });
  const double largest = *std::max_element(scores.begin(), scores.end());
  const std::string summary = fmt::format(
      "Best scores of {} {}: {} of them reach this finding's score of {}{}; the largest is {}.",
      plural(static_cast<std::int64_t>(scores.size()), "data set"), null_data(finding, result),
      above == 0 ? "none" : with_thousands(above), score(tested),
      finding.score_tested ? ", less what skewness may account for" : "", score(largest));
  section.add(brief(Paragraph{summary}));
  section.add(
      full(Figures{.list = {{.chart = null_chart(finding, scores, "Histogram. " + summary)}}}));
  if (!finding.null.quantiles.empty()) {
    std::vector<std::string> parts;
    parts.reserve(finding.null.quantiles.size());
    for (const auto& [probability, value] : finding.null.quantiles) {
      parts.push_back(fmt::format("{:.4g} % below {}", 100 * probability, score(value)));
    }
    section.add(full(Paragraph{"Of the null scores, " + join_words(parts, parts.size()) + ".",
                               Paragraph::Tone::note}));
  }
  return section;
}

void add_finding(const result::Finding& finding, const result::Result& result, Section& section) {
  if (finding.subgroup) section.add(brief(subgroup_block(finding, result.data)));
  section.add(brief(Paragraph{finding_sentence(finding, result), Paragraph::Tone::lead}));
  section.add(brief(Paragraph{evidence_sentence(finding, result)}));
  section.add(brief(Warnings{.items = texts(finding.warnings)}));
  if (finding.subgroup) section.add(brief(finding_facts(finding, result)));
  section.add(full(null_section(finding, result)));
  Section values{.heading = "Inside the subgroup, value by value"};
  values.add(full(breakdown_table(finding, result)));
  section.add(full(std::move(values)));
  Section around{.heading = "Neighbouring subgroups"};
  around.add(full(neighbours_table(finding)));
  section.add(full(std::move(around)));
  section.add(brief(
      Paragraph{fmt::format("{}{}", held_out(result) ? "The search looked at other people. " : "",
                            search_sentence(finding)),
                Paragraph::Tone::note}));
}

}  // namespace faultline::report

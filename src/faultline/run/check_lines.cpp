#include "faultline/run/check_lines.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/metrics/comparison.hpp"

namespace faultline::run {
namespace {

using Line = result::CheckReport::Line;
using result::CheckList;
using result::CostMetric;
using result::RateName;

enum class Kind { searched, errors, other };

struct Weighed {
  Line line{};
  Kind kind = Kind::searched;
  double people = 0;  // that the difference is made for
};

template <typename Enum>
std::string help_of(Enum value) {
  for (const describe::Word& word : words(value)) {
    if (word.value == static_cast<int>(value)) return std::string(word.help);
  }
  return "";
}

Line finding_line(const result::Part& part, std::size_t place) {
  const result::Finding& finding = part.findings[place];
  Line line{.part = part.command,
            .list = CheckList::findings,
            .place = static_cast<std::int64_t>(place),
            .question = fmt::format("{}: {} than expected?", help_of(finding.metric),
                                    name_of(finding.direction)),
            .compared_with = "what was predicted for them",
            .n = finding.n,
            .p_value_adjusted = finding.p_value_adjusted,
            .verdict = finding.verdict};
  if (finding.subgroup) line.who = finding.text;
  if (!finding.protected_class) {
    line.question = fmt::format("Outcome: {} than predicted?", name_of(finding.direction));
    return line;
  }
  const result::ProtectedClass& who = *finding.protected_class;
  const std::string members = fmt::format("{} = {}", who.attribute, who.value);
  if (finding.subgroup)
    line.who = finding.subgroup->empty() ? members : fmt::format("{}; {}", members, finding.text);
  line.compared_with = fmt::format("comparable people outside {}", members);
  return line;
}

void add_findings(const result::Part& part, std::vector<Weighed>& all) {
  for (std::size_t i = 0; i < part.findings.size(); ++i) {
    const result::Finding& finding = part.findings[i];
    all.push_back({.line = finding_line(part, i),
                   .people = std::abs(finding.observed_count - finding.expected_count)});
  }
}

bool is_error(RateName rate) {
  using enum RateName;
  return rate == fpr || rate == fnr || rate == ppv || rate == npv || rate == accuracy ||
         rate == calibration_gap;
}

void add_comparisons(const result::Part& part, std::vector<Weighed>& all) {
  const result::MetricsReport& report = *part.metrics;
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    const result::MetricsReport::Comparison& one = report.comparisons[i];
    // Two rates that are each other's complement are one test.
    if (!one.p_value || methods::tested_as(one.rate) != one.rate) continue;
    Weighed weighed{.line = {.part = part.command,
                             .list = CheckList::comparisons,
                             .place = static_cast<std::int64_t>(i),
                             .question = help_of(one.rate),
                             .who = one.text,
                             .compared_with = one.reference_text,
                             .p_value_adjusted = one.p_value_adjusted,
                             .verdict = one.verdict},
                    .kind = is_error(one.rate) ? Kind::errors : Kind::other};
    for (const result::MetricsReport::Group& group : report.groups) {
      if (group.group != one.group) continue;
      if (const auto& rate = group.rates.of(one.rate)) weighed.line.n = rate->n;
    }
    weighed.people = std::abs(one.difference.value_or(0)) * static_cast<double>(weighed.line.n);
    all.push_back(std::move(weighed));
  }
}

void add_levels(const result::Part& part, std::vector<Weighed>& all) {
  const result::SourcesReport& report = *part.sources;
  for (std::size_t i = 0; i < report.levels.size(); ++i) {
    const result::SourcesReport::Level& level = report.levels[i];
    if (!level.p_value || level.of_metrics) continue;
    Weighed weighed{
        .line = {.part = part.command,
                 .list = CheckList::levels,
                 .place = static_cast<std::int64_t>(i),
                 .question = help_of(level.metric),
                 .who = level.groups.first,
                 .compared_with = level.groups.second,
                 .p_value_adjusted = level.p_value_adjusted,
                 .verdict = level.p_value_adjusted.value_or(1) <= part.alpha
                                ? result::Verdict::evidence
                                : result::Verdict::not_enough},
        .kind = level.metric == CostMetric::mse || level.metric == CostMetric::generalised_zero_one
                    ? Kind::other
                    : Kind::errors};
    for (const result::SourcesReport::Cost& cost : report.costs) {
      if (cost.group == level.groups.first && cost.metric == level.metric) weighed.line.n = cost.n;
    }
    weighed.people = std::abs(level.difference) * static_cast<double>(weighed.line.n);
    all.push_back(std::move(weighed));
  }
}

bool comes_before(const Weighed& a, const Weighed& b) {
  const auto rank = [](const Weighed& one) {
    const bool evidence = one.line.verdict == result::Verdict::evidence;
    return std::tuple{evidence ? 0 : 1, static_cast<int>(one.kind),
                      evidence ? -one.people : one.line.p_value_adjusted.value_or(2)};
  };
  return rank(a) < rank(b);
}

}  // namespace

std::vector<Line> check_lines(const std::vector<result::Part>& parts) {
  std::vector<Weighed> all;
  for (const result::Part& part : parts) {
    add_findings(part, all);
    if (part.metrics) add_comparisons(part, all);
    if (part.sources) add_levels(part, all);
  }
  std::stable_sort(all.begin(), all.end(), comes_before);
  std::vector<Line> lines;
  lines.reserve(all.size());
  for (Weighed& one : all) lines.push_back(std::move(one.line));
  return lines;
}

}  // namespace faultline::run

#include "faultline/report/methods/counterfactual/unseen_section.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Report = result::CounterfactualReport;

// As many bars stand side by side and can be told apart.
constexpr std::size_t kDrawnGroups = 4;

// Beyond, nothing unseen is looked for.
constexpr double kStrongestUnseen = 10;

/// "1.75 times"; three digits say all.
std::string times(double gamma) { return fmt::format("{:.3g} times", gamma); }

/// " For comparison: ...": what a flag does to the odds of treatment.
std::string compared_with_flag(const result::Result& result, const Report::Decision& decision) {
  for (const result::ModelReport& model : result.models) {
    if (model.metric != decision.decision) continue;
    for (const auto& [name, coefficient] : model.coefficients) {
      if (name != decision.decision || !std::isfinite(coefficient)) continue;
      return fmt::format(
          " For comparison: being flagged itself {} these odds by {:.3g}, among people alike in "
          "the rest.",
          coefficient < 0 ? "divides" : "multiplies", std::exp(std::abs(coefficient)));
    }
  }
  return "";
}

/// Whose rates bounds are about.
std::string all_groups(const Report::Decision& decision, CounterfactualRate rate) {
  const bool some_fixed = std::ranges::any_of(decision.groups, [rate](const Report::Group& group) {
    const Report::GroupRate& of = rate_of(group, rate);
    return of.weighted && !of.rests_on_few() && !(*of.weighted > 0 && *of.weighted < 1);
  });
  return some_fixed ? "all groups but those with a rate of 0 or 100 %" : "all groups";
}

std::string unseen_words(const Report::Sensitivity& of, const std::string& all) {
  // The strongest that is looked at leaves the gap standing: one clause says it.
  if (!of.vanishes_at && *of.holds_to >= kStrongestUnseen) {
    return fmt::format(
        "no, not even something that makes people's odds of being treated {} as high, or as low, "
        "as those of people alike in every column",
        times(kStrongestUnseen));
  }
  const std::string alike =
      of.vanishes_at
          ? fmt::format("At {}, the estimates of {} could be equal", times(*of.vanishes_at), all)
          : fmt::format("Even at {}, the estimates of {} could not be equal",
                        times(kStrongestUnseen), all);
  if (*of.holds_to <= 1) {
    return fmt::format(
        "even a small influence on people's odds of being treated could, chance counted. {}",
        alike);
  }
  return fmt::format(
      "if it makes people's odds of being treated up to {} as high, or as low, as those of people "
      "alike in every column, the difference is still clear, chance counted; beyond that it might "
      "not be. {}",
      times(*of.holds_to), alike);
}

std::vector<const Report::Group*> drawn_groups(const Report::Decision& decision,
                                               CounterfactualRate rate) {
  std::vector<const Report::Group*> groups;
  for (const Report::Group& group : decision.groups) {
    const Report::GroupRate& of = rate_of(group, rate);
    if (of.estimate && !of.rests_on_few() && !of.sensitivity.empty()) groups.push_back(&group);
  }
  std::ranges::stable_sort(groups, [rate](const Report::Group* a, const Report::Group* b) {
    return *rate_of(*a, rate).estimate < *rate_of(*b, rate).estimate;
  });
  // The extremes decide when all could be alike.
  while (groups.size() > kDrawnGroups) {
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(groups.size() / 2));
  }
  return groups;
}

std::optional<Figure> unseen_figure(const Report::Decision& decision, CounterfactualRate rate) {
  const Report::Sensitivity& of = decision.of(rate).sensitivity;
  const std::vector<const Report::Group*> groups = drawn_groups(decision, rate);
  if (groups.size() < 2) return std::nullopt;
  // As far as the answer, and somewhat beyond.
  const double last = std::max(2.0, 1.5 * of.vanishes_at.value_or(INFINITY));
  Figure figure{.title = capitalised(long_name(rate)),
                .chart = {.label = fmt::format("Bounds of {} by group and strength of what is "
                                               "unseen",
                                               short_name(rate)),
                          .across = {.title = "strength of what is unseen: factor on the odds of "
                                              "treatment",
                                     .scale = Scale::logarithmic},
                          .up = {.title = "possible rate, %", .shown = 100, .zero = true},
                          .legend = true}};
  int number = 0;
  for (const Report::Group* group : groups) {
    const Report::GroupRate& values = rate_of(*group, rate);
    Series series{
        .name = group->text, .form = Series::Form::marks, .look = Look::numbered, .number = number};
    // Beside each other, not on top of each other.
    const double beside = std::pow(1.012, number++);
    series.points.push_back({beside, *values.estimate});
    for (const Report::Bounds& bounds : values.sensitivity) {
      if (bounds.gamma > last) break;
      series.points.push_back(
          {bounds.gamma * beside, *values.estimate, std::pair(bounds.low, bounds.high)});
    }
    figure.chart.series.push_back(std::move(series));
  }
  if (of.vanishes_at && *of.vanishes_at > 1) {
    figure.chart.positions.push_back(
        {.at = *of.vanishes_at,
         .words = fmt::format("all could be alike: {}", ratio(*of.vanishes_at))});
  }
  figure.caption = fmt::format(
      "Upright bars: what the rate can be if something unseen of that strength bears on "
      "treatment.{}",
      groups.size() < decision.groups.size() ? " Groups in the middle are left out." : "");
  return figure;
}

Table bounds_table(const Report::Decision& decision) {
  Table table{
      .caption = "What the largest gap between groups can be, in percentage points",
      .columns = columns_of({"Strength", "Smallest", "Largest"}),
      .note =
          "Strength: odds of treatment of people alike in all columns differ by up to "
          "this factor. Groups whose rates rest on few people, or are 0 or 100 %, are left out.",
      .noun = "strength"};
  for (const CounterfactualRate rate : kBothRates) {
    const std::vector<Report::Bounds>& largest = decision.of(rate).sensitivity.largest;
    if (largest.empty()) continue;
    table.groups.push_back({.title = short_name(rate)});
    for (const Report::Bounds& bounds : largest) {
      table.add({ratio(bounds.gamma), points(bounds.low), points(bounds.high)});
    }
  }
  return table;
}

}  // namespace

std::string unseen_sentence(const result::Result& result, const Report::Decision& decision) {
  std::string text;
  bool some = false;
  for (const CounterfactualRate rate : {CounterfactualRate::cfnr, CounterfactualRate::cfpr}) {
    const Report::Sensitivity& of = decision.of(rate).sensitivity;
    if (!of.holds_to && !(decision.of(rate).is_apart() && !of.why.empty())) continue;
    some = some || of.holds_to;
    text += fmt::format(" {}: {}.", plain_title(rate),
                        of.holds_to ? unseen_words(of, all_groups(decision, rate))
                                    : fmt::format("that cannot be said, because {}", of.why));
  }
  if (text.empty()) return "";
  return fmt::format(
      "Could something that nobody recorded, such as frailty that a physician sees, explain this?"
      "{}{}",
      text, some ? compared_with_flag(result, decision) : "");
}

Section unseen_section(const result::Result& result, const Report::Decision& decision) {
  Section section{.heading = "Could something that nobody recorded explain it?"};
  Table bounds = bounds_table(decision);
  if (bounds.empty()) return section;
  section.add(full(Paragraph{
      "All rates take it that, among people alike in the columns given, who was treated is as good "
      "as random. Suppose it is not: something unseen, frailty say, makes some people's odds of "
      "being treated higher, others' lower, by up to a factor, and goes with the outcome as badly "
      "as it can. Then each rate lies somewhere between two bounds."}));
  const std::string answer = unseen_sentence(result, decision);
  section.add(full(Paragraph{
      answer.empty()
          ? "No two groups are told apart to begin with, so there is no difference to explain."
          : answer}));
  Figures figures{.wide = true};
  for (const CounterfactualRate rate : kBothRates) {
    if (std::optional<Figure> figure = unseen_figure(decision, rate)) {
      figures.list.push_back(std::move(*figure));
    }
  }
  section.add(full(std::move(figures)));
  Section table{.heading = "In figures", .fold = Section::Fold::closed};
  table.add(full(std::move(bounds)));
  section.add(full(std::move(table)));
  return section;
}

}  // namespace faultline::report

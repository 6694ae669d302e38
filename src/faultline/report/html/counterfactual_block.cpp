#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/counterfactual_sentences.hpp"
#include "faultline/report/counterfactual_tables.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/html/cells.hpp"
#include "faultline/report/html/counterfactual_chart.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report::html {
namespace {

using Report = result::CounterfactualReport;

constexpr const char* kNone = "\u2013";

/// The anchor of a decision's section.
std::string anchor(std::size_t number) { return fmt::format("decision-{}", number); }

Markup short_section(const Report& report, const result::Result& result) {
  Markup parts = paragraph(done_sentence(report, result));
  for (std::size_t i = 0; i < report.decisions.size(); ++i) {
    const Report::Decision& decision = report.decisions[i];
    if (report.decisions.size() > 1) {
      parts += element(
          "h3", {element("a", {{"href", "#" + anchor(i + 1)}}, {"Decision " + decision.decision})});
    }
    parts += list_of(short_sentences(report, decision), "story");
  }
  const std::string meaning = u_value_sentence(report);
  return element(
      "section", {{"class", "card"}, {"id", "summary"}},
      {element("h2", {"In short"}), parts, meaning.empty() ? Markup{} : paragraph(meaning)});
}

RateAxis axis_of(const Report::Decision& decision) {
  std::vector<double> rates;
  for (const Report::Group& group : decision.groups) {
    for (const CounterfactualRate rate : kBothRates) {
      const Report::GroupRate& values = rate_of(group, rate);
      if (values.estimate) rates.push_back(*values.estimate);
      if (values.interval) rates.push_back(values.interval->second);
      if (observed_rate(group, rate)) rates.push_back(*observed_rate(group, rate));
    }
  }
  double high = 0;
  for (const double rate : rates) {
    if (std::isfinite(rate)) high = std::max(high, rate);
  }
  // Finer than rate_axis: groups are compared with each other, and rates near 50 % are usual.
  const double step = nice_step(std::max(high, 1e-3) / 4);
  return {.high = std::clamp(step * std::ceil(high / step - 1e-9), step, 1.0), .step = step};
}

Markup rate_cell(const Report::Group& group, CounterfactualRate rate, const RateAxis& axis) {
  const Report::GroupRate& values = rate_of(group, rate);
  const std::optional<double>& observed = observed_rate(group, rate);
  const std::string seen = observed ? percent(*observed) : kNotAvailable;
  const std::string estimate = values.estimate ? percent(*values.estimate) : kNotAvailable;
  Markup numbers = element("strong", {values.estimate ? unbroken(estimate) : "not estimable"});
  if (values.interval) {
    numbers += fmt::format(" ({} to {})", percent_number(values.interval->first),
                           percent_number(values.interval->second));
  }
  if (!values.estimate && !values.why.empty()) numbers += fmt::format(": {}", values.why);
  if (observed) numbers += unbroken(fmt::format("; seen {}", seen));
  return element("td", {{"class", "plot"}},
                 {group_rate_row(values.estimate, values.interval, observed, axis,
                                 fmt::format("{}, {} {}: observed {}", group.text, short_name(rate),
                                             estimate, seen)),
                  element("span", {{"class", "numbers"}}, {numbers})});
}

Markup legend(const Report& report) {
  const auto item = [](const char* css, const std::string& words) {
    return element("li", {element("span", {{"class", css}, {"aria-hidden", "true"}}, {}), words});
  };
  Markup items = item("key key-observed", "had nobody been treated");
  if (report.bootstrap > 0) {
    items += item("key-interval", fmt::format("{} interval", confidence_words(report)));
  }
  items += item("key key-expected", "seen: outcomes as they happened");
  return element("ul", {{"class", "legend"}}, {items});
}

Markup rates_chart(const Report& report, const Report::Decision& decision) {
  const RateAxis axis = axis_of(decision);
  Markup heads = element("th", {{"scope", "col"}}, {"Group"});
  for (const CounterfactualRate rate : kBothRates) {
    heads +=
        element("th", {{"scope", "col"}, {"class", "plot"}}, {short_name(rate), rate_scale(axis)});
  }
  Markup body;
  for (const Report::Group& group : decision.groups) {
    body += element("tr",
                    {element("th", {{"scope", "row"}},
                             {group.text, element("span", {{"class", "people"}},
                                                  {fmt::format("{}, {} untreated", people(group.n),
                                                               with_thousands(group.untreated))})}),
                     rate_cell(group, CounterfactualRate::cfpr, axis),
                     rate_cell(group, CounterfactualRate::cfnr, axis)});
  }
  const std::string caption =
      fmt::format("Error rates of each group. cFPR: {}; cFNR: {}.",
                  meaning(CounterfactualRate::cfpr), meaning(CounterfactualRate::cfnr));
  return element(
      "section",
      {element("h3", {"Error rates, group by group"}), legend(report),
       element("div", {{"class", "scroll"}},
               {element("table", {{"class", "group-rates"}},
                        {element("caption", {caption}), element("thead", {element("tr", {heads})}),
                         element("tbody", {body})})})});
}

Markup reference_figure(const Report::Decision& decision, CounterfactualRate rate) {
  const Report::AverageGap& average = decision.of(rate).avg;
  if (!average.estimate) return {};
  const Report::Interval& interval = shown_interval(average);
  std::string sentence = fmt::format("Average gap {} points", points(*average.estimate));
  if (interval) sentence += fmt::format(" ({})", points_interval(interval, kNone));
  if (average.u_value) sentence += fmt::format(", u-value {}", u_value_words(*average.u_value));
  sentence += ".";
  const Markup drawing =
      reference_chart(average.null, *average.estimate, interval,
                      fmt::format("Histogram of the average gap in {} over the permutations. {}",
                                  short_name(rate), sentence));
  if (drawing.empty()) return {};
  return element("figure", {element("h3", {capitalised(long_name(rate))}), drawing,
                            element("figcaption", {unbroken(sentence)})});
}

Markup gaps_section(const Report& report, const Report::Decision& decision) {
  Markup parts = element("h3", {"Gaps between groups"});
  for (const CounterfactualRate rate : kBothRates) {
    parts += table_of(summary_table(report, decision, rate));
  }
  Markup kinds;
  for (const CounterfactualRate rate : kBothRates) {
    kinds += table_of(intervals_table(report, decision, rate));
  }
  if (!kinds.empty()) {
    parts += element("p", {{"class", "note"}},
                     {unbroken("Intervals: adaptive, which the variance of gaps and its root do "
                               "not have. One that reaches 0 leaves room for no gap at all. "
                               "Variances are in squared points.")});
    parts += element("details", {element("summary", {"Every kind of interval"}), kinds});
  }
  Markup figures;
  for (const CounterfactualRate rate : kBothRates) {
    figures += reference_figure(decision, rate);
  }
  if (!figures.empty()) {
    parts += element("h3", {"Against attributes shuffled at random"});
    parts += paragraph(fmt::format(
        "The bars count {} in which the protected attributes were dealt out at random, so that "
        "groups differ by chance only. The line is the average gap in the data{}.",
        plural(report.permutations, "permutation"),
        report.bootstrap > 0 ? ", the segment below it its interval" : ""));
    parts += element("div", {{"class", "wide-figures"}}, {figures});
  }
  return element("section", {parts});
}

Markup positivity_section(const Report::Decision& decision) {
  return element(
      "section",
      {element("h3", {"Are there enough untreated people?"}), warning_box(texts(decision.notices)),
       paragraph(positivity_sentence(decision)), table_of(positivity_table(decision))});
}

Markup decision_section(const Report& report, std::size_t index) {
  const Report::Decision& decision = report.decisions[index];
  Markup numbers;
  for (const CounterfactualRate rate : kBothRates) {
    numbers += table_of(groups_table(report, decision, rate));
  }
  numbers += paragraph(groups_legend(report));
  return element(
      "section", {{"class", "card"}, {"id", anchor(index + 1)}},
      {element("h2", {"Decision " + decision.decision}), rates_chart(report, decision),
       element("details", {element("summary", {"All numbers, and the other estimators"}), numbers}),
       gaps_section(report, decision), positivity_section(decision)});
}

Markup excluded_section(const Report& report) {
  const std::vector<std::string> sentences = excluded_sentences(report);
  if (sentences.empty()) return {};
  return element("section", {{"class", "card"}, {"id", "excluded"}},
                 {element("h2", {"Groups that the summaries leave out"}),
                  paragraph("A group without a rate takes part in no gap. That says nothing about "
                            "how it fares."),
                  list_of(sentences, "story")});
}

Markup differences_section(const Report& report) {
  const Markup table = table_of(differences_table(report));
  if (table.empty()) return {};
  return element(
      "section", {{"class", "card"}, {"id", "differences"}},
      {element("h2", {"Decisions compared"}),
       paragraph("The same people under two decisions. Above 0: the gaps of the first are larger. "
                 "An interval on both sides of 0 leaves open which one has the larger gaps."),
       table});
}

Markup small_groups_section(const Report& report) {
  Markup parts;
  for (const Report::SmallGroups& small : report.small_groups) {
    parts += warning_box(texts(small.notices));
    parts += paragraph(small_groups_sentence(small));
    parts += table_of(small_groups_table(small));
  }
  if (parts.empty()) return {};
  return element("section", {{"class", "card"}, {"id", "small-groups"}},
                 {element("h2", {"Small groups"}), parts});
}

}  // namespace

Markup counterfactual_block(const result::Result& result) {
  const Report& report = *result.counterfactual;
  Markup parts = short_section(report, result);
  for (std::size_t i = 0; i < report.decisions.size(); ++i) parts += decision_section(report, i);
  parts += excluded_section(report);
  parts += differences_section(report);
  parts += small_groups_section(report);
  return parts;
}

}  // namespace faultline::report::html

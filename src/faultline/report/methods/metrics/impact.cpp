#include "faultline/report/methods/metrics/impact.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/metrics/words.hpp"

namespace faultline::report {
namespace {

using Report = result::MetricsReport;
using Category = Report::ImpactCategory;

// Share of all people that a category must have to be told in the first sentence.
constexpr double kToldShare = 0.02;

std::string label_of(const Category& one) {
  std::string label;
  for (const auto& [name, value] : one.group) label += (label.empty() ? "" : ", ") + value;
  return label;
}

bool is_scoring(const Report& report) { return report.impact->rate == result::ImpactRate::scoring; }

Table ratios_table(const Report& report) {
  const bool scoring = is_scoring(report);
  Table table{.caption = fmt::format("Impact ratios, with {} intervals; rates in %",
                                     confidence_words(report.confidence)),
              .columns = {{.head = "Category", .kind = Column::Kind::words},
                          {.head = "People"},
                          {.head = scoring ? "Above" : "Selected"},
                          {.head = "Rate", .notes = Detail::brief},
                          {.head = "Ratio", .notes = Detail::brief},
                          {.head = "Four fifths", .kind = Column::Kind::words, .brief = "4/5"}},
              .noun = "category"};
  bool small = false;
  for (const Report::ImpactSet& set : report.impact->sets) {
    table.groups.push_back({.title = join_words(set.attributes)});
    for (const Category& one : set.categories) {
      small = small || one.small;
      const char* mark = one.most_selected                       ? "highest"
                         : one.below_four_fifths.value_or(false) ? "below"
                         : one.ratio                             ? ""
                                                                 : kNone;
      Row& row = table.add(
          {label_of(one) + (one.small ? " \u2020" : ""), with_thousands(one.n),
           with_thousands(one.selected),
           Cell(percent_number(one.rate),
                one.interval ? fmt::format("{}-{}", percent_number(one.interval->first),
                                           percent_number(one.interval->second))
                             : ""),
           Cell(one.ratio ? ratio(*one.ratio) : kNone, ratio_range(one.ratio_interval)), mark});
      if (!one.ratio) row.weight = Row::Weight::faint;
    }
    if (set.unknown > 0) {
      table.add({"Category not known", with_thousands(set.unknown), kNone, kNone, kNone, kNone})
          .weight = Row::Weight::faint;
    }
  }
  if (small) {
    table.note = fmt::format("\u2020: fewer than 2 % of all people; {}.",
                             report.impact->small_categories == result::SmallCategories::exclude
                                 ? "left out of the ratios"
                                 : "`small_categories = exclude` leaves them out of the ratios");
  }
  return table;
}

}  // namespace

std::string impact_sentence(const Report& report) {
  if (!report.impact) return "";
  const Category* least = nullptr;
  const Category* most = nullptr;
  bool small = false;
  for (const Report::ImpactSet& set : report.impact->sets) {
    const auto best = std::ranges::find(set.categories, true, &Category::most_selected);
    if (best == set.categories.end()) continue;
    // A handful of people are the highest by chance.
    small = small || best->small;
    if (best->small) continue;
    for (const Category& one : set.categories) {
      if (!one.ratio || one.share < kToldShare || one.most_selected) continue;
      if (least == nullptr || *one.ratio < *least->ratio) {
        least = &one;
        most = &*best;
      }
    }
  }
  if (least == nullptr && small) {
    return "Impact ratios say little here: the categories with the highest rates have fewer than 2 "
           "% "
           "of all people. `small_categories = exclude` leaves such categories out.";
  }
  if (least == nullptr) {
    return "No impact ratio could be computed: nobody was selected, or there is one category "
           "alone.";
  }
  const char* were = is_scoring(report) ? "scored above the median" : "were selected";
  const char* did = is_scoring(report) ? "did" : "were";
  return fmt::format(
      "Of {} people where {}, {} {}; where {}, {} {}, the highest share: an impact ratio of {}, "
      "the lowest here.",
      with_thousands(least->n), least->text, percent(least->rate), were, most->text,
      percent(most->rate), did, ratio(*least->ratio));
}

Section impact_section(const Report& report) {
  Section section{.heading = "Impact ratios", .id = "impact"};
  if (!report.impact) return section;
  const Report::Impact& impact = *report.impact;
  section.add(brief(Paragraph{
      fmt::format(
          "The {} of each category divided by the highest of the same columns, as New York City's "
          "Local Law 144 asks for bias audits{}. Intervals of ratios hold for all categories of "
          "the "
          "same columns together.",
          is_scoring(report) ? "scoring rate (share of people with a score above the median)"
                             : "selection rate (share of people with a positive decision)",
          impact.median ? fmt::format("; the median of all {} scores is {}",
                                      with_thousands(impact.people), shortest(*impact.median))
                        : ""),
      Paragraph::Tone::note}));
  section.add(brief(ratios_table(report)));
  section.add(brief(Paragraph{
      "\"below\" marks ratios below 0.8, the four-fifths rule of thumb of United States employment "
      "law. It does not look at how many people a ratio rests on, which the interval does, and it "
      "is no legal verdict.",
      Paragraph::Tone::note}));
  return section;
}

}  // namespace faultline::report

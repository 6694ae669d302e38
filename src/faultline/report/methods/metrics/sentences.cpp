#include "faultline/report/methods/shared/sentences.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/metrics/sections.hpp"
#include "faultline/report/methods/shared/scan_guide.hpp"

namespace faultline::report {
namespace {

using Report = result::MetricsReport;
using result::RateName;

const Report::Group* group_named(const Report& report, const std::string& text) {
  const auto found = std::ranges::find_if(
      report.groups, [&](const Report::Group& group) { return group.text == text; });
  return found == report.groups.end() ? nullptr : &*found;
}

/// "where race = A", "of everybody else".
std::string where(const std::string& group) {
  return group.find(" = ") == std::string::npos ? "of " + group : "where " + group;
}

/// Errors in people's cases are told first, then what decisions are worth, then decisions, which
/// may differ for good reasons, and numbers that need explaining last; the clearest of the same
/// kind first.
int order_of_telling(const Report::Comparison& one) {
  using enum RateName;
  if (one.verdict != result::Verdict::evidence) return 9;
  switch (one.rate) {
    case fpr:
    case fnr:
    case tpr:
    case tnr:
    case mae:
      return 0;
    case mean_error:
      return 1;
    case selection_rate:
      return 3;
    case calibration_gap:
      return 4;
    default:
      return *rate_words(one.rate).among == '\0' ? 5 : 2;
  }
}

}  // namespace

std::string pair_sentence(const Report& report, const Report::Comparison& one) {
  const Report::Group* group = group_named(report, one.text);
  if (group == nullptr || !one.difference) return "";
  const auto& held = group->rates.of(one.rate);
  if (!held || !held->estimate) return "";
  // The higher rate is told first.
  const double mine = *held->estimate;
  const double theirs = mine - *one.difference;
  const bool turned = theirs > mine;
  const double high = turned ? theirs : mine;
  const double low = turned ? mine : theirs;
  const std::string at_high = where(turned ? one.reference_text : one.text);
  const std::string at_low = where(turned ? one.text : one.reference_text);
  const RateWords& words = rate_words(one.rate);
  if (one.rate == RateName::mae) {
    return fmt::format("Predictions miss by {} on average {}, and by {} {}.",
                       rate_in_words(one.rate, high), at_high, rate_in_words(one.rate, low),
                       at_low);
  }
  if (one.rate == RateName::mean_score) {
    return fmt::format("The average prediction is {} {}, and {} {}.", rate_in_words(one.rate, high),
                       at_high, rate_in_words(one.rate, low), at_low);
  }
  if (one.rate == RateName::mean_error || one.rate == RateName::calibration_gap) {
    const auto off = [&](double error) {
      return fmt::format("{} by {}", error < 0 ? "too low" : "too high",
                         rate_in_words(one.rate, std::abs(error)));
    };
    return fmt::format("Predictions are {} on average {}, and {} {}.", off(high), at_high, off(low),
                       at_low);
  }
  if (*words.among == '\0') {
    return fmt::format("{} is {} {}, and {} {}.", capitalised(words.name),
                       rate_in_words(one.rate, high), at_high, rate_in_words(one.rate, low),
                       at_low);
  }
  return shares_sentence(
      words.among, words.event,
      {rate_in_words(one.rate, high), those_of(turned ? one.reference_text : one.text)},
      {rate_in_words(one.rate, low), those_of(turned ? one.text : one.reference_text)});
}

std::vector<std::string> metrics_story(const Report& report, const std::string& outcome) {
  const std::vector<const Report::Comparison*> tested = ordered_comparisons(report);
  if (tested.empty()) {
    return {
        "No two groups could be compared by a test: there is one group alone, or too few people "
        "for the rates that were asked. The tables show what can be said."};
  }
  const auto evidence = std::ranges::count_if(tested, [](const Report::Comparison* one) {
    return one->verdict == result::Verdict::evidence;
  });
  const std::string count = with_thousands(static_cast<std::int64_t>(tested.size()));
  if (evidence == 0) {
    return {fmt::format("{} between groups that {} tested {} clear enough to tell from chance.",
                        tested.size() == 1 ? "The one difference"
                                           : fmt::format("None of the {} differences", count),
                        tested.size() == 1 ? "was" : "were", tested.size() == 1 ? "is not" : "is"),
            "That does not show that the groups are treated alike: a real difference can go "
            "unnoticed, above all in small groups."};
  }
  const Report::Comparison& told = **std::ranges::min_element(
      tested, {}, [](const Report::Comparison* one) { return order_of_telling(*one); });
  std::vector<std::string> story;
  if (std::string pair = pair_sentence(report, told); !pair.empty()) {
    constexpr std::string_view kOutcome = "the outcome";
    if (const auto at = pair.find(kOutcome); at != std::string::npos && !outcome.empty())
      pair.insert(at + kOutcome.size(), fmt::format(" ({})", outcome));
    story.push_back(fmt::format(
        "{} If there were no differences, one this clear among {} would come up {}.", pair,
        plural(report.tests, "comparison"), how_often(told.p_value_adjusted.value_or(1))));
  }
  story.push_back(
      fmt::format("Of {} from the reference that {} tested, {} {} clearer than chance "
                  "would make {}.",
                  plural(static_cast<std::int64_t>(tested.size()), "difference"),
                  tested.size() == 1 ? "was" : "were", with_thousands(evidence),
                  evidence == 1 ? "is" : "are", evidence == 1 ? "it" : "them"));
  if (static_cast<std::size_t>(evidence) < tested.size()) {
    const bool one = static_cast<std::size_t>(evidence) + 1 == tested.size();
    story.push_back(fmt::format(
        "The other{} could be chance, which does not show that the groups are treated alike there.",
        one ? "" : "s"));
  }
  return story;
}

std::string reference_sentence(const Report& report) {
  if (report.reference == "largest")
    return "Each group is compared with the largest group of the same attributes.";
  if (report.reference == "rest") return "Each group is compared with everybody else.";
  if (report.reference == "best") {
    return "Each group is compared with the best group of the same attributes, rate by rate: the "
           "lowest of errors and losses, the highest of all else. As the data chose it, all pairs "
           "of groups count as tests, and intervals of differences hold for all pairs together.";
  }
  return fmt::format(
      "Each group is compared with {}; where that names no value, with the largest group of the "
      "same attributes.",
      report.reference);
}

/// Entries that only some results need.
void add_special_entries(const Report& report, std::vector<GuideEntry>& entries) {
  const auto has = [&](RateName rate) { return std::ranges::count(rates_in(report), rate) > 0; };
  if (has(RateName::mae)) {
    entries.push_back(
        {.term = "Errors of numbers",
         .meaning = "The mean error is prediction minus outcome: above 0, predictions are too high "
                    "on average. The mean absolute error is by how much they miss, either way; the "
                    "root mean squared error weighs large misses more. Few large errors decide the "
                    "latter, so it is not tested."});
  }
  if (std::ranges::any_of(report.comparisons, [](const Report::Comparison& one) {
        return one.test == result::RateTest::survey;
      })) {
    entries.push_back(
        {.term = "Weights and clusters",
         .meaning =
             "Rates are those of weighted people. Intervals and tests go by how clusters, or "
             "weighted people, vary: ten rows of one person tell less than ten people. "
             "Intervals are Wilson's for as many independent people as would tell as much."});
  }
}

Section metrics_guide(const Report& report) {
  std::vector<GuideEntry> entries{
      rates_entry(rates_in(report)),
      flagged_entry(),
      interval_entry(
          fmt::format("{} intervals", confidence_words(report.confidence)),
          ". Of shares they are Wilson's, which are right at 0 % and 100 % and for small groups as "
          "well; of AUC DeLong's; of means Student's t, from 20 people on. Few people make a wide "
          "interval."),
      {.term = "Difference and ratio",
       .meaning = "The group's rate minus that of the reference, and divided by it. Intervals are "
                  "Newcombe's for differences and Koopman's for ratios of shares."},
      adjusted_p_entry(
          "a difference at least as clear if there were none, by Fisher's exact test for shares",
          "all tests of the run",
          "Base rates are not tested, because no model makes them; nor are F1, balanced accuracy "
          "and slopes."),
      {.term = "Gap",
       .meaning = "The highest group's rate minus the lowest group's. Of several groups, some are "
                  "farthest apart by chance alone; the interval allows for that and holds the "
                  "largest true difference."},
      {.term = "Calibration gap and slope",
       .meaning =
           "The gap is the mean prediction minus the share of people with the outcome: above 0, "
           "predictions are too high. The slope is 1 where predictions are spread as they should "
           "be, below 1 where high ones are too high and low ones too low."},
      {.term = "Not estimable",
       .meaning = "The group has nobody who counts for this rate. That says nothing about how it "
                  "fares."},
      cause_entry()};
  add_special_entries(report, entries);
  return guide_section(std::move(entries));
}

}  // namespace faultline::report

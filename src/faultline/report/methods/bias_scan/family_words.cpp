#include "faultline/report/methods/bias_scan/family_words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/front.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

const char* outcome_noun(result::Family family) {
  return family == result::Family::poisson   ? "Counts"
         : family == result::Family::ordinal ? "Classes"
                                             : "Outcomes";
}

Wording mean_wording(const result::Finding& finding) {
  const bool higher = finding.direction == result::Direction::higher;
  const char* compared = higher ? "higher" : "lower";
  const char* wrong = higher ? "too low" : "too high";
  const char* noun = outcome_noun(finding.family.value_or(result::Family::gaussian));
  const std::string small = inside_sentence(noun);
  if (finding.expected_overall.value_or(false)) {
    return {.title = fmt::format("{} on average {} than overall", noun, compared),
            .short_consequence = "",
            .consequence = fmt::format("the {} of these people are on average {} than overall",
                                       small, compared),
            .reference = "the overall mean is",
            .suspicion = fmt::format("the {} of any subgroup are on average {} than overall", small,
                                     compared),
            .reassurance = fmt::format("the {} of all subgroups are alike", small),
            .null_data =
                "with every person's difference from the overall mean turned around at "
                "random",
            .absence = fmt::format("In no subgroup are the {} on average {} than overall by more "
                                   "than the penalty for naming the subgroup.",
                                   small, compared),
            .everyone = "No smaller subgroup stands out more than everybody together."};
  }
  return {.title = fmt::format("{} on average {} than predicted", noun, compared),
          .short_consequence = fmt::format("predictions {}", wrong),
          .consequence = fmt::format("the predictions are {} for these people", wrong),
          .reference = "the predictions expect",
          .suspicion = fmt::format("the predictions are {} for any subgroup", wrong),
          .reassurance = "the predictions are right for every subgroup",
          .null_data = "with every person's difference from the prediction turned around at random",
          .absence = fmt::format("In no subgroup are the {} on average {} than predicted by more "
                                 "than the penalty for naming the subgroup.",
                                 small, compared),
          .everyone = fmt::format("The predictions are {} overall, and no smaller subgroup stands "
                                  "out more than everybody together.",
                                  wrong)};
}

Wording class_wording(const result::Finding& finding) {
  const bool higher = finding.direction == result::Direction::higher;
  const char* frequent = higher ? "more frequent" : "less frequent";
  const std::string name = fmt::format("\u201c{}\u201d", finding.outcome_class.value_or(""));
  if (finding.expected_overall.value_or(false)) {
    return {.title = fmt::format("Outcome {} {} than overall", name, frequent),
            .short_consequence = "",
            .consequence =
                fmt::format("the outcome {} is {} among these people than overall", name, frequent),
            .happened = fmt::format("had the outcome {}", name),
            .reference = "the overall share is",
            .suspicion =
                fmt::format("in any subgroup the outcome {} is {} than overall", name, frequent),
            .reassurance = "the shares of outcomes are the same in every subgroup",
            .null_data = "with outcomes exchanged at random between people",
            .absence = fmt::format("In no subgroup is the outcome {} {} than overall by more than "
                                   "the penalty for naming the subgroup.",
                                   name, frequent),
            .everyone = "No smaller subgroup stands out more than everybody together."};
  }
  const char* wrong = higher ? "too low" : "too high";
  return {.title = fmt::format("Outcome {} {} than predicted", name, frequent),
          .short_consequence = fmt::format("predictions {}", wrong),
          .consequence = fmt::format("the predictions of {} are {} for these people", name, wrong),
          .happened = fmt::format("had the outcome {}", name),
          .reference = "the predictions expect",
          .suspicion = fmt::format("the predictions of {} are {} for any subgroup", name, wrong),
          .reassurance = "the predictions are right for every subgroup",
          .null_data = "simulated as if the predictions were right for everybody",
          .absence = fmt::format("In no subgroup is the outcome {} {} than predicted by more than "
                                 "the penalty for naming the subgroup.",
                                 name, frequent),
          .everyone = fmt::format("The predictions of {} are {} overall, and no smaller subgroup "
                                  "stands out more than everybody together.",
                                  name, wrong)};
}

}  // namespace

bool of_family(const result::Finding& finding) {
  return finding.method == result::Method::bias_scan && finding.family.has_value();
}

bool compares_means(const result::Finding& finding) {
  return of_family(finding) && finding.family != result::Family::nominal;
}

std::string amount(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? kNotAvailable : "infinity";
  // Past that a number is no longer read digit by digit.
  constexpr double kReadable = 1e15;
  const double size = std::abs(value);
  if (size < 999.95 || size >= kReadable) return fmt::format("{:.4g}", value);
  const auto whole = static_cast<std::int64_t>(std::llround(size));
  return (value < 0 ? "-" : "") + with_thousands(whole);
}

Wording family_wording(const result::Finding& finding) {
  return compares_means(finding) ? mean_wording(finding) : class_wording(finding);
}

std::string family_theta(const result::Finding& finding) {
  const char* than = finding.expected_overall.value_or(false) ? "overall" : "predicted";
  if (compares_means(finding)) {
    if (finding.theta_limit == result::Limit::zero) return "every count here is 0";
    if (!finding.theta) return "";
    if (finding.family == result::Family::poisson) {
      return fmt::format("the mean is {} times the {} one", ratio(*finding.theta), than);
    }
    return fmt::format("the mean is {} {} than {}", amount(std::abs(*finding.theta)),
                       *finding.theta < 0 ? "lower" : "higher", than);
  }
  const std::string name = finding.outcome_class.value_or("");
  if (finding.theta_limit == result::Limit::infinity)
    return fmt::format("everyone here had \u201c{}\u201d", name);
  if (finding.theta_limit == result::Limit::zero)
    return fmt::format("no one here had \u201c{}\u201d", name);
  if (!finding.theta) return "";
  return fmt::format(
      "the odds of \u201c{}\u201d are {} times what {}", name, ratio(*finding.theta),
      finding.expected_overall.value_or(false) ? "they are overall" : "the predictions say");
}

std::string mean_sentence(const result::Finding& finding, const result::Result& result) {
  const std::string outcome = option_words(result, "outcome").value_or("the outcome");
  const std::int64_t all = people_looked_at(finding, result);
  const std::string who =
      finding.subgroup && finding.subgroup->empty()
          ? fmt::format("Among all {}", people(finding.n))
          : fmt::format(
                "Among the {} of the subgroup \u201c{}\u201d{}", people(finding.n), finding.text,
                all > 0 ? fmt::format(" ({} of all)", percent(static_cast<double>(finding.n) /
                                                              static_cast<double>(all)))
                        : std::string{});
  const double difference = finding.observed - finding.expected;
  return fmt::format("{}, {} is on average {} where {} {}: {} {}.", who, outcome,
                     amount(finding.observed), wording(finding).reference, amount(finding.expected),
                     amount(std::abs(difference)), difference < 0 ? "lower" : "higher");
}

}  // namespace faultline::report

#include "faultline/report/methods/shared/wording.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/bias_scan/family_words.hpp"
#include "faultline/report/methods/compare/words.hpp"
#include "faultline/report/methods/conditional/class_notices.hpp"
#include "faultline/report/methods/conditional/criterion.hpp"
#include "faultline/report/methods/conditional/words.hpp"
#include "faultline/report/methods/ijdi/words.hpp"
#include "faultline/report/methods/shared/front.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

Wording bias_scan(bool higher) {
  const char* frequent = higher ? "more frequent" : "less frequent";
  const char* wrong = higher ? "too low" : "too high";
  return {
      .title = fmt::format("Outcome {} than predicted", frequent),
      .short_consequence = fmt::format("predictions {}", wrong),
      .consequence = fmt::format("the predictions are {} for these people", wrong),
      .subject = "rate of the outcome",
      .happened = "had the outcome",
      .reference = "the predictions expect",
      .suspicion = fmt::format("the predictions are {} for any subgroup", wrong),
      .reassurance = "the predictions are right for every subgroup",
      .null_data = "simulated as if the predictions were right for everybody",
      .absence = fmt::format("No subgroup stands out by more than the penalty for naming it with "
                             "an outcome that is {} than predicted.",
                             frequent),
      .everyone = "No smaller subgroup stands out more than everybody together."};
}

Wording conditional(const result::Finding& finding) {
  const bool higher = finding.direction == result::Direction::higher;
  const result::Criterion metric = finding.metric;
  const char* compared = higher ? "higher" : "lower";
  const std::string_view name = criterion(metric).name;
  return {.title = fmt::format("{} {}", higher ? "Higher" : "Lower", name),
          .short_consequence = "",
          .consequence = fmt::format(
              "the {} of these people is {} than that of comparable people outside the class", name,
              compared),
          .subject = std::string(name),
          .happened = std::string(criterion(metric).happened),
          .reference = "comparable people outside the class suggest",
          .suspicion = fmt::format("in any subgroup of the class the {} is {} than among "
                                   "comparable people outside it",
                                   name, compared),
          .reassurance = fmt::format("the {} is the same inside and outside the class", name),
          .null_data = "in which the class membership of comparable people was redrawn at random",
          .absence = fmt::format("No subgroup of the class stands out by more than the penalty for "
                                 "naming it with a {} that is {} than among {}.",
                                 name, compared, comparable_people(finding)),
          .everybody = "the whole class",
          .everyone = "No smaller subgroup stands out more than the class as a whole."};
}

/// The same where the class is who came after.
Wording period(const result::Finding& finding) {
  const char* compared = finding.direction == result::Direction::higher ? "higher" : "lower";
  const std::string_view name = criterion(finding.metric).name;
  Wording words = conditional(finding);
  words.consequence = fmt::format(
      "the {} of these people is {} than that of comparable people "
      "before",
      name, compared);
  words.reference = "comparable people before suggest";
  words.suspicion = fmt::format("in any subgroup the {} is {} than among comparable people before",
                                name, compared);
  words.reassurance = fmt::format("the {} is the same before and after", name);
  words.null_data = "in which the period of comparable people was redrawn at random";
  words.absence = fmt::format(
      "No subgroup stands out by more than the penalty for naming it with "
      "a {} that is {} than among {}.",
      name, compared, comparable_people(finding));
  words.everybody = "everybody";
  words.everyone = "No smaller subgroup stands out more than everybody together.";
  return words;
}

Wording ijdi(const result::Finding& finding) {
  const std::string name = error_name(ijdi_of(finding).error);
  const std::string label = lambda_label(finding);
  const char* higher = finding.direction == result::Direction::higher ? "higher" : "lower";
  return {
      .title = fmt::format("{} {} than base rates justify, {}", capitalised(higher), name, label),
      .short_consequence = "",
      .consequence = fmt::format("the {} of these people is {} than their base rate justifies "
                                 "with lambda = {}",
                                 name, higher, shortest(ijdi_of(finding).lambda)),
      .subject = name,
      .happened = "were flagged",
      .reference = "the base rates suggest",
      .suspicion =
          fmt::format("the {} of any subgroup is {} than its base rate justifies", name, higher),
      .reassurance = fmt::format("base rates justify the {} of every subgroup", name),
      .null_data = "with decisions redrawn as the base rates would justify them",
      .absence = fmt::format("In no subgroup is the {} {} than base rates justify with lambda = "
                             "{} by more than the penalty for naming the subgroup.",
                             name, higher, shortest(ijdi_of(finding).lambda)),
      .everyone = "No smaller subgroup stands out more than everybody together."};
}

}  // namespace

Wording wording(const result::Finding& finding) {
  const bool higher = finding.direction == result::Direction::higher;
  switch (finding.method) {
    case result::Method::bias_scan:
      return of_family(finding) ? family_wording(finding) : bias_scan(higher);
    case result::Method::conditional_bias_scan:
      return compares_periods(finding) ? period(finding) : conditional(finding);
    case result::Method::ijdi_scan:
      return ijdi(finding);
    case result::Method::paired_loss_scan:
      return loss_wording(finding);
  }
  throw InternalError("a method without words");
}

std::string null_data(const result::Finding& finding, const result::Result& result) {
  if (finding.method == result::Method::conditional_bias_scan) {
    if (const std::string drawn = membership_drawn(finding, result); !drawn.empty()) {
      return fmt::format("in which {} was {}",
                         compares_periods(finding) ? "people's period" : "class membership", drawn);
    }
    if (option_words(result, "permute") == "everyone")
      return "in which class membership was shuffled at random over everybody";
  }
  if (finding.ijdi && finding.ijdi->lambda > 0 && refits_probability(result)) {
    return "with outcomes and decisions drawn as the base rates would justify them, and the "
           "probabilities fitted again";
  }
  if (found_after_others(finding))
    return "simulated as if the corrected predictions were right for everybody";
  return wording(finding).null_data;
}

Title title(result::Command command) {
  switch (command) {
    case result::Command::scan:
    case result::Command::demo:  // a scan of invented people
      return {"Bias Scan", "Where are the predictions too high or too low?"};
    case result::Command::audit:
      return {"Conditional Bias Scan", "Is a protected class treated unlike comparable people?"};
    case result::Command::ijdi:
      return {"IJDI-Scan", "Which error rates do base rates not justify?"};
    case result::Command::mitigate:
      return {"Mitigation of unjustified error rates",
              "What do new thresholds change, and for whom?"};
    case result::Command::counterfactual:
      return {"Counterfactual error rates",
              "Would the model err alike in every group, had nobody been treated?"};
    case result::Command::sources:
      return {"Sources of discrimination",
              "Why does the model err unequally, and what would help?"};
    case result::Command::elicit:
      return {"Preference elicitation", "What does a disparity cost?"};
    case result::Command::metrics:
      return {"Rates by group", "How does the model treat each group?"};
    case result::Command::check:
      return {"Check", "Whom does the model fail?"};
    case result::Command::compare:
      return {"Before and after", "Where did it get worse?"};
    case result::Command::simulate:
    case result::Command::reproduce:
      break;
  }
  return {fmt::format("faultline {}", name_of(command)), "Which subgroups does the model fail?"};
}

std::string theta_meaning(const result::Finding& finding, bool wanted) {
  if (!finding.subgroup) return "";
  if (!departs(finding)) return "no difference in this direction";
  if (of_family(finding)) return family_theta(finding);
  if (compares_losses(finding)) return loss_theta(finding);
  const bool bias_scan = finding.method == result::Method::bias_scan;
  if (finding.theta_name != result::ThetaName::q) {
    if (!finding.theta || finding.method != result::Method::conditional_bias_scan) return "";
    return fmt::format("the log-odds of the prediction are {} {} than expected",
                       ratio(std::abs(*finding.theta)), *finding.theta < 0 ? "lower" : "higher");
  }
  if (!bias_scan && finding.theta_limit) {
    return *finding.theta_limit == result::Limit::zero ? "the rate here is 0 %"
                                                       : "the rate here is 100 %";
  }
  const std::string_view event =
      bias_scan ? "the outcome" : criterion(finding.metric, wanted).event;
  if (finding.theta_limit == result::Limit::infinity)
    return fmt::format("everyone here had {}", event);
  if (finding.theta_limit == result::Limit::zero) return fmt::format("no one here had {}", event);
  if (!finding.theta) return "";
  return fmt::format("the odds of {} are {} times what {}", event, ratio(*finding.theta),
                     bias_scan ? "the predictions say" : "is expected");
}

}  // namespace faultline::report

#include "faultline/report/methods/counterfactual/sentences.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/methods/counterfactual/words.hpp"
#include "faultline/report/methods/shared/front.hpp"

namespace faultline::report {
namespace {

using Report = result::CounterfactualReport;

std::string estimator_words(const Report& report) {
  switch (report.estimator) {
    case result::RateEstimator::weighting:
      return "by weighting untreated people by the inverse of their propensity to go untreated";
    case result::RateEstimator::regression:
      return "by regression of the outcome on untreated people";
    case result::RateEstimator::doubly_robust:
      return "by a doubly robust estimator, which joins weighting and regression";
  }
  throw InternalError("an estimator without words");
}

std::string propensity_words(const Report& report) {
  std::vector<std::string> drawn;
  if (report.permutations > 0) drawn.emplace_back("permutation");
  if (report.bootstrap > 0) drawn.emplace_back("resample");
  std::string again;
  if (!drawn.empty()) {
    again =
        fmt::format(", {} in every {}", report.refitted ? "fitted again" : "fitted once and kept",
                    join_words(drawn));
  }
  switch (report.propensity) {
    case result::PropensityKind::logistic:
      return fmt::format("logistic regression{}", again);
    case result::PropensityKind::ensemble:
      return fmt::format("a super learner of three models, cross-fitted{}", again);
    case result::PropensityKind::column:
      return "a column of the data";
  }
  throw InternalError("a propensity without words");
}

std::string decisions_words(const Report& report) {
  std::vector<std::string> names;
  names.reserve(report.decisions.size());
  for (const Report::Decision& decision : report.decisions) {
    names.push_back(quoted(decision.decision));
  }
  return fmt::format("the decision{} {}", names.size() == 1 ? "" : "s", join_words(names));
}

std::string groups_words(const Report& report) {
  if (report.decisions.empty() || report.decisions[0].groups.empty()) return "";
  const std::vector<Report::Group>& groups = report.decisions[0].groups;
  std::vector<std::string> attributes;
  for (const auto& [attribute, label] : groups[0].group) attributes.push_back(attribute);
  return fmt::format(", in {} formed by {}",
                     plural(static_cast<std::int64_t>(groups.size()), "group"),
                     join_words(attributes));
}

}  // namespace

std::string done_sentence(const Report& report, const result::Result& result) {
  const std::optional<std::string> treatment = option_words(result, "treatment");
  std::string text = fmt::format(
      "Error rates of {} had nobody been treated{}{}. Estimated {}", decisions_words(report),
      treatment ? fmt::format(" (treatment {})", quoted(*treatment)) : "", groups_words(report),
      estimator_words(report));
  text += report.estimator == result::RateEstimator::regression
              ? std::string(".")
              : fmt::format("; propensity by {}.", propensity_words(report));
  text += report.permutations > 0
              ? fmt::format(" u-values from {}.", plural(report.permutations, "permutation"))
              : " No permutations were made, so there are no u-values.";
  text += report.bootstrap > 0 ? fmt::format(
                                     " {} intervals from {} of everybody; the alternative "
                                     "intervals use resamples of {}{}.",
                                     confidence_words(report), plural(report.bootstrap, "resample"),
                                     people(report.resample_size),
                                     report.resample == result::ResampleScheme::stratified
                                         ? ", stratified without replacement"
                                         : "")
                               : " No resamples were drawn, so there are no intervals.";
  return text;
}

std::vector<std::string> excluded_sentences(const Report& report) {
  if (!report.notices.empty() || report.decisions.empty()) return texts(report.notices);
  std::vector<std::string> sentences;
  for (const Report::Group& group : report.decisions[0].groups) {
    if (group.is_estimable()) continue;
    sentences.push_back(fmt::format("{}: {}, {} untreated; {}.", quoted(group.text),
                                    people(group.n), with_thousands(group.untreated),
                                    group.status));
  }
  return sentences;
}

std::string positivity_sentence(const Report::Decision& decision) {
  double smallest = 0;
  double largest = 0;
  bool any = false;
  for (const Report::Group& group : decision.groups) {
    if (!group.weights) continue;
    smallest = any ? std::min(smallest, group.weights->first) : group.weights->first;
    largest = any ? std::max(largest, group.weights->second) : group.weights->second;
    any = true;
  }
  std::string text;
  if (any) {
    text = fmt::format(
        "An untreated person stands for {} to {} people, themselves included (the weight).",
        ratio(smallest), ratio(largest));
  }
  text += fmt::format(
      "{}{} moved inside the allowed range (clipped)", any ? " " : "",
      decision.clipped == 0
          ? "No propensity was"
          : fmt::format("The propensit{} of {} {}", decision.clipped == 1 ? "y" : "ies",
                        people(decision.clipped), decision.clipped == 1 ? "was" : "were"));
  text += decision.trimmed == 0
              ? ", and nobody was left out because of theirs (trimmed)."
              : fmt::format("; {} untreated {} left out because of theirs (trimmed).",
                            with_thousands(decision.trimmed),
                            decision.trimmed == 1 ? "person was" : "people were");
  return text;
}

std::string small_groups_sentence(const Report::SmallGroups& small) {
  std::string text = fmt::format(
      "Rates of small groups of the decision {}, through a model of who belongs to which group.",
      quoted(small.decision));
  if (!small.external.empty()) {
    text += fmt::format(
        " It borrows from {} in {}, by {}; the model from there has the share {} in the mixture. "
        "Its Brier score on our people is {} for ours alone, {} for theirs alone and {} together "
        "(smaller is better).",
        people(small.external_n), small.external, join_words(small.covariates), ratio(small.alpha),
        ratio(small.brier_internal), ratio(small.brier_external), ratio(small.brier_combined));
  }
  return text +
         " It assumes that, among people with the same covariates, belonging to a group says "
         "nothing about the outcome without treatment; the data cannot show that. There are no "
         "intervals: resamples would show how far the models vary, and nothing of what this "
         "assumption adds, which in a group of a dozen is more.";
}

}  // namespace faultline::report

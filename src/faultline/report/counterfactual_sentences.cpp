#include "faultline/report/counterfactual_sentences.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/counterfactual_words.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Report = result::CounterfactualReport;

std::string option(const result::Result& result, std::string_view name) {
  for (const auto& [key, value] : result.config) {
    const auto* text = std::get_if<std::string>(&value);
    if (key == name && text != nullptr) return *text;
  }
  return "";
}

std::string quoted(const std::string& text) { return fmt::format("\u201c{}\u201d", text); }

std::string estimator_words(const Report& report) {
  switch (report.estimator) {
    case result::RateEstimator::weighting:
      return "by weighting untreated people by 1 / (1 - propensity to be treated)";
    case result::RateEstimator::regression:
      return "by regression of the outcome on untreated people";
    case result::RateEstimator::doubly_robust:
      return "by a doubly robust estimator, which joins weighting and regression";
  }
  throw InternalError("an estimator without words");
}

std::string propensity_words(const Report& report) {
  const char* again = report.refitted ? ", fitted again in every permutation and resample"
                                      : ", fitted once and kept in permutations and resamples";
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

/// "a smaller one", or what else counts.
std::string smaller_words(const Report& report, const char* smaller) {
  switch (report.ties) {
    case result::UTies::strict:
      return smaller;
    case result::UTies::half:
      return fmt::format("{} (equal counts half)", smaller);
    case result::UTies::inclusive:
      return fmt::format("{} or equal", smaller);
  }
  throw InternalError("ties without words");
}

std::string margin_words(const Report& report) {
  return report.margin > 0 ? fmt::format(", by more than {} points", points(report.margin)) : "";
}

/// The two groups of a gap and their rates, the higher first.
struct Gap {
  std::string high_group{};
  std::string low_group{};
  double high = 0;
  double low = 0;
};

std::optional<double> rate_in(const Report::Decision& decision, CounterfactualRate rate,
                              const std::string& text) {
  for (const Report::Group& group : decision.groups) {
    if (group.text == text) return rate_of(group, rate).estimate;
  }
  return std::nullopt;
}

std::optional<Gap> largest_gap(const Report::Decision& decision, CounterfactualRate rate) {
  const auto& pair = decision.of(rate).max.pair;
  if (!pair) return std::nullopt;
  const std::optional<double> first = rate_in(decision, rate, pair->first);
  const std::optional<double> second = rate_in(decision, rate, pair->second);
  if (!first || !second) return std::nullopt;
  if (*first >= *second) return Gap{pair->first, pair->second, *first, *second};
  return Gap{pair->second, pair->first, *second, *first};
}

std::string sureness(const Report& report, const Report::Summary& max) {
  std::string text;
  if (const Report::Interval& interval = shown_interval(max)) {
    text +=
        fmt::format(" The {} interval of the largest gap is {} points{}.", confidence_words(report),
                    points_interval(interval, ""),
                    interval->first <= 0 ? ", so no gap at all is among the plausible values" : "");
  }
  if (max.u_value && std::isfinite(*max.u_value)) {
    const auto smaller = static_cast<std::int64_t>(
        std::llround(*max.u_value * static_cast<double>(report.permutations)));
    text += fmt::format(
        " {} of {} random reassignments of the protected attributes gave a {} one{} (u-value "
        "{}).",
        with_thousands(smaller), with_thousands(report.permutations),
        smaller_words(report, "smaller"), margin_words(report), u_value_words(*max.u_value));
  }
  return text;
}

double gap_size(const Report::Decision& decision, CounterfactualRate rate) {
  const std::optional<double>& largest = decision.of(rate).max.estimate;
  return largest && std::isfinite(*largest) ? *largest : -1;
}

std::string gap_sentence(const Report& report, const Report::Decision& decision,
                         CounterfactualRate rate) {
  const std::string who =
      fmt::format("{} ({}, {})", capitalised(long_name(rate)), short_name(rate), meaning(rate));
  const Report::Summary& max = decision.of(rate).max;
  if (!max.estimate) {
    return fmt::format("{}: fewer than two groups can be estimated, so there is no gap to report.",
                       who);
  }
  if (*max.estimate == 0) {
    return fmt::format("{}: all groups that can be estimated have the same rate.", who);
  }
  std::string text =
      fmt::format("{}: the largest gap is {} percentage points", who, points(*max.estimate));
  if (const std::optional<Gap> gap = largest_gap(decision, rate)) {
    text += fmt::format(", {} in {} against {} in {}", percent(gap->high), quoted(gap->high_group),
                        percent(gap->low), quoted(gap->low_group));
  }
  return text + "." + sureness(report, max);
}

std::string story_sentence(const Report::Decision& decision, CounterfactualRate rate) {
  const Report::Summary& average = decision.of(rate).avg;
  const Report::Summary& observed = decision.of(rate).obs;
  if (!average.estimate || !observed.estimate) return "";
  std::string text = fmt::format(
      "{}: taking outcomes as they happened, treated or not, the average gap between two groups is "
      "{} points; had nobody been treated it is {}.",
      capitalised(rate == CounterfactualRate::cfpr ? "false positives" : "false negatives"),
      points(*observed.estimate), points(*average.estimate));
  const Report::Contrast& contrast = decision.of(rate).avg_minus_obs;
  if (!contrast.interval) return text;
  const auto [low, high] = *contrast.interval;
  if (low <= 0 && high >= 0) return text + " That is no clear difference.";
  return text + fmt::format(
                    " The first is too {} by {} to {} points for the same groups had nobody been "
                    "treated.",
                    low > 0 ? "small" : "large", points(std::min(std::abs(low), std::abs(high))),
                    points(std::max(std::abs(low), std::abs(high))));
}

}  // namespace

std::string done_sentence(const Report& report, const result::Result& result) {
  const std::string treatment = option(result, "treatment");
  std::string text = fmt::format(
      "Error rates of {} had nobody been treated{}{}. Estimated {}", decisions_words(report),
      treatment.empty() ? "" : fmt::format(" (treatment {})", quoted(treatment)),
      groups_words(report), estimator_words(report));
  text += report.estimator == result::RateEstimator::regression
              ? std::string(".")
              : fmt::format("; propensity by {}.", propensity_words(report));
  text += report.permutations > 0
              ? fmt::format(" u-values from {}.", plural(report.permutations, "permutation"))
              : " No permutations were made, so there are no u-values.";
  text +=
      report.bootstrap > 0
          ? fmt::format(" {} intervals from {} of everybody; the other kinds from as many of {}{}.",
                        confidence_words(report), plural(report.bootstrap, "resample"),
                        people(report.resample_size),
                        report.resample == result::ResampleScheme::stratified
                            ? ", stratified without replacement"
                            : "")
          : " No resamples were drawn, so there are no intervals.";
  return text;
}

std::vector<std::string> short_sentences(const Report& report, const Report::Decision& decision) {
  const bool negatives_first =
      gap_size(decision, CounterfactualRate::cfnr) >= gap_size(decision, CounterfactualRate::cfpr);
  std::vector<CounterfactualRate> order = {CounterfactualRate::cfpr, CounterfactualRate::cfnr};
  if (negatives_first) std::swap(order[0], order[1]);
  std::vector<std::string> sentences;
  for (const CounterfactualRate rate : order) {
    sentences.push_back(gap_sentence(report, decision, rate));
  }
  for (const CounterfactualRate rate : order) {
    if (std::string story = story_sentence(decision, rate); !story.empty()) {
      sentences.push_back(std::move(story));
    }
  }
  return sentences;
}

std::string u_value_sentence(const Report& report) {
  if (report.permutations <= 0) return "";
  return fmt::format(
      "A u-value is the share of {} random reassignments of the protected attributes in which the "
      "gap was {} than in the data{}. A high u-value is no proof of harm, and a low one no "
      "proof of fairness.",
      with_thousands(report.permutations), smaller_words(report, "smaller"), margin_words(report));
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
        "An untreated person stands for {} to {} people, himself or herself included (the weight).",
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
         "nothing about the outcome without treatment; the data cannot show that.";
}

const std::vector<std::pair<std::string, std::string>>& assumptions() {
  static const std::vector<std::pair<std::string, std::string>> kAll = {
      {"The outcome of untreated people is what it seems (consistency)",
       "What happened to an untreated person is what would have happened to that person without "
       "treatment, and one person's treatment does not change another's outcome. It fails where "
       "\u201cuntreated\u201d people got something else instead, or where treatment is recorded "
       "badly."},
      {"Everybody could have gone untreated (positivity)",
       "In every group, people of every kind have a real chance not to be treated. Where nearly "
       "all of a kind are treated, a few untreated people stand for many; the weights and "
       "effective sizes show how many."},
      {"Nothing unseen drives both treatment and outcome (ignorability)",
       "Among people alike in the protected attributes, the covariates and the decision, who was "
       "treated is as good as random. If clinicians treated those who looked worse in ways that no "
       "column records, the rates are wrong, and no number on this page shows it. Whether it "
       "holds is a question for those who know how treatment was decided."}};
  return kAll;
}

}  // namespace faultline::report

#include "faultline/report/methods/counterfactual/gap_sentences.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/methods/counterfactual/plain_gaps.hpp"
#include "faultline/report/methods/counterfactual/words.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Report = result::CounterfactualReport;

/// Which permutations count towards a u-value: "gave a smaller one", and "the gap was smaller than
/// in the data".
struct Counted {
  const char* one = "";
  const char* gap = "";
};

Counted counted(const Report& report) {
  switch (report.ties) {
    case result::UTies::strict:
      return {"a smaller one", "smaller than in the data"};
    case result::UTies::half:
      return {"a smaller one, equal ones counting half",
              "smaller than in the data, equal ones counting half"};
    case result::UTies::inclusive:
      return {"a smaller or equal one", "smaller than in the data or equal"};
  }
  throw InternalError("ties without words");
}

std::string margin_words(const Report& report) {
  return report.margin > 0 ? fmt::format(", by more than {} points", points(report.margin)) : "";
}

std::string sureness(const Report& report, const Report::Summary& max) {
  std::string text;
  if (const Report::Interval& interval = shown_interval(max)) {
    text += fmt::format(
        " The {} interval of the largest gap, whichever groups it is between, is {} points{}.",
        confidence_words(report), points_interval(*interval),
        interval->first <= 0 ? ", so no gap at all is among the plausible values" : "");
  }
  if (max.u_value && std::isfinite(*max.u_value)) {
    const auto smaller = static_cast<std::int64_t>(
        std::llround(*max.u_value * static_cast<double>(report.permutations)));
    text += fmt::format(
        " {} of {} random reassignments of the protected attributes gave {}{} (u-value {}).",
        with_thousands(smaller), with_thousands(report.permutations), counted(report).one,
        margin_words(report), u_value_words(*max.u_value));
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
    return fmt::format(
        "{}: fewer than two groups have a rate of enough people, so there is no gap to report.",
        who);
  }
  if (*max.estimate == 0) {
    return fmt::format("{}: all groups with enough people have the same rate.", who);
  }
  const std::optional<Headline> pair = headline(decision, rate);
  if (!pair) {
    return fmt::format("{}: the largest gap is {} percentage points.{}", who, points(*max.estimate),
                       sureness(report, max));
  }
  const double high = *rate_of(*pair->high, rate).estimate;
  const double low = *rate_of(*pair->low, rate).estimate;
  // The pair of the first sentences, which need not be the one farthest apart.
  const bool farthest = points(high - low) == points(*max.estimate);
  return fmt::format(
      "{}: the largest gap{} is {} percentage points, {} in {} against {} in {}{}.{}", who,
      farthest ? "" : " of two groups that are told apart", points(high - low), percent(high),
      quoted(pair->high->text), percent(low), quoted(pair->low->text),
      farthest
          ? ""
          : fmt::format("; the largest of all, {}, is of two that are not", points(*max.estimate)),
      sureness(report, max));
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

std::vector<std::string> short_sentences(const Report& report, const Report::Decision& decision) {
  const bool negatives_first =
      gap_size(decision, CounterfactualRate::cfnr) >= gap_size(decision, CounterfactualRate::cfpr);
  std::vector<CounterfactualRate> order = {CounterfactualRate::cfpr, CounterfactualRate::cfnr};
  if (negatives_first) std::swap(order[0], order[1]);
  std::vector<std::string> sentences;
  sentences.reserve(order.size());
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
      "gap was {}{}. A high u-value is no proof of harm, and a low one no "
      "proof of fairness.",
      with_thousands(report.permutations), counted(report).gap, margin_words(report));
}

}  // namespace faultline::report

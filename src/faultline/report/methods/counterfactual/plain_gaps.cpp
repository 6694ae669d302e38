#include "faultline/report/methods/counterfactual/plain_gaps.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Report = result::CounterfactualReport;
using Standing = Badge::Standing;

const char* plain_people(CounterfactualRate rate) {
  return rate == CounterfactualRate::cfpr
             ? "people who would not have had the outcome without treatment"
             : "people who would have had the outcome without treatment";
}
const char* plain_event(CounterfactualRate rate) {
  return rate == CounterfactualRate::cfpr ? "were flagged" : "were not flagged";
}

std::string untreated_words(std::int64_t count) {
  return count == 1 ? "1 untreated person" : with_thousands(count) + " untreated people";
}

/// "3.1 points lower and 24.0 higher".
std::string either_way(const std::pair<double, double>& interval) {
  return fmt::format("{} points lower and {} higher", points(-interval.first),
                     points(interval.second));
}

std::string sureness(const Report& report, const Report::Summaries& of, const Headline& pair) {
  const std::string confidence = confidence_words(report);
  const Report::Interval& largest = of.max.intervals.adaptive;
  if (!pair.interval && largest) {
    return fmt::format(
        " {}With {} confidence the largest difference between any two groups is between {} and {} "
        "percentage points.",
        of.is_apart() ? "" : "That can be chance. ", confidence, points(largest->first),
        points(largest->second));
  }
  if (!pair.interval) {
    return report.bootstrap > 0 ? " How sure that is could not be computed."
                                : " No resamples were drawn, so how sure that is is not known.";
  }
  const auto [low, high] = *pair.interval;
  if (pair.apart) {
    return fmt::format(
        " With {} confidence the difference is between {} and {} percentage points, all pairs of "
        "groups considered.",
        confidence, points(low), points(high));
  }
  const Report::Interval& average = of.avg.intervals.adaptive;
  if (of.is_apart() && average) {
    return fmt::format(
        " Of these two, the first may in truth be between {}. But taken together the groups do "
        "differ: by {} percentage points or more on average, with {} confidence.",
        either_way(*pair.interval), points(average->first), confidence);
  }
  return fmt::format(
      " That can be chance: in truth the first may be anything between {}. It does not show that "
      "the groups are treated alike.",
      either_way(*pair.interval));
}

std::int64_t groups_with_few(const Report::Decision& decision, CounterfactualRate rate) {
  return std::count_if(decision.groups.begin(), decision.groups.end(),
                       [rate](const Report::Group& group) {
                         const Report::GroupRate& of = rate_of(group, rate);
                         return of.estimate && of.rests_on_few();
                       });
}

std::string plain_words(const Report& report, const Report::Decision& decision,
                        CounterfactualRate rate) {
  const std::int64_t few = groups_with_few(decision, rate);
  const std::optional<Headline> pair = headline(decision, rate);
  if (!pair) {
    return few > 0 ? fmt::format(
                         "Fewer than two groups have {} or more untreated people to judge "
                         "it by, so nothing is concluded.",
                         Report::GroupRate::kFew)
                   : "It can be estimated for fewer than two groups, so there is nothing to "
                     "compare.";
  }
  const Report::GroupRate& high = rate_of(*pair->high, rate);
  const Report::GroupRate& low = rate_of(*pair->low, rate);
  std::string text =
      *high.estimate == *low.estimate
          ? fmt::format("Of {}, as many {} in every group.", plain_people(rate), plain_event(rate))
          : fmt::format("Of {}, {} {} in {} and {} in {}.", plain_people(rate),
                        percent(*high.estimate), plain_event(rate), quoted(pair->high->text),
                        percent(*low.estimate), quoted(pair->low->text));
  text += fmt::format(" The first figure rests on {}, the second on {}.", untreated_words(high.n),
                      with_thousands(low.n));
  text += sureness(report, decision.of(rate), *pair);
  if (few > 0) {
    text += fmt::format(" {} with fewer than {} such people {} not looked at here.",
                        plural(few, "group"), Report::GroupRate::kFew, few == 1 ? "is" : "are");
  }
  return text;
}

Badge badge_of(const Report::Decision& decision, CounterfactualRate rate) {
  const Report::Summaries& of = decision.of(rate);
  if (!headline(decision, rate) && !of.is_apart()) {
    return {.standing = Standing::untested, .words = "Not enough people"};
  }
  if (!of.avg.intervals.adaptive) {
    return {.standing = Standing::untested, .words = verdict_label(Verdict::not_tested)};
  }
  const Verdict verdict = of.is_apart() ? Verdict::significant : Verdict::not_significant;
  return {.standing = of.is_apart() ? Standing::evidence : Standing::open,
          .words = verdict_label(verdict)};
}

std::vector<CounterfactualRate> clearest_first(const Report::Decision& decision) {
  const auto size = [&](CounterfactualRate rate) {
    const std::optional<Headline> pair = headline(decision, rate);
    const double gap =
        pair ? *rate_of(*pair->high, rate).estimate - *rate_of(*pair->low, rate).estimate : -1;
    return std::pair(decision.of(rate).is_apart(), gap);
  };
  std::vector<CounterfactualRate> order = {CounterfactualRate::cfnr, CounterfactualRate::cfpr};
  if (size(order[1]) > size(order[0])) std::swap(order[0], order[1]);
  return order;
}

}  // namespace

std::optional<Headline> headline(const Report::Decision& decision, CounterfactualRate rate) {
  std::vector<const Report::Group*> firm;
  for (const Report::Group& group : decision.groups) {
    const Report::GroupRate& of = rate_of(group, rate);
    if (of.estimate && std::isfinite(*of.estimate) && !of.rests_on_few()) firm.push_back(&group);
  }
  std::optional<Headline> best;
  double best_gap = 0;
  for (const Report::Group* one : firm) {
    for (const Report::Group* other : firm) {
      const double gap = *rate_of(*one, rate).estimate - *rate_of(*other, rate).estimate;
      // Of two that are equal, the one that stands first.
      if (one == other || gap < 0 || (gap == 0 && one > other)) continue;
      Headline pair{.high = one, .low = other};
      for (const Report::Pair& listed : decision.of(rate).pairs) {
        const bool same = listed.groups == std::pair(one->text, other->text);
        const bool turned = listed.groups == std::pair(other->text, one->text);
        if (!listed.interval || (!same && !turned)) continue;
        const auto [low, high] = *listed.interval;
        pair.interval = same ? std::pair(low, high) : std::pair(-high, -low);
        pair.apart = listed.is_apart();
      }
      if (best && std::pair(best->apart, best_gap) >= std::pair(pair.apart, gap)) continue;
      best = pair;
      best_gap = gap;
    }
  }
  return best;
}

Verdicts plain_verdicts(const Report& report, const Report::Decision& decision,
                        const std::string& link) {
  Verdicts verdicts;
  for (const CounterfactualRate rate : clearest_first(decision)) {
    verdicts.list.push_back({.badge = badge_of(decision, rate),
                             .title = plain_title(rate),
                             .link = link,
                             .words = plain_words(report, decision, rate)});
  }
  return verdicts;
}

std::string lead_sentence(const Report& report) {
  std::vector<std::string> apart;
  bool tested = false;
  for (const Report::Decision& decision : report.decisions) {
    if (decision.cfpr.is_apart() || decision.cfnr.is_apart()) apart.push_back(decision.decision);
    tested = tested || decision.cfpr.avg.intervals.adaptive || decision.cfnr.avg.intervals.adaptive;
  }
  for (std::string& name : apart) name = quoted(name);
  if (!apart.empty()) {
    return fmt::format(
        "Had nobody been treated, {} would have been wrong more often in some groups than in "
        "others.",
        join_words(apart, apart.size()));
  }
  return tested
             ? "There is not enough evidence that, had nobody been treated, people would have "
               "been judged wrongly more often in some groups than in others."
             : "How often people would have been judged wrongly, group by group, had nobody been "
               "treated; whether groups differ was not tested.";
}

std::vector<std::string> treatment_sentences(const Report::Decision& decision) {
  std::vector<std::string> sentences;
  for (const CounterfactualRate rate : clearest_first(decision)) {
    const Report::Interval& interval = decision.of(rate).avg_minus_obs.interval;
    if (!interval || (interval->first <= 0 && interval->second >= 0)) continue;
    const bool hidden = interval->first > 0;
    const double least = std::min(std::abs(interval->first), std::abs(interval->second));
    const double most = std::max(std::abs(interval->first), std::abs(interval->second));
    sentences.push_back(fmt::format(
        "{}: whoever counts outcomes as they happened, treated or not, sees gaps between groups "
        "that are too {}, by {} to {} percentage points on average.",
        plain_title(rate), hidden ? "small" : "large", points(least), points(most)));
  }
  return sentences;
}

std::vector<std::string> change_sentences(const Report& report) {
  std::vector<std::string> sentences;
  for (const Report::Difference& one : report.differences) {
    if (one.summary != result::SummaryKind::avg || !one.estimate) continue;
    const std::string first = quoted(one.decisions.first);
    const std::string second = quoted(one.decisions.second);
    if (!one.interval) continue;
    const auto [low, high] = *one.interval;
    const std::string guess = fmt::format("(best guess: {}, which chance pulls towards 0)",
                                          points(std::abs(*one.estimate)));
    const bool larger = low > 0;
    sentences.push_back(
        low > 0 || high < 0
            ? fmt::format("{}: the average gap between groups is between {} and {} percentage "
                          "points {} under {} than under {} {}.",
                          plain_title(one.rate), points(larger ? low : -high),
                          points(larger ? high : -low), larger ? "larger" : "smaller", first,
                          second, guess)
            : fmt::format(
                  "{}: which of {} and {} has the larger gaps between groups is open; on "
                  "average those of the first may be between {}.",
                  plain_title(one.rate), first, second,
                  fmt::format("{} points smaller and {} larger", points(-low), points(high))));
  }
  return sentences;
}

}  // namespace faultline::report

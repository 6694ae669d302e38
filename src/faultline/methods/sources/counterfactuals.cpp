#include "faultline/methods/sources/counterfactuals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "faultline/math/normal.hpp"
#include "faultline/methods/sources/paired.hpp"
#include "faultline/resample/quantiles.hpp"

namespace faultline::methods {
namespace {

// A difference that a draw puts near 0 today would make any change look infinite.
constexpr double kLeastToday = 0.25;
constexpr auto kNotRun = "the part was not run";

/// Means and errors of a paired difference on both sides of a contrast.
struct BothSides {
  PairedMean worse{};
  PairedMean better{};
  [[nodiscard]] double difference() const { return worse.mean - better.mean; }
  [[nodiscard]] double se() const { return std::hypot(worse.se, better.se); }
};

double in_standard_errors(double value, double se) {
  if (se > 0) return value / se;
  return value > 0 ? std::numeric_limits<double>::infinity() : 0;
}

/// 1 - |gap after| / gap, where a gap that was to fall by `removed` may also turn round.
double share_removed(double gap, double removed) { return 1 - std::abs(gap - removed) / gap; }

/// Draws of a normal distribution at equal steps of probability: no chance enters.
std::vector<double> measured(double gap, double removed, double se) {
  std::vector<double> draws;
  constexpr auto kCount = static_cast<double>(ScalingLaw::kDraws);
  for (std::size_t d = 0; d < ScalingLaw::kDraws; ++d) {
    const double p = (static_cast<double>(d) + 0.5) / kCount;
    draws.push_back(share_removed(gap, removed + se * math::normal_quantile(p)));
  }
  return draws;
}

class Questioner {
 public:
  Questioner(const GapQuestion& question, Outlooks& outlooks)
      : question_(question),
        outlooks_(outlooks),
        what_if_(outlooks.what_if()),
        worse_(question.worse_side()),
        worse_members_(outlooks.members(question.contrast, worse_)),
        better_members_(outlooks.members(question.contrast, 1 - worse_)) {}

  Counterfactuals all(bool candidates, bool forecasts) {
    loss_of_model_ = what_if_.losses(question_.metric, what_if_.scores(0));
    const BothSides today = both(loss_of_model_);
    result_.gap = today.difference();
    if (!(result_.gap > 0)) {
      say_all("the difference of today is not seen in the folds of this part");
      return std::move(result_);
    }
    if (candidates) {
      by_models();
      if (forecasts) {
        by_best_models();
      } else {
        result_.kept.how = result_.kept_in_limit.how = kNotRun;
      }
    } else {
      result_.model.how = result_.tell.how = kNotRun;
      result_.kept.how = result_.kept_in_limit.how = kNotRun;
    }
    if (forecasts) {
      by_more_data();
      by_more_of_group(today);
    } else {
      result_.more_data.how = result_.more_of_group.how = kNotRun;
    }
    return std::move(result_);
  }

 private:
  void say_all(const std::string& why) {
    for (ShareDraws* share : {&result_.model, &result_.tell, &result_.more_data,
                              &result_.more_of_group, &result_.kept, &result_.kept_in_limit})
      share->how = why;
  }

  [[nodiscard]] BothSides both(const std::vector<double>& values) const {
    return {.worse = mean_where(values, worse_members_),
            .better = mean_where(values, better_members_)};
  }

  /// The candidate with the best proper score for the worse-off side; told the group or not.
  [[nodiscard]] std::optional<std::size_t> best(bool with_group) const {
    std::optional<std::size_t> found;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < what_if_.candidates().size(); ++c) {
      const Candidates::Entry& entry = what_if_.candidates()[c];
      if ((entry.use != GroupUse::none) != with_group) continue;
      // Groups are equal where nobody is told apart, which is no model to advise.
      if (entry.kind == Candidates::Entry::Kind::constant) continue;
      const PairedMean mean = mean_where(what_if_.proper(what_if_.scores(c)), worse_members_);
      if (mean.n == 0 || !(mean.mean < least)) continue;
      least = mean.mean;
      found = c;
    }
    return found;
  }

  /// What a candidate removes, and how far the worse-off side's own cost falls.
  double by_candidate(std::size_t c, ShareDraws& share) {
    const auto fall =
        difference(loss_of_model_, what_if_.losses(question_.metric, what_if_.scores(c)));
    const BothSides removed = both(fall);
    share.draws = measured(result_.gap, removed.difference(), removed.se());
    share.how = c == 0 ? "none of those tried does better" : what_if_.candidates()[c].name;
    return in_standard_errors(removed.worse.mean, removed.worse.se);
  }

  void by_models() {
    const auto without = best(false);
    const auto with = best(true);
    if (without) result_.model_falls = by_candidate(*without, result_.model);
    if (!with) {
      result_.tell.how = "no model that knows the group was tried";
      return;
    }
    result_.tell_falls = by_candidate(*with, result_.tell);
    if (!without) return;
    const auto& scores = what_if_.scores(*without);
    const auto& told = what_if_.scores(*with);
    const BothSides beyond = both(difference(what_if_.losses(question_.metric, scores),
                                             what_if_.losses(question_.metric, told)));
    result_.tell_over_model = beyond.difference() / result_.gap;
    result_.tell_over_model_z = in_standard_errors(beyond.difference(), beyond.se());
    const PairedMean proper =
        mean_where(difference(what_if_.proper(scores), what_if_.proper(told)), worse_members_);
    result_.tell_proper_z = in_standard_errors(proper.mean, proper.se);
  }

  const SideOutlook& outlook(bool worse, Growth growth) {
    return outlooks_.of(question_.contrast, worse ? worse_ : 1 - worse_, question_.metric, growth,
                        worse_);
  }

  void by_best_models() {
    const SideOutlook& worse = outlook(true, Growth::best_model);
    const SideOutlook& better = outlook(false, Growth::best_model);
    for (ShareDraws* share : {&result_.kept, &result_.kept_in_limit}) {
      share->how = worse.why.empty() ? better.why : worse.why;
    }
    if (!worse.why.empty() || !better.why.empty()) return;
    for (std::size_t d = 0; d < worse.ten.size(); ++d) {
      const auto kept = [&](double gap) { return std::clamp(gap / result_.gap, 0.0, 1.0); };
      result_.kept.draws.push_back(kept(worse.ten[d] - better.ten[d]));
      result_.kept_in_limit.draws.push_back(kept(worse.limit[d] - better.limit[d]));
    }
  }

  void by_more_data() {
    const SideOutlook& worse = outlook(true, Growth::everybody);
    const SideOutlook& better = outlook(false, Growth::everybody);
    ShareDraws& share = result_.more_data;
    share.how = worse.why.empty() ? better.why : worse.why;
    if (!share.how.empty()) return;
    if (worse.back_test_miss != 0 || better.back_test_miss != 0) {
      share.how = "the learning curve missed its own back-test";
      return;
    }
    for (std::size_t d = 0; d < worse.ten.size(); ++d) {
      const double today = std::max(worse.today[d] - better.today[d], kLeastToday * result_.gap);
      const double later = worse.ten[d] - better.ten[d];
      share.draws.push_back(
          bounded(1 - std::abs(later) / today, (worse.today[d] - worse.ten[d]) / today));
    }
  }

  void by_more_of_group(const BothSides& today) {
    ShareDraws& share = result_.more_of_group;
    if (question_.worse() == kOthers) {
      share.how = "all others are not one group";
      return;
    }
    if (!outlooks_.may_grow(question_.contrast, worse_)) {
      share.how = "it was tried for the groups with the largest differences alone";
      return;
    }
    const SideOutlook& worse = outlook(true, Growth::worse_side);
    const SideOutlook& better = outlook(false, Growth::worse_side);
    share.how = worse.why.empty() ? better.why : worse.why;
    if (!share.how.empty()) return;
    for (std::size_t d = 0; d < worse.ten.size(); ++d) {
      const double later = worse.ten[d] - better.ten[d];
      const double gain = (today.worse.mean - worse.ten[d]) / result_.gap;
      share.draws.push_back(bounded(1 - std::abs(later) / result_.gap, gain));
    }
    share.how = question_.worse();
    const std::array ends{0.05, 0.5, 0.95};
    const auto others = resample::quantiles(better.ten, ends);
    result_.other_side = std::pair{today.better.mean, others[1]};
    result_.other_side_interval = std::pair{others[0], others[2]};
  }

  /// A share, but not more than twice what the worse-off side gains.
  static double bounded(double share, double gain) {
    return share > 0 ? std::min(share, std::max(0.0, 2 * gain)) : share;
  }

  const GapQuestion& question_;
  Outlooks& outlooks_;
  WhatIf& what_if_;
  int worse_;
  std::vector<bool> worse_members_, better_members_;
  std::vector<double> loss_of_model_{};
  Counterfactuals result_{};
};

}  // namespace

double ShareDraws::median() const { return resample::median(draws); }

std::pair<double, double> ShareDraws::interval() const {
  const std::array ends{0.05, 0.95};
  const auto found = resample::quantiles(draws, ends);
  return {found[0], found[1]};
}

double ShareDraws::chance_of(double x) const {
  if (draws.empty()) return 0;
  const auto count = std::ranges::count_if(draws, [x](double share) { return share >= x; });
  return static_cast<double>(count) / static_cast<double>(draws.size());
}

Counterfactuals counterfactuals_of(const GapQuestion& question, Outlooks& outlooks, bool candidates,
                                   bool forecasts) {
  return Questioner(question, outlooks).all(candidates, forecasts);
}

}  // namespace faultline::methods

#pragma once
// `faultline counterfactual`: error rates had nobody been treated, across intersections.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/result/finding.hpp"

namespace faultline::result {

struct CounterfactualReport {
  using Interval = result::Interval;

  /// What a rate or gap can be if treatment depends on something unseen, up to a strength.
  struct Bounds {
    double gamma = 1;  // odds of treatment of people alike on paper differ by up to this factor
    double low = 0;
    double high = 0;
  };
  struct GroupRate {
    std::optional<double> estimate{};    // by the estimator that inference rests on
    std::optional<double> regression{};  // may exceed 1
    std::optional<double> doubly_robust{};
    std::optional<double> se{};
    Interval interval{};
    std::optional<double> weighted{};
    std::int64_t n = 0;         // untreated people with (cfnr) or without (cfpr) the outcome
    double effective_size = 0;  // of their weights
    std::string why{};          // not estimable: why
    std::vector<Bounds> sensitivity{};
    /// A rate of fewer untreated people than these, or of as few by weight, heads no report.
    static constexpr std::int64_t kFew = 10;
    [[nodiscard]] bool rests_on_few() const { return n < kFew || effective_size < kFew; }
  };
  /// A share within one group; see Group.
  struct Share {
    std::optional<double> estimate{};
    Interval interval{};
    std::string why{};  // there is none: why
  };
  struct Group {
    std::vector<std::pair<std::string, std::string>> group{};  // attribute, label
    std::string text{};                                        // "A1 = 0, A2 = 1"
    std::int64_t n = 0;
    std::int64_t untreated = 0;
    std::string status = "ok";  // or "not estimable: why"
    GroupRate cfpr{};
    GroupRate cfnr{};
    std::optional<double> observed_fpr{};  // outcomes as they happened, treated or not
    std::optional<double> observed_fnr{};
    // Why groups' rates differ (Definition 3), by weighting. The third assumes that treatment never
    // causes the outcome.
    Share need{};         // P(Y0 = 1)
    Share opportunity{};  // P(D = 1 | Y0 = 1)
    Share strength{};     // P(Y1 = 0 | D = 1, Y0 = 1)
    // Positivity, among the untreated.
    Interval weights{};  // smallest and largest
    double effective_sample_size = 0;
    double extreme_share = 0;  // with a propensity above .95
    [[nodiscard]] bool is_estimable() const { return status == "ok"; }
  };
  struct Intervals {
    Interval t{};
    Interval t_rescaled{};
    Interval normal{};
    Interval percentile{};
    Interval adaptive{};
  };
  struct Summary {
    std::optional<double> estimate{};
    std::optional<double> u_value{};
    Interval u_value_interval{};       // 95 %, Monte Carlo error only
    std::optional<double> se{};        // from resamples of everybody, as the adaptive interval
    std::optional<double> paper_se{};  // from m out of n
    Intervals intervals{};
    std::vector<std::pair<double, double>> null_quantiles{};  // (probability, value), permuted
  };
  /// Has every permutation, because the page draws them.
  struct AverageGap : Summary {
    std::vector<double> null{};
  };
  struct LargestGap : Summary {
    std::optional<std::pair<std::string, std::string>> pair{};  // the groups behind it
  };
  /// Average gap had nobody been treated minus that of the rates as observed, same groups.
  struct Contrast {
    std::optional<double> estimate{};
    std::optional<double> se{};
    Interval interval{};  // adaptive
  };
  /// Two groups' rates.
  struct Pair {
    std::pair<std::string, std::string> groups{};
    double difference = 0;  // rate of the first minus that of the second
    double se = 0;
    Interval interval{};  // of all pairs of this rate together
    bool few = false;     // one of the rates rests on few untreated people
    [[nodiscard]] bool is_apart() const {
      return interval && (interval->first > 0 || interval->second < 0);
    }
  };
  /// How strongly something unseen would have to bear on treatment to explain the gaps, among the
  /// groups whose rates rest on enough people and are not 0 or 1. Nothing where such a rate is told
  /// apart from others.
  struct Sensitivity {
    std::optional<double> vanishes_at{};  // smallest gamma at which all rates could be equal
    std::optional<double> holds_to{};     // largest at which some pair is still told apart
    std::vector<Bounds> largest{};        // of the largest gap
    std::string why{};                    // there is none: why
  };
  struct Summaries {
    AverageGap avg{};
    LargestGap max{};
    Summary var{};
    Summary sd{};
    Summary marg{};
    Summary obs{};
    Contrast avg_minus_obs{};
    std::vector<Pair> pairs{};
    Sensitivity sensitivity{};
    /// The verdict: the interval of the average gap leaves out 0, or that of a pair of rates which
    /// rest on enough people.
    [[nodiscard]] bool is_apart() const;
    [[nodiscard]] const Summary& of(SummaryKind kind) const;
    [[nodiscard]] Summary& of(SummaryKind kind);
  };
  struct Estimates {
    std::vector<Group> groups{};
    Summaries cfpr{};
    Summaries cfnr{};
    std::int64_t clipped = 0;  // people whose propensity was moved inside
    std::int64_t trimmed = 0;  // untreated people left out because of theirs
    Notices notices{};
    [[nodiscard]] const Summaries& of(CounterfactualRate rate) const {
      return rate == CounterfactualRate::cfpr ? cfpr : cfnr;
    }
  };
  struct Decision : Estimates {
    std::string decision{};  // name of the column
  };
  struct Difference {
    CounterfactualRate rate = CounterfactualRate::cfpr;
    SummaryKind summary = SummaryKind::avg;
    std::pair<std::string, std::string> decisions{};
    std::optional<double> estimate{};  // the first decision's summary minus the second's
    std::optional<double> se{};
    Interval interval{};  // adaptive
  };
  /// Rates of small groups through who belongs to them, with or without external data.
  struct SmallGroups {
    struct Group {
      std::string text{};
      std::int64_t n = 0;
      std::optional<double> cfpr{};  // from our own rows
      std::optional<double> cfnr{};
      std::optional<double> cfpr_borrowed{};  // with the external rows
      std::optional<double> cfnr_borrowed{};
    };
    std::string decision{};
    std::string external{};                 // file
    std::int64_t external_n = 0;            // people in it
    std::vector<std::string> covariates{};  // in both
    double alpha = 0;                       // share of the external model
    double brier_internal = 0;
    double brier_external = 0;
    double brier_combined = 0;
    std::vector<Group> groups{};
    Notices notices{};
  };

  RateEstimator estimator = RateEstimator::weighting;
  PropensityKind propensity = PropensityKind::logistic;
  bool refitted = true;  // models are fitted again in every permutation and resample
  ResampleScheme resample = ResampleScheme::replacement;
  std::int64_t resample_size = 0;  // m
  std::int64_t permutations = 0;   // finished
  std::int64_t bootstrap = 0;      // finished
  double confidence = 0.95;
  double margin = 0;           // delta of the u-values
  UTies ties = UTies::strict;  // how equal permutations enter them
  Notices notices{};           // intersections that summaries leave out
  std::vector<Decision> decisions{};
  std::vector<Difference> differences{};
  std::vector<SmallGroups> small_groups{};
  [[nodiscard]] bool has_several() const { return decisions.size() != 1; }
};

inline constexpr std::array kSummaryKinds{SummaryKind::avg, SummaryKind::max,  SummaryKind::var,
                                          SummaryKind::sd,  SummaryKind::marg, SummaryKind::obs};

[[nodiscard]] const describe::Object& description(const CounterfactualReport::Bounds*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::GroupRate*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::Share*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::Group*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::Intervals*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::Summary*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::AverageGap*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::LargestGap*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::Contrast*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::Pair*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::Sensitivity*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::Summaries*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::Estimates*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::Decision*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::Difference*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::SmallGroups::Group*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport::SmallGroups*);
[[nodiscard]] const describe::Object& description(const CounterfactualReport*);

}  // namespace faultline::result

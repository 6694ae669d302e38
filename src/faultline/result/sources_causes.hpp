#pragma once
// What an analysis of sources says would help: other models and the least possible cost, more
// people, new labels, further columns; and how much of a difference each would remove.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/result/finding.hpp"

namespace faultline::result {

struct SourcesCauses {
  using Interval = result::Interval;                   // an infinite end: no bound on that side
  using Groups = std::pair<std::string, std::string>;  // differences are first minus second

  /// What a candidate costs a group, on people that it has not seen.
  struct CandidateCost {
    std::string group{};
    double cost = 0;
    double se = 0;
  };
  struct Candidate {
    std::string candidate{};  // "boosted, told the group"
    GroupUse group_use = GroupUse::none;
    std::vector<CandidateCost> costs{};  // zero-one, or squared errors of numbers
  };
  /// The least cost of a group that any prediction from these covariates has.
  struct Optimum {
    std::string group{};
    CostMetric metric = CostMetric::zero_one;
    std::int64_t n = 0;
    double cost = 0;          // of the first model, by the same folds
    std::string candidate{};  // the one that costs this group least
    double reached = 0;       // its cost, chosen on other people than those it is measured on
    Interval reached_interval{};
    std::optional<double> estimate{};  // of the least cost; none: not told
    Interval interval{};
    std::optional<double> regret{};  // cost minus estimate
    Interval regret_interval{};
    std::string why{};  // not told: why
  };
  /// Groups compared with training sets of equal size.
  struct EqualSizes {
    Groups groups{};
    CostMetric metric = CostMetric::zero_one;
    std::int64_t n = 0;  // people of either group that were trained on
    double difference = 0;
    Interval interval{};
  };

  struct ForecastPoint {
    std::int64_t n = 0;  // people trained on
    double mean = 0;
    double se = 0;  // over people and folds
  };
  struct ForecastAt {
    std::optional<double> factor{};  // of today's size; none: without limit
    double value = 0;
    Interval interval{};
  };
  /// The cost of a group by number of people trained on, everybody tested once at every size.
  struct Forecast {
    std::string group{};
    CostMetric metric = CostMetric::zero_one;
    std::string grows{};    // empty: everybody; else the one group of which there are more
    std::string cluster{};  // empty: everybody is tested; else the people of a named cluster alone
    std::vector<ForecastPoint> points{};
    std::vector<ForecastAt> at{};  // empty: not told
    std::string why{};             // not told: why
  };
  /// The same of a difference.
  struct GapForecast {
    Groups groups{};
    CostMetric metric = CostMetric::zero_one;
    std::string grows{};
    double today = 0;
    Interval today_interval{};
    std::vector<ForecastAt> at{};
    std::string why{};
  };

  /// New labels of one group, and what they are expected to change there.
  struct LabelShare {
    std::string group{};
    std::int64_t labels = 0;
    double cost = 0;  // of a model of the group's own, today
    double then = 0;  // with the labels
    Interval interval{};
  };
  /// How so many new labels would help the worst-off group most, each group with a model of its
  /// own.
  struct LabelPlan {
    std::int64_t labels = 0;
    CostMetric metric = CostMetric::zero_one;
    std::vector<LabelShare> shares{};  // empty: not told
    std::string why{};                 // not told: why
  };

  /// Costs with the first so many columns, in the order in which they help most.
  struct ColumnStep {
    std::string column{};  // the one that is added
    std::int64_t columns = 0;
    std::vector<CandidateCost> costs{};
  };
  /// What a column that the model does not have would change.
  struct ColumnValue {
    std::string column{};
    std::vector<CandidateCost> falls{};  // of every group's cost; positive: it helps
    Groups groups{};                     // the two that differ most today
    double gap_removed = 0;              // of their difference; negative: it grows
    Interval interval{};
    std::optional<double> p_value{};           // of any fall
    std::optional<double> p_value_adjusted{};  // Holm, over the columns
  };

  /// How well scores order the people of a group.
  struct Auc {
    std::string model{};
    std::string group{};
    std::optional<double> auc{};  // none: one of the outcomes has too few
    double se = 0;
    Interval interval{};
    std::int64_t positive = 0;  // people with the outcome
    std::int64_t negative = 0;
  };
  struct AucGap {
    std::string model{};
    Groups groups{};
    double difference = 0;
    Interval interval{};
    std::optional<double> p_value{};
    std::optional<double> p_value_adjusted{};  // Holm, over all pairs of the model
  };

  /// How much of a difference an action would remove; of `variables`, how much would stay whatever
  /// model and data.
  struct Share {
    Action action = Action::none;
    std::optional<double> share{};  // of today's difference; none: not told
    Interval interval{};
    std::string how{};  // the candidate or group, or why it is not told
  };
};

[[nodiscard]] const describe::Object& description(const SourcesCauses::CandidateCost*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::Candidate*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::Optimum*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::EqualSizes*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::ForecastPoint*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::ForecastAt*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::Forecast*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::GapForecast*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::LabelShare*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::LabelPlan*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::ColumnStep*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::ColumnValue*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::Auc*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::AucGap*);
[[nodiscard]] const describe::Object& description(const SourcesCauses::Share*);

}  // namespace faultline::result

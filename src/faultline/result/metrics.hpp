#pragma once
// `faultline metrics`: every rate of every group, how groups differ from a reference, and how far
// the extremes lie apart.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/result/finding.hpp"

namespace faultline::result {

struct MetricsReport {
  using Interval = result::Interval;
  /// Attribute and label, in the order of the attributes; none: everybody.
  using GroupValues = std::vector<std::pair<std::string, std::string>>;

  struct Rate {
    std::optional<double> estimate{};
    Interval interval{};
    std::int64_t n = 0;  // people that it rests on
    std::string why{};   // estimate or interval is not there: why
  };
  /// What the data do not allow for anybody (no score, no decision), or was not asked, is absent.
  struct Rates {
    std::optional<Rate> base_rate{};
    std::optional<Rate> selection_rate{};
    std::optional<Rate> fpr{};
    std::optional<Rate> fnr{};
    std::optional<Rate> tpr{};
    std::optional<Rate> tnr{};
    std::optional<Rate> ppv{};
    std::optional<Rate> npv{};
    std::optional<Rate> fdr{};
    std::optional<Rate> for_{};
    std::optional<Rate> accuracy{};
    std::optional<Rate> balanced_accuracy{};
    std::optional<Rate> f1{};
    std::optional<Rate> brier{};
    std::optional<Rate> log_loss{};
    std::optional<Rate> mean_score{};
    std::optional<Rate> calibration_gap{};
    std::optional<Rate> calibration_slope{};
    std::optional<Rate> auc{};
    std::optional<Rate> mean_outcome{};
    std::optional<Rate> mean_error{};
    std::optional<Rate> mae{};
    std::optional<Rate> rmse{};
    [[nodiscard]] const std::optional<Rate>& of(RateName name) const;
    [[nodiscard]] std::optional<Rate>& of(RateName name);
  };
  struct Group {
    GroupValues group{};
    std::string text{};  // "sex = Female, race = A"
    std::int64_t n = 0;
    Rates rates{};
  };
  struct Comparison {
    GroupValues group{};
    std::string text{};
    GroupValues reference{};  // none: everybody else
    std::string reference_text{};
    RateName rate = RateName::fpr;
    std::optional<double> difference{};  // the group's rate minus the reference's
    std::optional<double> ratio{};
    Interval difference_interval{};
    Interval ratio_interval{};
    std::optional<double> p_value{};
    std::optional<double> p_value_adjusted{};
    std::optional<RateTest> test{};
    std::optional<Verdict> verdict{};  // none: not tested
    std::string why{};                 // not compared or not tested: why
  };
  /// Between the highest and the lowest group of the same attributes.
  struct Gap {
    std::vector<std::string> attributes{};
    RateName rate = RateName::fpr;
    std::int64_t groups = 0;  // whose rate has an interval
    std::optional<double> estimate{};
    Interval interval{};
    std::string highest{};
    std::string lowest{};
    std::string why{};
  };
  /// The groups of people with one value of another column: a month, a site.
  struct Part {
    std::string value{};
    std::int64_t n = 0;
    std::vector<Group> groups{};
    std::vector<Comparison> comparisons{};
    std::vector<Gap> gaps{};
  };
  struct By {
    std::string column{};
    std::vector<Part> parts{};
  };
  /// Rates of decisions, were they made by this threshold.
  struct AtThreshold {
    double threshold = 0;
    bool strict = false;  // above it, not at it
    std::vector<Group> groups{};
  };
  /// Rates of selection divided by the highest of the same columns.
  struct ImpactCategory {
    GroupValues group{};
    std::string text{};
    std::int64_t n = 0;
    std::int64_t selected = 0;
    double share = 0;  // of all people
    double rate = 0;
    Interval interval{};
    std::optional<double> ratio{};  // none: nobody was selected, or the category is left out
    Interval ratio_interval{};
    bool small = false;  // below kSmallCategory of all people
    bool most_selected = false;
    std::optional<bool> below_four_fifths{};
  };
  struct ImpactSet {
    std::vector<std::string> attributes{};
    std::int64_t unknown = 0;  // people whose category is not known: not in the ratios
    std::vector<ImpactCategory> categories{};
  };
  struct Impact {
    ImpactRate rate = ImpactRate::selection;
    std::optional<double> median{};  // of the scores, for the scoring rate
    std::int64_t people = 0;
    SmallCategories small_categories = SmallCategories::keep;
    std::vector<ImpactSet> sets{};
  };

  double confidence = 0.95;
  std::string reference{};  // as it was asked
  std::int64_t tests = 0;   // that the p-values are adjusted for
  Notices notices{};
  std::vector<Group> groups{};
  std::vector<Comparison> comparisons{};
  std::vector<Gap> gaps{};
  std::vector<AtThreshold> thresholds{};
  std::optional<By> by{};
  std::optional<Impact> impact{};
};

inline constexpr std::array kRateNames{RateName::base_rate,
                                       RateName::selection_rate,
                                       RateName::fpr,
                                       RateName::fnr,
                                       RateName::tpr,
                                       RateName::tnr,
                                       RateName::ppv,
                                       RateName::npv,
                                       RateName::fdr,
                                       RateName::for_,
                                       RateName::accuracy,
                                       RateName::balanced_accuracy,
                                       RateName::f1,
                                       RateName::brier,
                                       RateName::log_loss,
                                       RateName::mean_score,
                                       RateName::calibration_gap,
                                       RateName::calibration_slope,
                                       RateName::auc,
                                       RateName::mean_outcome,
                                       RateName::mean_error,
                                       RateName::mae,
                                       RateName::rmse};

[[nodiscard]] const describe::Object& description(const MetricsReport::Rate*);
[[nodiscard]] const describe::Object& description(const MetricsReport::Rates*);
[[nodiscard]] const describe::Object& description(const MetricsReport::Group*);
[[nodiscard]] const describe::Object& description(const MetricsReport::Comparison*);
[[nodiscard]] const describe::Object& description(const MetricsReport::Gap*);
[[nodiscard]] const describe::Object& description(const MetricsReport::Part*);
[[nodiscard]] const describe::Object& description(const MetricsReport::By*);
[[nodiscard]] const describe::Object& description(const MetricsReport::AtThreshold*);
[[nodiscard]] const describe::Object& description(const MetricsReport::ImpactCategory*);
[[nodiscard]] const describe::Object& description(const MetricsReport::ImpactSet*);
[[nodiscard]] const describe::Object& description(const MetricsReport::Impact*);
[[nodiscard]] const describe::Object& description(const MetricsReport*);

}  // namespace faultline::result

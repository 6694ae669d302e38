#pragma once
// `faultline sources`: what a model costs each group, and where the differences come from. A group
// is named by its label.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/result/finding.hpp"
#include "faultline/result/sources_causes.hpp"

namespace faultline::result {

struct SourcesReport : SourcesCauses {
  struct Group {
    std::string group{};
    std::int64_t n = 0;
    double mean_outcome = 0;  // base rate, or mean
  };
  struct Model {
    std::string name{};         // learner or column
    std::string description{};  // with its settings
    bool given = false;         // predictions came with the data
    std::int64_t fits = 0;
    std::int64_t not_converged = 0;  // of them
  };
  struct Cost {
    std::string model{};
    std::string group{};
    CostMetric metric = CostMetric::zero_one;
    double estimate = 0;
    double se = 0;
    Interval interval{};
    std::int64_t n = 0;
  };
  struct Level {
    std::string model{};
    Groups groups{};
    CostMetric metric = CostMetric::zero_one;
    double difference = 0;
    double se = 0;
    Interval interval{};
    std::optional<double> p_value{};
    std::optional<double> p_value_adjusted{};  // Holm, over all levels of the model
    /// In a check: the group table tests the same difference, and these are its p-values.
    bool of_metrics = false;
    [[nodiscard]] bool is_of_metrics() const { return of_metrics; }
  };
  /// Whether two models discriminate equally (supplement A), or, for "bias-variance", whether their
  /// differences of bias plus variance are equal (supplement C).
  struct Comparison {
    ComparisonKind what = ComparisonKind::level;
    std::pair<std::string, std::string> models{};
    Groups groups{};
    CostMetric metric = CostMetric::zero_one;
    double difference = 0;  // of the absolute levels; of the signed differences for "bias-variance"
    std::optional<double> p_value{};
  };
  /// Analysis of variance over the folds, and Tukey's intervals for all pairs.
  struct GroupTest {
    struct Pair {
      Groups groups{};
      double difference = 0;
      Interval interval{};
      double p_value = 1;
    };
    std::string model{};
    CostMetric metric = CostMetric::zero_one;
    int folds = 0;
    double f = 0;
    double degrees_of_freedom = 0;  // of the error
    double p_value = 1;
    std::vector<Pair> pairs{};
  };

  struct Decomposition {
    std::string model{};
    std::string group{};
    CostMetric metric = CostMetric::zero_one;
    double cost = 0;
    double noise = 0;
    double bias = 0;
    double variance = 0;
    double bayes_risk = 0;
    double residual = 0;     // cost - (noise + bias + variance)
    Interval noise_range{};  // over the noise estimators, when several were used
    Interval bias_range{};   // likewise
    NoiseEstimator noise_estimator = NoiseEstimator::boosted;
    std::int64_t n = 0;  // people that count, with their mean number of predictions
    double predictions_per_person = 0;
  };
  struct DecompositionGap {
    std::string model{};
    Groups groups{};
    CostMetric metric = CostMetric::zero_one;
    double level = 0;
    double noise = 0;
    double bias = 0;
    double variance = 0;
    Interval variance_interval{};  // over people
  };

  /// A group's cost as the least possible cost plus what the model adds: regret = bias + variance.
  /// Of decisions, bias is how much it costs that the model decides otherwise than the optimum on
  /// average over training sets, variance how much it costs that it does not always decide so.
  struct Regret {
    std::string group{};
    CostMetric metric = CostMetric::zero_one;  // error rates, or squared errors of numbers
    std::int64_t n = 0;                        // people
    double cost = 0;                // of the first model, by the folds of part candidates
    Interval cost_interval{};       // over people and training sets, as all below
    std::optional<double> least{};  // the estimate of Optimum; none: not told
    Interval least_interval{};
    std::optional<double> bias{};
    Interval bias_interval{};
    std::optional<double> variance{};
    Interval variance_interval{};
    std::string why{};  // not told: why
  };
  /// The difference of two groups taken apart likewise.
  struct RegretGap {
    Groups groups{};
    CostMetric metric = CostMetric::zero_one;
    double cost = 0;
    Interval cost_interval{};
    double least = 0;
    Interval least_interval{};
    double bias = 0;
    Interval bias_interval{};
    double variance = 0;
    Interval variance_interval{};
  };

  struct CurvePoint {
    std::int64_t n = 0;  // people trained on
    double group_n = 0;  // of the group, on average
    double mean = 0;
    double sem = 0;
  };
  struct CurveFit {
    double alpha = 0;
    double beta = 0;
    double delta = 0;
    bool identified = false;
    std::string why{};  // not identified: why
  };
  struct Extrapolation {
    std::optional<double> factor{};  // of the largest training size; none: without limit
    std::optional<double> n{};
    double value = 0;
    Interval interval{};
  };
  struct LearningCurve {
    std::string group{};
    CostMetric metric = CostMetric::zero_one;
    std::string grows{};  // empty: everybody; else the one group of which more are sampled
    std::vector<CurvePoint> points{};
    std::optional<CurveFit> fit{};
    std::vector<Extrapolation> extrapolation{};
  };
  /// The signed difference of two groups along the curve.
  struct GapCurve {
    Groups groups{};
    CostMetric metric = CostMetric::zero_one;
    std::string grows{};
    std::vector<CurvePoint> points{};
    std::vector<Extrapolation> extrapolation{};  // of the signed difference
    bool limit_identified = false;
    double identified_share = 0;      // of the resampled curves
    std::vector<double> crossings{};  // sizes at which the fitted difference changes sign
    double gap = 0;                   // the level asked for, absolute
    std::optional<double> n_for_gap{};
    Interval n_for_gap_interval{};  // none or an infinite end: not by more data in some resamples
    double reached_share = 0;       // of the resampled curves that reach it at all
    std::string answer{};           // a sentence
  };

  struct Noise {
    std::string group{};
    NoiseMethod method = NoiseMethod::mahalanobis;
    std::optional<double> lower{};
    std::optional<double> upper{};
    std::int64_t n = 0;
    std::optional<double> lambda{};  // bhattacharyya
    std::string note{};              // a sentence: not computed, why; sampled; ...
  };

  struct ClusterGroup {
    std::string group{};
    double n = 0;  // people, or the sum of memberships
    double cost = 0;
    double se = 0;
  };
  struct Cluster {
    std::string
        cluster{};  // "occupation = Exec-managerial", "age above 38.6", "topic 3: pain, chest"
    ClusterKind kind = ClusterKind::feature;
    CostMetric metric = CostMetric::zero_one;
    double share = 0;  // of everybody
    std::vector<ClusterGroup> groups{};
    Groups pair{};   // the two that differ most
    double gap = 0;  // signed, as `pair`
    Interval interval{};
    std::optional<double> p_value{};
    std::optional<double> p_value_adjusted{};  // Holm, over all clusters of the metric
    double gap_outside = 0;                    // the same pair among everybody else
    double variance = 0;                       // of the groups' costs inside
  };
  /// Whether two groups differ more inside a cluster than among everybody else.
  struct ClusterTest {
    std::string cluster{};
    ClusterKind kind = ClusterKind::feature;
    CostMetric metric = CostMetric::zero_one;
    Groups groups{};   // of more than two groups one and "all others"
    double share = 0;  // of everybody
    double gap = 0;    // inside
    double gap_outside = 0;
    std::pair<double, double> mean_outcome{};  // of the two groups inside: base rates, or means
    std::pair<double, double> mean_outcome_outside{};
    double z = 0;        // positive: the difference among everybody is larger inside
    double p_value = 1;  // one-sided
    std::optional<double> p_value_adjusted{};  // Holm, over all clusters and comparisons
    bool named = false;                        // the largest z of its groups, and significant
  };

  struct Recommendation {
    Groups groups{};
    CostMetric metric = CostMetric::zero_one;
    Action action = Action::none;
    std::string advice{};                // a short paragraph
    std::vector<std::string> because{};  // sentences with the figures it rests on
    std::vector<Share> shares{};
  };

  OutcomeKind outcome = OutcomeKind::binary;
  std::string protected_column{};
  std::string evaluation{};  // a sentence: who predicted whom
  double confidence = 0.95;
  std::vector<SourcesPart> parts{};  // that were run
  std::int64_t repetitions = 0;      // of splits, finished
  std::vector<Group> groups{};
  std::vector<Model> models{};
  std::vector<Cost> costs{};
  std::vector<Level> levels{};
  std::vector<Comparison> comparisons{};
  std::vector<GroupTest> group_tests{};
  std::vector<Decomposition> decomposition{};
  std::vector<DecompositionGap> decomposition_gaps{};
  std::vector<Regret> regrets{};
  std::vector<RegretGap> regret_gaps{};
  std::vector<LearningCurve> learning_curves{};
  std::vector<GapCurve> gap_curves{};
  std::vector<Noise> noise{};
  std::vector<Cluster> clusters{};           // by gap, or variance, within a metric, largest first
  std::vector<ClusterTest> cluster_tests{};  // by z within a comparison, largest first
  std::int64_t clusters_tried = 0;
  std::vector<std::string> topics{};  // text: the words of each topic
  std::vector<Candidate> candidates{};
  std::vector<Optimum> optimum{};
  std::vector<EqualSizes> equal_sizes{};
  std::vector<Forecast> forecasts{};
  std::vector<GapForecast> gap_forecasts{};
  std::vector<LabelPlan> label_plans{};
  std::vector<ColumnStep> column_steps{};
  std::vector<ColumnValue> column_values{};
  std::vector<Auc> aucs{};
  std::vector<AucGap> auc_gaps{};
  std::vector<Recommendation> recommendation{};
  Notices notices{};  // what was left out, and why
};

[[nodiscard]] const describe::Object& description(const SourcesReport::Group*);
[[nodiscard]] const describe::Object& description(const SourcesReport::Model*);
[[nodiscard]] const describe::Object& description(const SourcesReport::Cost*);
[[nodiscard]] const describe::Object& description(const SourcesReport::Level*);
[[nodiscard]] const describe::Object& description(const SourcesReport::Comparison*);
[[nodiscard]] const describe::Object& description(const SourcesReport::GroupTest::Pair*);
[[nodiscard]] const describe::Object& description(const SourcesReport::GroupTest*);
[[nodiscard]] const describe::Object& description(const SourcesReport::Decomposition*);
[[nodiscard]] const describe::Object& description(const SourcesReport::DecompositionGap*);
[[nodiscard]] const describe::Object& description(const SourcesReport::Regret*);
[[nodiscard]] const describe::Object& description(const SourcesReport::RegretGap*);
[[nodiscard]] const describe::Object& description(const SourcesReport::CurvePoint*);
[[nodiscard]] const describe::Object& description(const SourcesReport::CurveFit*);
[[nodiscard]] const describe::Object& description(const SourcesReport::Extrapolation*);
[[nodiscard]] const describe::Object& description(const SourcesReport::LearningCurve*);
[[nodiscard]] const describe::Object& description(const SourcesReport::GapCurve*);
[[nodiscard]] const describe::Object& description(const SourcesReport::Noise*);
[[nodiscard]] const describe::Object& description(const SourcesReport::ClusterGroup*);
[[nodiscard]] const describe::Object& description(const SourcesReport::Cluster*);
[[nodiscard]] const describe::Object& description(const SourcesReport::ClusterTest*);
[[nodiscard]] const describe::Object& description(const SourcesReport::Recommendation*);
[[nodiscard]] const describe::Object& description(const SourcesReport*);

}  // namespace faultline::result

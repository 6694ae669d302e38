#pragma once
// `faultline sources`: what a model costs each group, and where the differences come from. Names of
// metrics are those of audit/sources/losses.hpp; a group is named by its label.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace faultline::audit {

struct SourcesReport {
  using Interval = std::optional<std::pair<double, double>>;
  using Groups = std::pair<std::string, std::string>;  // differences are first minus second

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
    std::string metric{};
    double estimate = 0;
    double se = 0;
    Interval interval{};
    std::int64_t n = 0;
  };
  struct Level {
    std::string model{};
    Groups groups{};
    std::string metric{};
    double difference = 0;
    double se = 0;
    Interval interval{};
    std::optional<double> p_value{};
    std::optional<double> p_value_adjusted{};  // Holm, over all levels of the model
  };
  /// Whether two models discriminate equally (supplement A), or, for "bias-variance", whether their
  /// differences of bias plus variance are equal (supplement C).
  struct Comparison {
    std::string what{};  // "level" | "bias-variance"
    std::pair<std::string, std::string> models{};
    Groups groups{};
    std::string metric{};
    double difference = 0;  // of the absolute levels; of the signed differences for "bias-variance"
    std::optional<double> p_value{};
  };
  /// Analysis of variance over the folds, and Tukey's intervals for all pairs.
  struct GroupTest {
    struct Pair {
      Groups groups{};
      double difference = 0;
      std::pair<double, double> interval{};
      double p_value = 1;
    };
    std::string model{};
    std::string metric{};
    int folds = 0;
    double f = 0;
    double degrees_of_freedom = 0;  // of the error
    double p_value = 1;
    std::vector<Pair> pairs{};
  };

  struct Decomposition {
    std::string model{};
    std::string group{};
    std::string metric{};
    double cost = 0;
    double noise = 0;
    double bias = 0;
    double variance = 0;
    double bayes_risk = 0;
    double residual = 0;            // cost - (noise + bias + variance)
    Interval noise_range{};         // over the noise estimators, when several were used
    Interval bias_range{};          // likewise
    std::string noise_estimator{};  // "nearest-neighbour" | "boosted" | ...
    std::int64_t n = 0;             // people that count, with their mean number of predictions
    double predictions_per_person = 0;
  };
  struct DecompositionGap {
    std::string model{};
    Groups groups{};
    std::string metric{};
    double level = 0;
    double noise = 0;
    double bias = 0;
    double variance = 0;
    Interval variance_interval{};  // over people
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
    std::string metric{};
    std::string grows{};  // empty: everybody; else the one group of which more are sampled
    std::vector<CurvePoint> points{};
    std::optional<CurveFit> fit{};
    std::vector<Extrapolation> extrapolation{};
  };
  /// The signed difference of two groups along the curve.
  struct GapCurve {
    Groups groups{};
    std::string metric{};
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
    std::string method{};  // "mahalanobis" | "bhattacharyya" | "nearest-neighbour"
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
        cluster{};       // "occupation = Exec-managerial", "age above 38.6", "topic 3: pain, chest"
    std::string kind{};  // "feature" | "k-means" | "membership" | "topic"
    std::string metric{};
    double share = 0;  // of everybody
    std::vector<ClusterGroup> groups{};
    Groups pair{};   // the two that differ most
    double gap = 0;  // signed, as `pair`
    Interval interval{};
    std::optional<double> p_value{};
    std::optional<double> p_value_adjusted{};  // Holm, over all clusters of the metric
    double gap_outside = 0;                    // the same pair among everybody else
  };

  struct Recommendation {
    Groups groups{};
    std::string metric{};
    std::string action{};  // "none" | "more-data" | "more-of-group" | "variables" | "model"
    std::string advice{};  // a short paragraph
    std::vector<std::string> because{};  // sentences with the figures it rests on
  };

  std::string outcome{};  // "binary" | "number"
  std::string protected_column{};
  std::string evaluation{};  // a sentence: who predicted whom
  double confidence = 0.95;
  std::vector<std::string> parts{};  // that were run
  std::int64_t repetitions = 0;      // of splits, finished
  std::vector<Group> groups{};
  std::vector<Model> models{};
  std::vector<Cost> costs{};
  std::vector<Level> levels{};
  std::vector<Comparison> comparisons{};
  std::vector<GroupTest> group_tests{};
  std::vector<Decomposition> decomposition{};
  std::vector<DecompositionGap> decomposition_gaps{};
  std::vector<LearningCurve> learning_curves{};
  std::vector<GapCurve> gap_curves{};
  std::vector<Noise> noise{};
  std::vector<Cluster> clusters{};  // by absolute gap within a metric, largest first
  std::int64_t clusters_tried = 0;
  std::vector<std::string> topics{};  // text: the words of each topic
  std::vector<Recommendation> recommendation{};
  std::vector<std::string> cut{};  // sentences: what was left out, and why
};

}  // namespace faultline::audit

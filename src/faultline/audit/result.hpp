#pragma once
// The result of a run, method by method the same: what was asked, what was read, what was found,
// how sure one can be. report/ turns it into text, JSON and HTML; the JSON keys are a contract and
// stand in docs/result.schema.json.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/audit/sources_report.hpp"
#include "faultline/base/value.hpp"
#include "faultline/data/summary.hpp"

namespace faultline::audit {

/// The options of a run as they are echoed.
using ConfigValue = Value;
using Config = Values;

/// How the subgroup was searched, and what is known about a better one.
struct SearchReport {
  std::string strategy{};  // "exhaustive" | "ascent" | "bounded"
  double subgroups = 0;    // size of the lattice
  std::int64_t evaluations = 0;
  std::optional<int> restarts{};
  std::optional<int> hits{};
  std::optional<double> upper_bound{};
  std::optional<double> gap{};
  bool certified = false;
};

/// Observed and expected for one value of one attribute, among the people of the subgroup.
struct Breakdown {
  std::string attribute{};
  std::string label{};
  bool restricted = false;  // the subgroup names values of this attribute
  std::int64_t n = 0;
  double observed = 0;  // rate
  double expected = 0;  // rate
};

struct NullDistribution {
  std::vector<std::pair<double, double>> quantiles{};  // (probability, score)
  std::vector<double> scores{};  // of the finished replicates, in replicate order
};

/// An observed rate with a confidence interval.
struct Rate {
  std::int64_t n = 0;
  double observed = 0;
  double observed_count = 0;
  std::optional<std::pair<double, double>> interval{};  // 95 %
};

/// A subgroup by names: restricted attributes only, with their values in order.
using NamedValues = std::vector<std::pair<std::string, std::vector<std::string>>>;

/// One correction of IJDI-Scan's Algorithm 1, and what the scan had found before it.
struct Adjustment {
  int edge_case = 1;  // 1: base rate below that outside; 2: expectation censored
  NamedValues subgroup_before{};
  std::string text_before{};
  double score_before = 0;
  double amount = 0;  // alpha of edge case 1, beta of edge case 2
};

struct Finding {
  std::string method{};                                                  // "bias-scan"
  std::string metric{};                                                  // "calibration"
  std::string direction{};                                               // "higher" | "lower"
  std::optional<std::pair<std::string, std::string>> protected_class{};  // attribute, value
  int rank = 1;  // 1 is the best of its search; 2.. with --top

  /// None: no subgroup scores above 0. Otherwise restricted attributes only, with their values in
  /// order.
  std::optional<NamedValues> subgroup{};
  std::string text{};  // the subgroup in words

  double score = 0;
  double log_likelihood_ratio = 0;
  double penalty = 0;
  std::string theta_name = "q";   // "q" | "mu"
  std::optional<double> theta{};  // none when infinite or zero in the limit, or nothing found
  std::optional<std::string> theta_limit{};  // "infinity" | "zero"

  std::int64_t n = 0;
  double observed = 0;  // rate or mean
  double expected = 0;
  double observed_count = 0;
  double expected_count = 0;
  std::optional<std::pair<double, double>> observed_interval{};  // 95 %, of the rate
  std::optional<Rate> comparison{};

  std::optional<double> p_value{};
  std::optional<double> p_value_adjusted{};
  std::optional<std::pair<double, double>> p_value_interval{};  // 95 %, Monte Carlo error only
  std::int64_t replicates = 0;  // finished, that the p-value rests on
  std::optional<bool> significant{};
  bool untested = false;  // its test was planned and had not begun when the run was stopped
  NullDistribution null{};

  // IJDI only.
  std::optional<double> lambda{};
  std::string error{};  // "fpr" | "tpr"; empty for other methods
  std::vector<Adjustment> adjustments{};
  std::optional<double> base_rate{};          // mean true probability inside the subgroup
  std::optional<double> base_rate_outside{};  // and outside
  std::optional<double> allowed{};            // highest rate inside that the base rates justify

  SearchReport search{};
  std::vector<Breakdown> breakdown{};
  std::vector<std::string> warnings{};
};

/// Theory of the Bias Scan (h(alpha), detectable sampling bias) for `scan --power`.
struct PowerReport {
  std::int64_t profiles = 0;  // M
  double alpha = 0.05;
  double critical_value = 0;  // h(alpha)
  bool applicable = true;     // every profile carries one prediction
  struct Subgroup {
    std::string text{};
    std::int64_t n = 0;
    double observed_count = 0;
    double q_mle = 0;
    double score_without_bias = 0;                               // F_old
    std::optional<double> delta_threshold{};                     // Theorem 4
    std::vector<std::pair<double, double>> limit_scores{};       // (Delta, Theorem 1's limit)
    std::vector<std::pair<double, double>> normalised_scores{};  // (Delta, Corollary 1's F/|D|)
  };
  std::optional<Subgroup> subgroup{};
  std::vector<std::string> notes{};
};

/// How far a probability model can be believed: one entry of "diagnostics.models".
struct ModelReport {
  std::string name{};                                     // "propensity" | "expectation"
  std::pair<std::string, std::string> protected_class{};  // attribute, value
  std::string metric{};                                   // expectation models; empty otherwise
  std::string learner{};  // "logistic" | "boosted" | "forest" | "ensemble" | "column"
  std::vector<std::pair<std::string, double>> ensemble_weights{};  // ensemble only, by learner
  std::int64_t n = 0;                                              // people it was fitted on
  bool converged = true;
  int iterations = 0;
  double gradient_norm = 0;
  bool separated = false;
  std::vector<std::pair<std::string, std::string>> reference_levels{};  // covariate, level
  std::vector<std::string> dropped{};                                   // columns without variation
  std::vector<std::pair<std::string, double>> coefficients{};           // logistic only

  struct CalibrationPoint {
    double predicted = 0;
    double observed = 0;
    std::int64_t n = 0;
    std::pair<double, double> interval{0, 1};  // 95 %, of the observed rate
  };
  std::vector<CalibrationPoint> calibration{};  // quantile bins, ascending
  double calibration_error = 0;                 // mean |observed - predicted| over the bins

  struct Overlap {
    std::vector<double> edges{};  // of the propensity histogram
    std::vector<std::int64_t> protected_people{};
    std::vector<std::int64_t> comparison_people{};
    double extreme_share = 0;         // of the protected people, with propensity above .95
    double largest_weight_share = 0;  // of all weight, on the heaviest 1 % of comparison people
  };
  std::optional<Overlap> overlap{};               // propensity models
  std::optional<double> effective_sample_size{};  // of the weighted comparison people
  std::vector<std::string> warnings{};            // sentences, when any of this is bad
};

/// `faultline elicit`: what people answered, and the trade-off that follows.
struct ElicitReport {
  struct Answer {
    std::string person{};
    double z1 = 0;           // error rate of group A under system 1, in percent
    double z2 = 0;           // of group B
    double z3 = 0;           // the equal rate at which system 1 would be preferred
    double ratio = 0;        // cost of the disparity by this answer alone
    bool dominated = false;  // z3 below the mean of z1 and z2; left out of every estimate
  };
  struct Ratio {
    std::string person{};  // empty: all people together
    double estimate = 0;   // cost of the disparity in units of one error; NaN without answers
    std::optional<double> spread{};  // standard deviation of the answers' own ratios
    int answers = 0;                 // that are not dominated
    std::optional<double> lambda{};  // none: infinite, or no estimate
  };
  std::string error{};  // "fpr" | "tpr"
  std::vector<Answer> answers{};
  Ratio ratio{};  // pooled, least squares
  std::vector<Ratio> by_person{};
  double cost_ratio = 1;                   // cost(FN) / cost(FP)
  std::optional<double> lambda_n{};        // error "fpr"; none when infinite or without estimate
  std::optional<double> lambda_p{};        // error "tpr", likewise
  std::vector<std::string> explanation{};  // sentences
};

/// `faultline mitigate`: rules that make new decisions, and what they change.
struct MitigationReport {
  struct Rule {
    NamedValues subgroup{};  // empty: everybody
    std::string text{};
    std::string comparator{};  // ">" | ">="
    double threshold = 0.5;
    std::optional<double> width{};  // randomised thresholds: half-width around `threshold`
  };
  struct Rates {
    std::string text{};  // subgroup in words
    NamedValues subgroup{};
    std::int64_t n = 0;
    std::optional<double> fpr{};
    std::optional<double> tpr{};
    double accuracy = 0;
    double selection_rate = 0;
    std::optional<double> score{};    // of the IJDI scan, for everybody
    std::optional<double> p_value{};  // likewise
  };
  struct Correction {
    int number = 1;
    std::string text{};
    NamedValues subgroup{};
    double score = 0;
    std::optional<double> p_value{};
    std::int64_t n = 0;  // people whose rate is corrected
    double rate_before = 0;
    double rate_outside = 0;
    double target = 0;  // share that may exceed the threshold
    double threshold = 0;
    double rate_after = 0;
    std::vector<std::string> worse{};  // sentences: subgroups that this correction made worse
  };
  std::string method{};  // "groups" | "iterative" | "randomize"
  std::string error{};   // "fpr" | "tpr"
  double lambda = 0;
  std::vector<Rule> rules{};  // in order; a later rule overrides an earlier one
  std::vector<Rates> before{};
  std::vector<Rates> after{};
  std::vector<Correction> corrections{};
  std::string ended{};       // why the corrections ended, in words
  std::int64_t changed = 0;  // people whose decision changed
};

/// `faultline counterfactual`: error rates had nobody been treated, across intersections.
struct CounterfactualReport {
  using Interval = std::optional<std::pair<double, double>>;

  struct GroupRate {
    std::optional<double> estimate{};  // by the estimator that inference rests on
    std::optional<double> weighted{};
    std::optional<double> regression{};  // may exceed 1
    std::optional<double> doubly_robust{};
    std::optional<double> se{};
    Interval interval{};
    std::int64_t n = 0;         // untreated people with (cfnr) or without (cfpr) the outcome
    double effective_size = 0;  // of their weights
    std::string why{};          // not estimable: why
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
    // Positivity, among the untreated.
    std::optional<std::pair<double, double>> weights{};  // smallest and largest
    double effective_sample_size = 0;
    double extreme_share = 0;  // with a propensity above .95
  };
  struct Intervals {
    Interval t{};
    Interval t_rescaled{};
    Interval normal{};
    Interval percentile{};
    Interval adaptive{};
  };
  struct Summary {
    std::string name{};  // "avg" | "max" | "var" | "sd" | "marg" | "obs"
    std::optional<double> estimate{};
    std::optional<double> u_value{};
    Interval u_value_interval{};  // 95 %, Monte Carlo error only
    std::optional<double> se{};
    Intervals intervals{};
    std::optional<std::pair<std::string, std::string>> pair{};  // "max": the groups behind it
    std::vector<double> null{};                                 // of the permutations, in order
    std::vector<std::pair<double, double>> null_quantiles{};    // (probability, value) of `null`;
                                                                // filled when it is written
  };
  /// Average gap had nobody been treated minus that of the rates as observed, same groups.
  struct Contrast {
    std::optional<double> estimate{};
    std::optional<double> se{};
    Interval interval{};  // normal
  };
  struct Decision {
    std::string decision{};  // name of the column
    std::vector<Group> groups{};
    std::vector<Summary> cfpr{};
    std::vector<Summary> cfnr{};
    Contrast cfpr_contrast{};
    Contrast cfnr_contrast{};
    std::int64_t clipped = 0;  // people whose propensity was moved inside
    std::int64_t trimmed = 0;  // untreated people left out because of theirs
    std::vector<std::string> warnings{};
  };
  struct Difference {
    std::string rate{};     // "cfpr" | "cfnr"
    std::string summary{};  // as Summary::name
    std::pair<std::string, std::string> decisions{};
    std::optional<double> estimate{};  // the first decision's summary minus the second's
    std::optional<double> se{};
    Interval interval{};  // normal
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
    std::vector<std::string> warnings{};
  };

  std::string estimator{};         // "weighting" | "regression" | "doubly-robust"
  std::string propensity{};        // "logistic" | "ensemble" | "column"
  bool refitted = true;            // models are fitted again in every permutation and resample
  std::string resample{};          // "replacement" | "stratified"
  std::int64_t resample_size = 0;  // m
  std::int64_t permutations = 0;   // finished
  std::int64_t bootstrap = 0;      // finished
  double confidence = 0.95;
  double margin = 0;  // delta of the u-values
  std::string ties =
      "strict";  // how equal permutations enter them: "strict" | "half" | "inclusive"
  std::vector<Decision> decisions{};
  std::vector<Difference> differences{};
  std::vector<SmallGroups> small_groups{};
  std::vector<std::string> excluded{};  // sentences: intersections that summaries leave out
};

struct Result {
  std::string command{};
  Config config{};
  std::uint64_t seed = 1;
  double alpha = 0.05;
  data::Summary data{};
  std::vector<Finding> findings{};
  std::optional<PowerReport> power{};
  std::vector<ModelReport> models{};
  std::optional<ElicitReport> elicit{};
  std::optional<MitigationReport> mitigation{};
  std::optional<CounterfactualReport> counterfactual{};
  std::optional<SourcesReport> sources{};
  std::vector<std::string> warnings{};
  bool partial =
      false;  // interrupted: what is here is finished and valid, but not all that was asked
  std::vector<std::pair<std::string, double>> timing{};  // seconds by phase
  int threads = 1;
};

}  // namespace faultline::audit

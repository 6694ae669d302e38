#pragma once
// A subgroup that a scan found: who, how far from what was expected, and how sure one can be.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/result/detectable.hpp"
#include "faultline/result/terms.hpp"

namespace faultline::result {

using Interval = std::optional<std::pair<double, double>>;

/// A subgroup by names: restricted attributes only, with their values in order.
using NamedValues = std::vector<std::pair<std::string, std::vector<std::string>>>;

/// The members of a class: people with this value of this attribute.
struct ProtectedClass {
  std::string attribute{};
  std::string value{};
  /// Columns that the attribute is made of, which say who is a member.
  std::vector<std::string> columns{};
  std::optional<std::string> against{};  // whom they are compared with; none: everybody else
  friend bool operator==(const ProtectedClass&, const ProtectedClass&) = default;
};
[[nodiscard]] const describe::Object& description(const ProtectedClass*);

/// How the subgroup was searched, and what is known about a better one.
struct SearchReport {
  Strategy strategy = Strategy::exhaustive;
  double subgroups = 0;  // size of the lattice
  std::int64_t evaluations = 0;
  std::optional<int> restarts{};
  std::optional<int> hits{};
  std::optional<double> upper_bound{};
  std::optional<double> gap{};
  bool certified = false;
};
[[nodiscard]] const describe::Object& description(const SearchReport*);

/// Observed and expected for one value of one attribute, among the people of the subgroup.
struct Breakdown {
  std::string attribute{};
  std::string label{};
  bool restricted = false;  // the subgroup names values of this attribute
  std::int64_t n = 0;
  double observed = 0;  // rate
  double expected = 0;  // rate
};
[[nodiscard]] const describe::Object& description(const Breakdown*);

/// A subgroup one condition away from the one found: without its condition on an attribute, or with
/// one more.
struct Neighbour {
  std::string attribute{};
  std::optional<std::string> value{};  // that the attribute must have; none: any
  std::int64_t n = 0;
  double score = 0;                  // penalised, as the finding's; may be below 0
  std::optional<double> observed{};  // rates, where the finding has rates
  std::optional<double> expected{};
};
[[nodiscard]] const describe::Object& description(const Neighbour*);

struct NullDistribution {
  std::vector<std::pair<double, double>> quantiles{};  // (probability, score)
  std::vector<double> scores{};  // of the finished replicates, in replicate order
};
[[nodiscard]] const describe::Object& description(const NullDistribution*);

/// An observed rate with a confidence interval.
struct Rate {
  std::int64_t n = 0;
  double observed = 0;
  double observed_count = 0;
  Interval interval{};  // 95 %
  /// People that count as much when these are weighted to resemble those they are compared with.
  std::optional<double> effective_n{};
};
[[nodiscard]] const describe::Object& description(const Rate*);

/// One correction of IJDI-Scan's Algorithm 1, and what the scan had found before it.
struct Adjustment {
  int edge_case = 1;  // 1: base rate below that outside; 2: expectation censored
  NamedValues subgroup_before{};
  std::string text_before{};
  double score_before = 0;
  double amount = 0;  // alpha of edge case 1, beta of edge case 2
};
[[nodiscard]] const describe::Object& description(const Adjustment*);

/// What a warning of a finding of IJDI-Scan is about that doubts the probabilities.
inline constexpr const char* kAboutProbability = "true_probability";

/// What a finding of IJDI-Scan has beside the others.
struct IjdiDetails {
  double lambda = 0;
  ErrorRate error = ErrorRate::fpr;
  std::vector<Adjustment> adjustments{};
  std::optional<double> base_rate{};          // mean true probability inside the subgroup
  std::optional<double> base_rate_outside{};  // and outside
  /// Highest rate inside that the base rates justify; lowest, where too low a rate hurts.
  std::optional<double> allowed{};
  /// Not tested: a smaller lambda was not rejected, and then no larger one can be.
  bool ended_below = false;
};
[[nodiscard]] const describe::Object& description(const IjdiDetails*);

/// What the same scan finds when another model says what to expect, tested as if that model had
/// been the only one.
struct ModelFinding {
  ExpectationModel model = ExpectationModel::logistic;
  std::optional<NamedValues> subgroup{};  // as in Finding
  std::string text{};
  std::int64_t n = 0;
  double score = 0;
  std::optional<double> theta{};
  std::optional<Limit> theta_limit{};
  std::optional<double> p_value{};
  std::optional<double> p_value_adjusted{};
  std::int64_t replicates = 0;
  std::optional<Verdict> verdict{};
};
[[nodiscard]] const describe::Object& description(const ModelFinding*);

/// Columns that tell the prediction, in which people are therefore not compared, and what became of
/// evidence when they were.
struct SetAside {
  std::vector<std::string> columns{};
  std::string tells{};  // what they do, behind "which": "ranks people as the prediction does"
  std::optional<double> p_value_adjusted{};
  std::optional<Verdict> verdict{};  // none: not asked, because there was no evidence to lose
};
[[nodiscard]] const describe::Object& description(const SetAside*);

struct Finding {
  Method method = Method::bias_scan;
  Criterion metric = Criterion::calibration;
  Direction direction = Direction::higher;
  std::optional<Family> family{};              // of a scan's outcome; none: one of two values
  std::optional<std::string> outcome_class{};  // nominal: the class that is compared with the rest
  /// True: no predictions were given, the overall mean or share was expected of everybody.
  std::optional<bool> expected_overall{};
  std::optional<Criterion> also{};  // the complementary criterion, which is the same test
  std::optional<ProtectedClass> protected_class{};
  std::vector<std::string> comparable_in{};  // covariates that make people comparable
  std::optional<SetAside> set_aside{};       // and in which not
  int rank = 1;                              // 1 is the best of its search; 2.. with --top

  /// None: no subgroup scores above 0. Otherwise restricted attributes only, with their values in
  /// order.
  std::optional<NamedValues> subgroup{};
  std::string text{};  // the subgroup in words

  double score = 0;
  double log_likelihood_ratio = 0;
  double penalty = 0;
  ThetaName theta_name = ThetaName::q;
  std::optional<double> theta{};  // none when infinite or zero in the limit, or nothing found
  std::optional<Limit> theta_limit{};
  /// 1 - alpha over the whole search: it leaves out "no difference" exactly when there is evidence.
  /// An end may be infinite.
  Interval theta_interval{};
  /// theta drawn towards "no difference" by what a search finds in pure noise.
  std::optional<double> theta_shrunken{};

  std::int64_t n = 0;
  /// Of the class, people without anybody comparable: nothing is said about them, nor are they in
  /// n.
  std::optional<std::int64_t> not_compared{};
  double observed = std::numeric_limits<double>::quiet_NaN();  // rate or mean; NaN without people
  double expected = std::numeric_limits<double>::quiet_NaN();
  double observed_count = 0;
  double expected_count = 0;
  /// Of the rate: what the ends of theta_interval imply; without it 95 %, the search not counted.
  Interval observed_interval{};
  std::optional<Rate> comparison{};

  std::optional<double> p_value{};
  std::optional<double> p_value_adjusted{};
  Interval p_value_interval{};   // 95 %, Monte Carlo error only
  std::int64_t replicates = 0;   // finished, that the p-value rests on
  std::int64_t exceedances = 0;  // how many of them reach the observed score
  /// The p-value is a proven upper bound, the whole search counted, and rests on no replicates.
  bool proven = false;
  /// The test stopped as soon as its verdict was certain, but for this probability.
  std::optional<double> verdict_risk{};
  std::optional<bool> significant{};
  std::optional<Verdict> verdict{};  // none: not tested
  /// The score that was compared with the replicates, where it is not `score`: less what skewness
  /// may account for.
  std::optional<double> score_tested{};
  std::optional<bool> worse{};  // of a comparison: whether it is a change for the worse
  bool untested = false;        // its test was planned and had not begun when the run was stopped
  NullDistribution null{};
  std::optional<Detectable> detectable{};  // where it was asked for
  /// The scan under every model of the expectation, its own first; empty where not asked for.
  std::vector<ModelFinding> by_expectation{};

  std::optional<IjdiDetails> ijdi{};
  SearchReport search{};
  std::vector<Breakdown> breakdown{};
  std::vector<Neighbour> neighbours{};  // conditions dropped, then added, the best additions only
  Notices warnings{};
};
[[nodiscard]] const describe::Object& description(const Finding*);

}  // namespace faultline::result

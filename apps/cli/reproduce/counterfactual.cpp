#include "cli/reproduce/counterfactual.hpp"

#include <functional>
#include <utility>

#include "cli/options/number_list.hpp"
#include "cli/options/options.hpp"
#include "cli/reproduce/parse_words.hpp"
#include "cli/reproduce/study_run.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/studies/counterfactual/demonstration.hpp"
#include "faultline/studies/counterfactual/designs.hpp"
#include "faultline/studies/counterfactual/estimates.hpp"
#include "faultline/studies/counterfactual/gap_coverage.hpp"
#include "faultline/studies/counterfactual/intervals.hpp"

namespace faultline::cli {
namespace {

using studies::StudyEstimator;
using studies::StudyOutput;

/// One figure: the options that all have.
class Figure {
 public:
  Figure(int number, const std::string& description, std::vector<std::string> sizes,
         std::vector<std::string> scenarios)
      : run_(fmt::format("counterfactual-fig{}", number),
             description + " Writes a table (CSV) and charts (SVG)."),
        sizes_(std::move(sizes)),
        scenarios_(std::move(scenarios)) {}
  [[nodiscard]] Options& options() { return run_.options(); }
  [[nodiscard]] studies::CounterfactualStudyOptions& study() { return study_; }

  void offer_data_sets(std::int64_t repetitions) {
    study_.repetitions = repetitions;
    if (!scenarios_.empty()) {
      options()
          .add("--scenarios", scenarios_, "Run these of the scenarios 1, 2 and 3", true)
          ->type_name("N,M");
    }
    options().add("--people", sizes_, "Draw data sets of these sizes", true)->type_name("N,M");
    options().add("--repetitions", study_.repetitions, "Draw N data sets per setting");
    options().add("--vectors", study_.vectors,
                  "Draw people from a finite population of N covariate vectors, for which the "
                  "truth is exact");
  }

  /// False after --help.
  [[nodiscard]] bool parse(std::vector<std::string> arguments) {
    if (!run_.parse(std::move(arguments))) return false;
    study_.seed = run_.seed();
    study_.threads = run_.threads();
    study_.sizes = whole_numbers("--people", sizes_);
    study_.scenarios.clear();
    for (const std::int64_t scenario : whole_numbers("--scenarios", scenarios_)) {
      study_.scenarios.push_back(static_cast<int>(scenario));
    }
    studies::validate(study_);
    return true;
  }

  int finish(const std::function<StudyOutput(const methods::Hooks&)>& work) const {
    return run_.finish(work);
  }

 private:
  StudyRun run_;
  studies::CounterfactualStudyOptions study_{};
  std::vector<std::string> sizes_;
  std::vector<std::string> scenarios_;
};

constexpr const char* kOneForest =
    " The risk model of each scenario is one forest of ours, not the paper's, so levels differ "
    "while patterns should not.";

}  // namespace

int run_counterfactual_fig1(std::vector<std::string> arguments) {
  Figure figure(1,
                "Reproduces Figure 1 of the paper on counterfactual error rates: the summaries as "
                "an intervention grows stronger in some groups, for four designs, computed "
                "exactly and from drawn people.",
                {"50000"}, {"1"});
  std::int64_t people = 50'000;
  figure.options().add("--people", people, "Draw N people at every point");
  if (!figure.parse(std::move(arguments))) return 0;
  if (people < 100) throw ConfigError(fmt::format("--people {}: must be at least 100", people));
  return figure.finish([&](const methods::Hooks&) {
    return studies::designs_output(
        studies::design_points(people, figure.study().seed, figure.study().threads), people);
  });
}

int run_counterfactual_fig2(std::vector<std::string> arguments) {
  Figure figure(
      2,
      std::string(
          "Reproduces Figure 2: the error rates of groups had nobody been treated, in three "
          "scenarios, by weighting with logistic propensities.") +
          kOneForest,
      {"9000"}, {"1", "2", "3"});
  figure.offer_data_sets(500);
  if (!figure.parse(std::move(arguments))) return 0;
  return figure.finish([&](const methods::Hooks& hooks) {
    return studies::group_rates_output(
        studies::estimates_of(figure.study(), {StudyEstimator::logistic}, hooks));
  });
}

int run_counterfactual_fig3(std::vector<std::string> arguments) {
  Figure figure(3,
                std::string("Reproduces Figure 3: summaries of the error rates had nobody been "
                            "treated, in three scenarios, by weighting "
                            "with logistic propensities.") +
                    kOneForest,
                {"9000"}, {"1", "2", "3"});
  figure.offer_data_sets(500);
  if (!figure.parse(std::move(arguments))) return 0;
  return figure.finish([&](const methods::Hooks& hooks) {
    return studies::summaries_output(
        studies::estimates_of(figure.study(), {StudyEstimator::logistic}, hooks));
  });
}

int run_counterfactual_fig4(std::vector<std::string> arguments) {
  Figure figure(
      4,
      std::string("Reproduces Figure 4: AVG of cFNR by estimator (regression, weighting with three "
                  "kinds of propensities, doubly robust) and number of people.") +
          kOneForest,
      {"1000", "5000", "7000", "9000"}, {"1", "2"});
  figure.offer_data_sets(500);
  figure.study().ensembles = 5;
  figure.options().add("--ensembles", figure.study().ensembles,
                       "Also fit ensemble propensities to N data sets; all sizes of one take about "
                       "40 s on one core");
  if (!figure.parse(std::move(arguments))) return 0;
  return figure.finish([&](const methods::Hooks& hooks) {
    return studies::estimators_output(studies::estimates_of(
        figure.study(),
        {StudyEstimator::regression, StudyEstimator::logistic, StudyEstimator::ensemble,
         StudyEstimator::true_propensity, StudyEstimator::doubly_robust},
        hooks));
  });
}

int run_counterfactual_fig5(std::vector<std::string> arguments) {
  Figure figure(
      5,
      std::string("Reproduces Figure 5: how often intervals for the summaries hold the truth, and "
                  "how long they are: the paper's three, the rescaled t, and the "
                  "adaptive interval.") +
          kOneForest,
      {"1000", "5000", "7000", "9000"}, {"1", "2", "3"});
  figure.offer_data_sets(150);
  figure.study().bootstrap = 200;
  figure.options().add("--bootstrap", figure.study().bootstrap, "Draw N resamples per data set");
  figure.options().flag("--between", figure.study().between,
                        "Also run settings in which the rates of groups are equal, or one or two "
                        "standard errors apart");
  figure.options().add("--alpha", figure.study().alpha,
                       "Compute intervals that cover with probability 1 - X");
  if (!figure.parse(std::move(arguments))) return 0;
  return figure.finish([&](const methods::Hooks& hooks) {
    return studies::intervals_output(studies::interval_study(figure.study(), hooks),
                                     figure.study());
  });
}

int run_counterfactual_fig6(std::vector<std::string> arguments) {
  Figure figure(
      6,
      std::string("Reproduces Figure 6: one data set per scenario as an analyst would audit it, "
                  "with permutations, u-value and intervals; and how u-values spread "
                  "over more data sets.") +
          kOneForest,
      {"5000"}, {"1", "2"});
  figure.offer_data_sets(40);
  figure.options().add("--replicates,--permutations", figure.study().permutations,
                       "Permute the first data set N times; the others are permuted 199 times");
  figure.options().add("--bootstrap", figure.study().bootstrap,
                       "Draw N resamples of the first data set");
  figure.options().add("--alpha", figure.study().alpha,
                       "Compute intervals that cover with probability 1 - X");
  if (!figure.parse(std::move(arguments))) return 0;
  return figure.finish([&](const methods::Hooks& hooks) {
    return studies::demonstration_output(studies::demonstrations(figure.study(), hooks),
                                         1 - figure.study().alpha);
  });
}

int run_counterfactual_coverage(std::vector<std::string> arguments) {
  studies::GapCoverageOptions study;
  StudyRun run(
      "counterfactual-coverage",
      "Audits people whose error rates without treatment are known, under two decisions "
      "that are fair, unfair or half fair to 4 or 12 groups, and few people in 12 groups of "
      "which seven are small, and measures how often the "
      "intervals of gaps, of all pairs of groups, and of differences between the decisions "
      "hold the truth; then with something unseen behind treatment. Writes tables (CSV, "
      "Markdown).");
  std::vector<std::string> groups = {"4", "12"};
  run.options().add("--groups", groups, "Audit people in 4 or 12 groups", true)->type_name("N,M");
  run.options().add("--people", study.people, "Draw N people per data set");
  study.few_people = 445;
  run.options().add("--few-people", study.few_people,
                    "Draw N people per data set with small groups; 0: no such data sets");
  std::string cases;
  run.options()
      .add("--cases", cases,
           "Only these of one-fair, half-fair, both-unfair, both-fair and unfair-half, and nothing "
           "unseen")
      ->type_name("A,B");
  run.options().add("--data-sets", study.data_sets, "Draw N data sets per row of the tables");
  run.options().add("--bootstrap", study.bootstrap, "Draw N resamples per data set");
  run.options().add("--alpha", study.alpha, "Compute intervals that cover with probability 1 - X");
  if (!run.parse(std::move(arguments), study)) return 0;
  study.groups = whole_numbers("--groups", groups);
  if (!cases.empty()) {
    study.cases = parse_words<studies::GapCase>("cases", cases);
    study.gammas.clear();
  }
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    return studies::to_output(studies::gap_coverage_study(study, hooks));
  });
}

}  // namespace faultline::cli

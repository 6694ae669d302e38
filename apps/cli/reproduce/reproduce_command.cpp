// `faultline reproduce STUDY`: the papers' tables and figures, theory beside simulation.

#include <array>

#include "cli/command.hpp"
#include "cli/options/named_list.hpp"
#include "cli/reproduce/after_search.hpp"
#include "cli/reproduce/compare.hpp"
#include "cli/reproduce/counterfactual.hpp"
#include "cli/reproduce/elicit.hpp"
#include "cli/reproduce/ijdi.hpp"
#include "cli/reproduce/level.hpp"
#include "cli/reproduce/metrics.hpp"
#include "cli/reproduce/sampling_bias.hpp"
#include "cli/reproduce/simulation.hpp"
#include "cli/reproduce/sources.hpp"
#include "cli/reproduce/tables.hpp"

namespace faultline::cli {
namespace {

constexpr auto kStudies = std::to_array<NamedTask>({
    {"after-the-search", "whether what a scan says of the subgroup it found is true",
     &run_after_search},
    {"cbs-coverage", "whether what an audit says of the subgroup it found is true",
     &run_cbs_coverage},
    {"cbs-level", "how often an audit of unbiased data raises a false alarm", &run_cbs_level},
    {"cbs-planted", "whether an audit finds a second subgroup, and the effects it says it would",
     &run_cbs_planted},
    {"cbs-simulation", "how well an injected bias is found, also by two rivals (Figures 1 to 8)",
     &run_cbs_simulation},
    {"cbs-table5", "COMPAS, 14 protected classes, the paper's numbers beside ours (Tables 3 and 5)",
     &run_cbs_table5},
    {"cbs-table6", "German credit, 11 protected classes, the paper's numbers beside ours (Table 6)",
     &run_cbs_table6},
    {"compare-level", "whether a comparison of two models keeps its level, and what it finds",
     &run_compare_level},
    {"compare-periods", "whether other people coming is taken for a model that got worse",
     &run_compare_periods},
    {"counterfactual-coverage", "whether intervals of a counterfactual audit hold the truth",
     &run_counterfactual_coverage},
    {"counterfactual-fig1", "summaries of four designs, exact and simulated (Figure 1)",
     &run_counterfactual_fig1},
    {"counterfactual-fig2", "error rates of groups had nobody been treated (Figure 2)",
     &run_counterfactual_fig2},
    {"counterfactual-fig3", "summaries of these rates (Figure 3)", &run_counterfactual_fig3},
    {"counterfactual-fig4", "estimators by number of people (Figure 4)", &run_counterfactual_fig4},
    {"counterfactual-fig5", "coverage and length of intervals (Figure 5)",
     &run_counterfactual_fig5},
    {"counterfactual-fig6", "one audit with u-value and intervals (Figure 6)",
     &run_counterfactual_fig6},
    {"elicit-coverage", "what questions about disparities tell, and whether intervals hold",
     &run_elicit_coverage},
    {"ijdi-biased-predictions", "whether IJDI-Scan finds shifted predictions (Experiment 2)",
     &run_ijdi_biased_predictions},
    {"ijdi-level", "what the verdicts of IJDI-Scan are worth, on people of known truth",
     &run_ijdi_level},
    {"ijdi-mitigation", "thresholds per group and iterative correction (Tables 1, 3 to 10)",
     &run_ijdi_mitigation},
    {"ijdi-randomization", "randomised thresholds and what they promise (Appendix M)",
     &run_ijdi_randomization},
    {"ijdi-thresholding", "IJDI-Scan up to the lambda* of the theory (Experiment 1)",
     &run_ijdi_thresholding},
    {"metrics-level", "whether intervals and tests of rates by group hold what they say",
     &run_metrics_level},
    {"mitigate-halves", "whether new thresholds hold on people they were not made from",
     &run_mitigate_halves},
    {"sampling-bias", "detection power as sampling bias and data grow (Bias Scan theory)",
     &run_sampling_bias_study},
    {"scan-families", "whether scans of numbers and counts keep their level", &run_scan_families},
    {"sources-adult",
     "income of men and women, the paper's numbers beside ours (section 5.1, Figure 2)",
     &run_sources_adult},
    {"sources-advice", "advice held against brute force on data with known causes",
     &run_sources_advice},
    {"sources-scenarios", "three causes of a difference, taken apart with known truth (Figure 1)",
     &run_sources_scenarios},
    {"sources-synthetic", "learning curves with known Bayes errors (supplement B.2, Figure 4)",
     &run_sources_synthetic},
    {"sources-text", "generated notes and reviews with known topics and gaps (Figure 6c)",
     &run_sources_text},
});

}  // namespace

int run_reproduce(std::vector<std::string> arguments) {
  return run_named("reproduce", "study", kStudies, std::move(arguments));
}

}  // namespace faultline::cli

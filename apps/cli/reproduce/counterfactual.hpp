#pragma once
// `faultline reproduce counterfactual-fig1` to `-fig6`: the figures of the paper on error rates had
// nobody been treated; `counterfactual-coverage`: what our intervals are worth.

#include <string>
#include <vector>

namespace faultline::cli {

int run_counterfactual_fig1(std::vector<std::string> arguments);
int run_counterfactual_fig2(std::vector<std::string> arguments);
int run_counterfactual_fig3(std::vector<std::string> arguments);
int run_counterfactual_fig4(std::vector<std::string> arguments);
int run_counterfactual_fig5(std::vector<std::string> arguments);
int run_counterfactual_fig6(std::vector<std::string> arguments);
int run_counterfactual_coverage(std::vector<std::string> arguments);

}  // namespace faultline::cli

#pragma once
// Could something that no column records explain the gaps? How strongly it would have to bear on
// treatment, in a sentence and a chart.

#include <string>

#include "faultline/report/document/document.hpp"
#include "faultline/report/methods/counterfactual/words.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// For the rates in which two groups are told apart, with what a flag does to treatment for
/// comparison; empty where none are.
[[nodiscard]] std::string unseen_sentence(const result::Result& result,
                                          const result::CounterfactualReport::Decision& decision);

[[nodiscard]] Section unseen_section(const result::Result& result,
                                     const result::CounterfactualReport::Decision& decision);

}  // namespace faultline::report

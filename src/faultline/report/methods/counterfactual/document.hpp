#pragma once
// Counterfactual error rates as a document: the answer in words, each decision's groups, gaps and
// positivity, differences between decisions, small groups, the models, and what all of it assumes.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

void write_counterfactual(const result::Result& result, Document& document);

}  // namespace faultline::report

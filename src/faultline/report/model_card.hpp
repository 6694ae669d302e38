#pragma once
// A section for a model card (Mitchell et al. 2019) in Markdown, with the metadata that Hugging
// Face's cards have in front: a `model-index` whose results are rates of slices of people, each
// with its confidence interval.

#include <string>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// Rates by group where the result has them (`metrics`, `check`), and what searches found with
/// evidence. Throws InputError for a result that has neither rates nor findings.
[[nodiscard]] std::string to_model_card(const result::Result& result);

}  // namespace faultline::report

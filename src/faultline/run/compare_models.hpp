#pragma once
// The part of `compare` that is about two models on the same people.

#include "faultline/run/compare.hpp"

namespace faultline::run {

/// `spec` is valid, and names two columns of scores or decisions.
[[nodiscard]] methods::Result compare_models(const CompareSpec& spec, data::Source& source,
                                             const Context& context);

/// The attributes whose groups the table shows: those protected, or those scanned.
[[nodiscard]] std::vector<std::size_t> table_attributes(const CompareSpec& spec,
                                                        const data::People& people);

/// Findings, changes, notices and models join the result.
void take(methods::CompareResult found, methods::Result& result);

}  // namespace faultline::run

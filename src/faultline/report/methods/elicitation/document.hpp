#pragma once
// Elicited preferences as a document: what follows from the answers, the answers themselves, how to
// read them. Nobody was scanned, so its front speaks of answers where others speak of data.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// For a result that has an elicitation; replaces the opening, roles and remarks of the front.
void write_elicitation(const result::Result& result, Document& document);

}  // namespace faultline::report

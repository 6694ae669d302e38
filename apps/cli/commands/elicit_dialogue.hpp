#pragma once
// The questions of `faultline elicit`, in the words of the user's domain, one at a time. Questions
// and complaints go to one stream, answers come from another, line by line: a terminal, a pipe and
// a test are the same to it.

#include <iosfwd>

#include "faultline/run/elicit.hpp"

namespace faultline::cli {

/// Fills the spec with what is answered, and with the ratio of costs where it has none. A dominated
/// answer is asked again, until it is not dominated or is given twice in a row: then it is kept,
/// and marked by the estimate. What is no number in range is asked again. `echo` repeats each
/// answer on the questions' stream. Throws ConfigError.
void ask(run::ElicitSpec& spec, bool echo, std::istream& in, std::ostream& out);

}  // namespace faultline::cli

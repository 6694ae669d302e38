#pragma once
// How large an effect is, in words: the estimate, the interval that allows for the search, and the
// estimate drawn back by what a search finds in noise. An interval has the confidence 1 - alpha of
// its run, so that it leaves out "no difference" exactly when there is evidence.

#include <string>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// "95 %": of the intervals that go with a run's verdicts.
[[nodiscard]] std::string confidence_of(const result::Result& result);

/// "95 % interval over the whole search 1.28 to 2.87"; without a search "95 % interval 1.28 to
/// 2.87". Empty without an interval.
[[nodiscard]] std::string theta_interval_words(const result::Finding& finding,
                                               const result::Result& result);

/// "95 % interval over the whole search 64.5 % to 79.2 %", of the observed rate; says so where it
/// does not count the search. Empty without an interval.
[[nodiscard]] std::string rate_interval_words(const result::Finding& finding,
                                              const result::Result& result);

/// "Odds 2.63 times as high as expected: between 2.21 and 2.93 with 95 % confidence, the whole
/// search counted; 2.49 after correcting for the search picking extremes." A shift of log-odds is
/// told as the odds it stands for. Empty when nothing is known of the size.
[[nodiscard]] std::string size_sentence(const result::Finding& finding,
                                        const result::Result& result);

}  // namespace faultline::report

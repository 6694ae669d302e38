#pragma once
// What a finding of a method, metric and direction is about, as parts of sentences: whoever writes
// a finding's sentences, facts or null chart asks here and need not know the method. A method that
// has findings adds its case in wording.cpp.

#include <string>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// Parts of sentences; each comment shows the sentence it completes.
struct Wording {
  std::string title{};              // heading: "Outcome more frequent than predicted"
  std::string short_consequence{};  // after the heading on the terminal: "predictions too low"
  std::string consequence{};  // "That means: ___."  "the predictions are too low for these people"
  std::string subject{};      // "The ___ could not be computed"  "false positive rate"
  std::string happened{};     // "69.0 % ___"  "had the outcome"
  std::string reference{};    // "where ___ 58.4 %"  "the predictions expect"
  std::string suspicion{};  // "not enough evidence that ___"  "the predictions are too low for any
                            // subgroup"
  std::string
      reassurance{};  // "It does not show that ___"  "the predictions are right for every subgroup"
  std::string null_data{};  // "the 999 data sets ___"  "simulated as if the predictions were right
                            // for everybody"; null_data() below knows the run's options, too
  std::string absence{};    // whole sentence for a search that found nothing
  std::string everybody = "everybody";  // the subgroup that names no value
  std::string everyone{};               // whole sentence for the finding "everybody"
};

[[nodiscard]] Wording wording(const result::Finding& finding);

/// Which data the null scores come from: "the 999 data sets ___". An audit shuffles class
/// membership over everyone or within people alike; the run's configuration says which.
[[nodiscard]] std::string null_data(const result::Finding& finding, const result::Result& result);

/// The method behind a command, and the question it answers: "Bias Scan", "Where are the
/// predictions too high or too low?".
struct Title {
  std::string method{};
  std::string question{};
};
[[nodiscard]] Title title(result::Command command);

/// What theta says: "the odds of the outcome are 1.74 times what the predictions say"; empty when
/// there is nothing to say. `wanted`: a positive decision helps (criterion.hpp).
[[nodiscard]] std::string theta_meaning(const result::Finding& finding, bool wanted = false);

}  // namespace faultline::report

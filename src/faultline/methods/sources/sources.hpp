#pragma once
// Where differences between groups' costs come from (Chen, Johansson, Sontag 2018): what a model
// costs each group, bias, variance and noise of it, how it changes with more training data, bounds
// on what no model can avoid, clusters where it is worst, and what follows from all that.

#include <string>
#include <utility>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

struct SourcesResult {
  SourcesReport report{};
  Notices notices{};
  std::vector<std::pair<std::string, double>> timing{};  // seconds by part
  bool partial = false;                                  // stopped: parts are missing
};

/// Parts that need a learner are cut, with a sentence, when none is named. Throws InputError when
/// there are fewer than two groups or nothing to analyse, ConfigError, Cancelled when stopped
/// before anything was done.
[[nodiscard]] SourcesResult find_sources(const SourcesInput& input, const SourcesOptions& options,
                                         const Hooks& hooks = {});

}  // namespace faultline::methods

#pragma once
// People of group a and a smaller group b for tests of what columns and labels change. The outcome
// follows x0 in a; in b it follows what a test says.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "faultline/methods/sources/input.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {

struct TwoGroups {
  SourcesInput input{};
  std::vector<std::vector<double>> x{};  // columns of the features
  std::vector<double> hidden{};          // what nobody measured
};

/// `decides` of x and the hidden number, for people of b: whether the outcome is likely; nine times
/// of ten it is as likely. `columns` of the features are standard normal, and so is what is hidden.
inline TwoGroups two_groups(std::int64_t people, double share_of_b, int columns,
                            const std::function<bool(const std::vector<double>&, double)>& decides,
                            std::uint32_t draw = 0) {
  TwoGroups result;
  SourcesInput& input = result.input;
  input.protected_column = "g";
  input.groups = {"a", "b"};
  result.x.resize(static_cast<std::size_t>(columns));
  rng::Stream stream(11, rng::Purpose::test, draw);
  for (std::int64_t i = 0; i < people; ++i) {
    const bool b = rng::bernoulli(stream, share_of_b);
    std::vector<double> x;
    for (int j = 0; j < columns; ++j) x.push_back(rng::normal(stream));
    const double hidden = rng::normal(stream);
    for (std::size_t j = 0; j < x.size(); ++j) result.x[j].push_back(x[j]);
    result.hidden.push_back(hidden);
    const bool likely = b ? decides(x, hidden) : x[0] > 0;
    input.group.push_back(b ? 1 : 0);
    input.outcome.push_back(rng::bernoulli(stream, likely ? 0.9 : 0.1) ? 1 : 0);
  }
  input.features = std::make_unique<model::Features>(people);
  for (std::size_t j = 0; j < result.x.size(); ++j)
    input.features->add(fmt::format("x{}", j), result.x[j]);
  return result;
}

/// Part candidates alone, quick enough for a unit test.
inline SourcesOptions only_candidates(const char* learner = "logistic") {
  SourcesOptions options;
  options.learners = {model::parse_learner(learner)};
  options.costs = options.forecasts = false;
  options.decomposition = options.curves = options.noise = options.clusters = false;
  options.tune = false;
  options.labels = 0;
  options.threads = 1;
  return options;
}

}  // namespace faultline::methods

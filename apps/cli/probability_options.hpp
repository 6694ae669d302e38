#pragma once
// Where the true probability of the outcome comes from, the same for every command of the IJDI
// criterion: a column, or a model fitted to the data.

#include <optional>
#include <string>

#include "cli/data_options.hpp"

#include "faultline/audit/result.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::cli {

struct ProbabilityOptions {
  std::string column{};  // --true-probability
  std::string fit{};     // --fit-probability: a learner's name
};

void add_probability_options(Options& options, DataOptions& data, ProbabilityOptions& probability);

/// After parsing: one of the two, and the column among the numbers to read. Throws ConfigError.
void take_probability(const ProbabilityOptions& probability, const std::string& command,
                      DataOptions& data);

/// The people with the true probability as a column of numbers.
struct ProbablePeople {
  data::Profiles profiles{};
  std::string column{};
  std::optional<audit::ModelReport> model{};  // when it was fitted
};

/// Streams the people once and fits the model where one is asked for. Throws InputError.
[[nodiscard]] ProbablePeople read_with_probability(const sql::People& people,
                                                   const ProbabilityOptions& probability,
                                                   std::uint64_t seed, const std::stop_token& stop);

}  // namespace faultline::cli

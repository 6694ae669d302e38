#pragma once
// The options that say what the data is, the same for every command.

#include "cli/options.hpp"

#include "faultline/data/input.hpp"

namespace faultline::cli {

struct DataOptions {
  data::InputOptions input{};
  data::RoleOptions roles{};
  std::string missing = "refuse";
};

/// Where the data is and how it is prepared.
void add_input_options(Options& options, DataOptions& data);

/// The same, and the roles of columns.
void add_data_options(Options& options, DataOptions& data);

/// For commands that compare a class with everybody else; under the heading of the roles.
void add_protected_options(Options& options, DataOptions& data);

/// For commands that fit a model; under the heading of the roles.
void add_covariate_options(Options& options, DataOptions& data);

/// After parsing: what is typed becomes what the library takes.
void finish_data_options(DataOptions& data, int threads);

}  // namespace faultline::cli

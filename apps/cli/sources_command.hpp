#pragma once
// `faultline sources`: its options, the people it reads, and the analysis they ask for.

#include <string>
#include <vector>

#include "cli/data_options.hpp"
#include "cli/output.hpp"

#include "faultline/audit/result.hpp"
#include "faultline/audit/sources/input.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::cli {

struct SourcesCommandOptions {
  DataOptions data{};
  std::vector<std::string> protected_columns{};
  std::vector<std::string> scores{};       // columns of given predictions
  std::vector<std::string> memberships{};  // columns of soft memberships
  std::string text{};                      // column; empty: none
  std::int64_t vocabulary = 5000;          // words of it
  audit::SourcesOptions sources{};
  OutputOptions output{};
};

/// Everybody, in canonical order. Throws InputError.
[[nodiscard]] audit::SourcesInput read_sources(const sql::People& people,
                                               const SourcesCommandOptions& options,
                                               const std::stop_token& stop);

}  // namespace faultline::cli

// The file of --external: people of whom only the group and some covariates are known.

#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/counterfactual_command.hpp"
#include "cli/same_people.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::cli {

ReadExternal read_external(const CounterfactualCommandOptions& options,
                           const std::stop_token& stop) {
  const data::InputOptions& ours = options.data.input;
  const data::InputOptions input{.path = options.external.path,
                                 .null_spellings = ours.null_spellings,
                                 .missing = ours.missing,
                                 .threads = ours.threads};
  ReadExternal read;
  read.covariates = options.external.covariates;
  const std::vector<std::string> there = sql::column_names(input, stop);
  const auto is_there = [&there](const std::string& name) {
    return std::find(there.begin(), there.end(), name) != there.end();
  };
  for (const std::string& name : read.covariates) {
    if (is_there(name)) continue;
    throw InputError(
        fmt::format("--external-covariates {}: there is no such column in '{}'", name, input.path));
  }
  if (read.covariates.empty()) {
    const std::vector<std::string>& all = options.data.roles.covariates;
    std::copy_if(all.begin(), all.end(), std::back_inserter(read.covariates), is_there);
    if (read.covariates.empty()) {
      throw InputError(fmt::format(
          "--external '{}': it has none of the covariates {}; at least one must be in both files",
          input.path, join_words(all)));
    }
  }
  const sql::People people = sql::People::open(
      input,
      {.attributes = options.protected_attributes,
       .protected_classes = options.protected_attributes,
       .covariates = read.covariates,
       .attributes_option = fmt::format("--external '{}' and --protected", input.path)},
      stop);
  data::ProfilesBuilder builder(people.attributes(), people.numbers());
  people.stream(builder, stop);
  read.profiles = std::move(builder).finish();
  read.summary = people.summary();
  check_same_people(read.summary, read.profiles.people());
  return read;
}

}  // namespace faultline::cli

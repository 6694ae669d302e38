#include "faultline/run/external.hpp"

#include <algorithm>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/run/run_frame.hpp"

namespace faultline::run {

External read_external(const CounterfactualSpec& spec, data::Source& source,
                       const std::stop_token& stop) {
  const data::InputOptions& ours = spec.input;
  const data::InputOptions input{.path = spec.external,
                                 .null_spellings = ours.null_spellings,
                                 .missing = ours.missing,
                                 .threads = spec.method.threads};
  External read;
  read.covariates = spec.external_covariates;
  const std::vector<std::string> there = source.column_names(input, stop);
  const auto is_there = [&there](const std::string& name) {
    return std::find(there.begin(), there.end(), name) != there.end();
  };
  for (const std::string& name : read.covariates) {
    if (is_there(name)) continue;
    throw InputError(
        fmt::format("`external_covariates` {}: there is no such column in '{}'", name, input.path));
  }
  if (read.covariates.empty()) {
    const std::vector<std::string>& all = spec.covariates;
    std::copy_if(all.begin(), all.end(), std::back_inserter(read.covariates), is_there);
    if (read.covariates.empty()) {
      throw InputError(fmt::format(
          "`external` {}: it has none of the covariates {}; at least one must be in both files",
          input.path, join_words(all)));
    }
  }
  const std::unique_ptr<data::People> people =
      source.open(input,
                  {.attributes = spec.protected_attributes,
                   .protected_classes = spec.protected_attributes,
                   .covariates = read.covariates,
                   .attributes_option = fmt::format("`external = {}` and `protected`", input.path)},
                  stop);
  read.profiles = read_profiles(*people, stop);
  read.summary = people->summary();
  return read;
}

}  // namespace faultline::run

#pragma once
// `faultline sources`: its spec, and the run from people to result.

#include <string>
#include <vector>

#include "faultline/data/source.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/input.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/run_frame.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

using result::SourcesPart;

struct SourcesSpec : Spec {
  data::InputOptions input{};
  std::string outcome{};
  std::vector<std::string> protected_columns{};
  std::vector<std::string> covariates{};
  std::string text{};                      // column; empty: none
  std::vector<std::string> scores{};       // columns of given predictions
  std::vector<std::string> memberships{};  // columns of soft memberships
  std::string threshold{};
  std::string count{};
  std::vector<std::string> candidates{};  // columns the model does not have
  std::vector<std::string> models{};
  Choice tune = Choice::yes;
  // Curves are those of the paper, which forecasts replace; whoever wants them asks for them.
  std::vector<SourcesPart> parts{SourcesPart::costs,     SourcesPart::candidates,
                                 SourcesPart::forecasts, SourcesPart::decomposition,
                                 SourcesPart::noise,     SourcesPart::clusters};
  Choice targeted = Choice::yes;
  std::int64_t vocabulary = 5000;    // words of the text
  methods::SourcesOptions method{};  // the rest; what stands above is set from there

  SourcesSpec() { command = Command::sources; }
};
[[nodiscard]] const describe::Object& description(const SourcesSpec*);

/// What can be known to be wrong before any data is read. Throws ConfigError.
void validate(const SourcesSpec& spec);

[[nodiscard]] methods::Result sources(const SourcesSpec& spec, data::Source& source,
                                      const Context& context = {});
/// Of people that are open already, with the columns of `score` among their numbers.
[[nodiscard]] methods::Result sources_of(const SourcesSpec& spec, const OpenedPeople& opened,
                                         data::Source& source, const Context& context);
/// What the method is asked.
[[nodiscard]] methods::SourcesOptions sources_options(const SourcesSpec& spec);

}  // namespace faultline::run

#pragma once
// `faultline ijdi`: its spec, and the run from people to result.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/source.hpp"
#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/probability.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

enum class ErrorRates { fpr, tpr, both };
[[nodiscard]] std::span<const describe::Word> words(ErrorRates);

/// What a replicate of the test draws.
enum class Redraw { everything, decisions };
[[nodiscard]] std::span<const describe::Word> words(Redraw);

struct IjdiSpec : Spec {
  data::InputOptions input{};
  RoleSpec roles{};
  ProbabilitySpec probability{};
  ErrorRates error = ErrorRates::both;
  std::vector<std::string> lambdas{};
  std::string costs{};
  methods::Harm harm = methods::Harm::positive;
  double clip = methods::IjdiOptions{}.clip;
  std::int64_t least_people = methods::IjdiOptions{}.least_people;
  std::string subgroup{};
  std::optional<Redraw> redraw{};
  methods::SearchSettings search = methods::IjdiOptions{};

  IjdiSpec() { command = Command::ijdi; }
};
[[nodiscard]] const describe::Object& description(const IjdiSpec*);

/// What can be known to be wrong before any data is read. Throws ConfigError.
void validate(const IjdiSpec& spec);

[[nodiscard]] methods::Result ijdi(const IjdiSpec& spec, data::Source& source,
                                   const Context& context = {});

}  // namespace faultline::run

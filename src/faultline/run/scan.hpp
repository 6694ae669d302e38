#pragma once
// `faultline scan`: its spec, and the run from people to result.

#include <optional>
#include <string>
#include <vector>

#include "faultline/data/source.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/search_settings.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/run_frame.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

/// Directions of the observed event against its expectation.
enum class Directions { higher, lower, both };
[[nodiscard]] std::span<const describe::Word> words(Directions);

struct ScanSpec : Spec {
  data::InputOptions input{};
  RoleSpec roles{};
  Directions direction = Directions::both;
  methods::SearchSettings search{};
  result::Family family = result::Family::automatic;
  std::vector<std::string> order{};         // ordinal: classes from the lowest to the highest
  std::vector<std::string> class_scores{};  // nominal: CLASS=COL, one for every class
  std::optional<double> clip{};
  bool power = false;
  std::string holdout{};   // a share of the people, or a file, that takes no part in the search
  std::string subgroup{};  // tested without a search, or what power is about

  ScanSpec() { command = Command::scan; }
};
[[nodiscard]] const describe::Object& description(const ScanSpec*);

/// What can be known to be wrong before any data is read. Throws ConfigError.
void validate(const ScanSpec& spec);

/// Throws InputError when a prediction makes an outcome impossible and `clip` is not given.
[[nodiscard]] methods::Result scan(const ScanSpec& spec, data::Source& source,
                                   const Context& context = {});
/// Of people that are open already and have outcomes of two values.
[[nodiscard]] methods::Result scan_of(const ScanSpec& spec, const OpenedPeople& opened,
                                      data::Source& source, const Context& context);

}  // namespace faultline::run

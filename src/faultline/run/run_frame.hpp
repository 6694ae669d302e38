#pragma once
// What every run does around its method: people are opened and timed, the result begins with what
// all methods say alike, and ends with the spec as it was resolved.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "faultline/base/options.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/data/source.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/spec.hpp"
#include "faultline/run/stopwatch.hpp"

namespace faultline::run {

/// People, and how long it took to open them.
struct OpenedPeople {
  std::unique_ptr<data::People> people{};
  double seconds = 0;
};
[[nodiscard]] OpenedPeople open(data::Source& source, data::InputOptions input,
                                const data::RoleOptions& roles, int threads,
                                const Context& context);

/// The people as profiles. The input is read twice, to check it and to analyse it: throws
/// InputError when it changed meanwhile.
[[nodiscard]] data::Profiles read_profiles(const data::People& people, const std::stop_token& stop);
/// Throws InputError when `people` is not the number that was checked.
void check_same_people(const data::Summary& checked, std::int64_t people);

/// A result with what all methods say alike; `method` has seed, alpha and threads.
template <typename Method>
[[nodiscard]] methods::Result begin_result(const OpenedPeople& opened, const Method& method) {
  methods::Result result;
  result.seed = method.seed;
  result.alpha = method.alpha;
  result.threads = parallel::resolve_threads(method.threads);
  result.data = opened.people->summary();
  result.notices = opened.people->notices();
  result.timing.emplace_back("read", opened.seconds);
  return result;
}

/// Fills an option that was left to the data with what was chosen, so that the echo tells it.
inline void resolve(Spec& spec, const char* key, std::vector<std::string>& option,
                    const std::vector<std::string>& chosen) {
  if (!option.empty() || chosen.empty()) return;
  option = chosen;
  spec.by_default.emplace_back(key);
}

/// The command and the complete spec.
template <typename AnySpec>
void finish_result(const AnySpec& resolved, methods::Result& result) {
  result.command = resolved.command;
  result.config = describe::echo(resolved);
}

}  // namespace faultline::run

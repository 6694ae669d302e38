#include "faultline/search/search.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::search {

void validate(const SearchOptions& options) {
  const auto refuse = [](const char* option, auto value, const char* allowed) {
    throw ConfigError(fmt::format("`{}` {}: must be {}", option, value, allowed));
  };
  if (!(options.penalty >= 0) || !std::isfinite(options.penalty)) {
    refuse("penalty", options.penalty, "a finite number, 0 or more");
  }
  if (options.restarts < 1) refuse("restarts", options.restarts, "1 or more");
  if (options.top < 1) refuse("top", options.top, "1 or more");
  if (!(options.max_overlap > 0 && options.max_overlap <= 1)) {
    refuse("max_overlap", options.max_overlap, "above 0 and at most 1");
  }
  if (options.least_people < 1) refuse("least_people", options.least_people, "1 or more");
  if (options.least_people > 1 && options.strategy == Strategy::bounded) {
    throw ConfigError(
        "`least_people` is not for `strategy` bounded, whose proof is about subgroups of any size; "
        "use auto, exhaustive or ascent");
  }
  if (options.work_budget < 1) refuse("search_budget", options.work_budget, "1 or more");
}

}  // namespace faultline::search

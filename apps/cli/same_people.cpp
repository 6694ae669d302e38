#include "cli/same_people.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {

void check_same_people(const data::Summary& checked, std::int64_t people) {
  if (people == checked.rows_used) return;
  throw InputError(fmt::format(
      "'{}' gave {} people when it was checked and {} when it was read: it changed meanwhile, or "
      "--where or --derive use a function that is random or depends on the time",
      checked.source, with_thousands(checked.rows_used), with_thousands(people)));
}

}  // namespace faultline::cli

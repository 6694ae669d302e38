#include "faultline/run/run_frame.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::run {

OpenedPeople open(data::Source& source, data::InputOptions input, const data::RoleOptions& roles,
                  int threads, const Context& context) {
  input.threads = threads;
  const Stopwatch watch;
  if (context.hooks.progress) context.hooks.progress("reading", 0, 0);
  OpenedPeople opened;
  opened.people = source.open(input, roles, context.hooks.stop);
  opened.seconds = watch.seconds();
  return opened;
}

data::Profiles read_profiles(const data::People& people, const std::stop_token& stop) {
  data::ProfilesBuilder builder(people.attributes(), people.numbers());
  people.stream(builder, stop);
  data::Profiles profiles = std::move(builder).finish();
  check_same_people(people.summary(), profiles.people());
  return profiles;
}

void check_same_people(const data::Summary& checked, std::int64_t people) {
  if (people == checked.rows_used) return;
  throw InputError(fmt::format(
      "'{}' gave {} people when it was checked and {} when it was read: it changed meanwhile, or "
      "`where` or `derive` use a function that is random or depends on the time",
      checked.source, with_thousands(checked.rows_used), with_thousands(people)));
}

}  // namespace faultline::run

#include "cli/simulate/people_table.hpp"

#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {
namespace {

// One byte per person and attribute, and copies of it: a few hundred megabytes.
constexpr std::int64_t kMostPeople = 10'000'000;

}  // namespace

data::Table people_table(const sql::People& people, const std::stop_token& stop) {
  const std::int64_t count = people.summary().rows_used;
  if (count > kMostPeople) {
    throw InputError(fmt::format("{} has {}; a simulation takes {} at most: keep some with --where",
                                 people.summary().source, faultline::people(count),
                                 with_thousands(kMostPeople)));
  }
  data::ProfilesBuilder builder(people.attributes());
  people.stream(builder, stop);
  const data::Profiles profiles = std::move(builder).finish();
  data::Table table;
  for (std::size_t a = 0; a < profiles.attributes.size(); ++a) {
    data::CategoricalColumn column{.attribute = profiles.attributes[a]};
    column.codes.reserve(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < profiles.count.size(); ++i) {
      column.codes.insert(column.codes.end(), static_cast<std::size_t>(profiles.count[i]),
                          profiles.codes[a][i]);
    }
    table.add(std::move(column));
  }
  return table;
}

}  // namespace faultline::cli

#include "fuzz/read_people.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "faultline/base/error.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::fuzz {

bool read_people(const data::InputOptions& input, const data::RoleOptions& roles) {
  try {
    const sql::People people = sql::People::open(input, roles);
    data::ProfilesBuilder builder(people.attributes());
    people.stream(builder);
    if (std::move(builder).finish().people() != people.summary().rows_used)
      throw std::logic_error("profiles do not hold the people that are used");
    return true;
  } catch (const InputError& error) {
    if (std::string(error.what()).find('\n') != std::string::npos)
      throw std::logic_error(std::string("an error is not one line: ") + error.what());
  } catch (const ConfigError&) {
  }
  return false;
}

}  // namespace faultline::fuzz

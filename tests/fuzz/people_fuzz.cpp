// A CSV file to people: the first two bytes choose options, the rest is the file.

#include "fuzz/read_people.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace faultline;

data::InputOptions input_of(const std::string& path, unsigned choice) {
  data::InputOptions input{.path = path, .threads = 1};
  if ((choice & 1U) != 0) input.bins = {"n=quantile:3"};
  if ((choice & 2U) != 0) input.null_spellings = {"u", "1"};
  if ((choice & 4U) != 0) input.missing = data::Missing::drop;
  if ((choice & 8U) != 0) input.where = "y = '1' or n > 1";
  if ((choice & 16U) != 0) input.derive = {"c=concat(a, y)"};
  if ((choice & 32U) != 0) input.columns = {"a", "y", "p"};
  if ((choice & 64U) != 0) input.delimiter = ";";
  return input;
}

data::RoleOptions roles_of(unsigned choice) {
  data::RoleOptions roles{.outcome = "y"};
  if ((choice & 1U) == 0) {
    roles.score = "p";
  } else if ((choice & 2U) != 0) {
    roles.risk_score = "p";
  }
  if ((choice & 4U) != 0) roles.attributes = {"a"};
  if ((choice & 8U) != 0) roles.count = "n";
  if ((choice & 16U) != 0) roles.protected_classes = {"a"};
  if ((choice & 32U) != 0) roles.numbers = {"n"};
  if ((choice & 64U) != 0) roles.threshold = "0.5";
  return roles;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const fuzz::ScratchFile file(".csv", fuzz::text_of(data + 2, size - 2));
  fuzz::read_people(input_of(file.path(), data[0]), roles_of(data[1]));
  return 0;
}

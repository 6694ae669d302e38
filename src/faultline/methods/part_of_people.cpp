#include "faultline/methods/part_of_people.hpp"

#include "faultline/methods/group_rows.hpp"

namespace faultline::methods {

data::Profiles with_counts(const data::Profiles& profiles, const std::vector<std::int64_t>& count) {
  std::vector<std::int64_t> rows;
  for (std::size_t k = 0; k < count.size(); ++k) {
    if (count[k] > 0) rows.push_back(static_cast<std::int64_t>(k));
  }
  data::Profiles part;
  part.attributes = profiles.attributes;
  part.number_names = profiles.number_names;
  for (const auto& codes : profiles.codes) part.codes.push_back(values_at(codes, rows));
  for (const auto& numbers : profiles.numbers) part.numbers.push_back(values_at(numbers, rows));
  part.prediction = values_at(profiles.prediction, rows);
  part.outcome = values_at(profiles.outcome, rows);
  part.decision = values_at(profiles.decision, rows);
  part.count = values_at(count, rows);
  return part;
}

}  // namespace faultline::methods

#pragma once
// People for tests of IJDI-Scan: attributes, true probability, outcome and decision.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/small_cells.hpp"

#include "faultline/data/profiles.hpp"
#include "faultline/methods/ijdi/ijdi.hpp"

namespace faultline::testing {

/// One record of people who share everything.
struct IjdiRecord {
  std::vector<data::Code> codes{};
  double p = 0;
  bool outcome = false;
  bool decision = false;
  std::int64_t count = 1;
};

inline data::Profiles ijdi_profiles(const std::vector<data::Attribute>& attributes,
                                    const std::vector<IjdiRecord>& records) {
  data::Profiles rows;
  rows.codes.resize(attributes.size());
  rows.number_names = {"p"};
  rows.numbers.resize(1);
  for (const IjdiRecord& record : records) {
    for (std::size_t a = 0; a < attributes.size(); ++a) rows.codes[a].push_back(record.codes[a]);
    rows.numbers[0].push_back(record.p);
    rows.outcome.push_back(record.outcome ? 1 : 0);
    rows.decision.push_back(record.decision ? 1 : 0);
    rows.count.push_back(record.count);
  }
  data::ProfilesBuilder builder(attributes, {"p"});
  data::send(rows, builder);
  return std::move(builder).finish();
}

inline methods::IjdiInput ijdi_input(const data::Profiles& profiles) {
  methods::IjdiInput input{.profiles = profiles, .true_probability = "p"};
  for (const data::Attribute& attribute : profiles.attributes) {
    input.scanned.push_back(attribute.name);
  }
  return input;
}

}  // namespace faultline::testing

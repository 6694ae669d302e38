#pragma once
// People for tests of the Bias Scan: a small lattice with several predictions in every cell, one
// subgroup biased upwards and one downwards.

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/small_cells.hpp"

#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {

/// Attributes a (2), b (3), c (2). People with a_1, b_0 have the event `up` times the predicted
/// odds, people with a_0, b_2 `down` times.
inline data::Profiles biased_people(double up, double down, std::uint64_t seed,
                                    std::int64_t people_per_prediction = 12) {
  rng::Stream stream(seed, rng::Purpose::test, 1);
  std::vector<testing::Group> groups;
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 3; ++b) {
      for (int c = 0; c < 2; ++c) {
        for (int i = 0; i < 4; ++i) {
          const double p = 0.05 + 0.9 * rng::uniform(stream);
          double odds = p / (1 - p);
          if (a == 1 && b == 0) odds *= up;
          if (a == 0 && b == 2) odds *= down;
          testing::Group group;
          group.codes = {static_cast<data::Code>(a), static_cast<data::Code>(b),
                         static_cast<data::Code>(c)};
          group.p = p;
          group.n = people_per_prediction;
          group.y = rng::binomial(stream, group.n, odds / (1 + odds));
          groups.push_back(group);
        }
      }
    }
  }
  return testing::profiles_of(testing::letters({2, 3, 2}), groups);
}

/// Sends the people of a subgroup, as the SQL adapter does for a second pass.
inline void send_subgroup(const data::Profiles& profiles, const search::Subgroup& subgroup,
                          data::ProfileSink& sink) {
  data::Profiles inside;
  inside.attributes = profiles.attributes;
  inside.codes.resize(profiles.attributes.size());
  for (std::int64_t i = 0; i < profiles.size(); ++i) {
    bool in = true;
    for (std::size_t a = 0; a < profiles.codes.size(); ++a)
      in = in && ((subgroup.sets[a] >> profiles.codes[a][i]) & 1) != 0;
    if (!in) continue;
    for (std::size_t a = 0; a < profiles.codes.size(); ++a)
      inside.codes[a].push_back(profiles.codes[a][i]);
    inside.prediction.push_back(profiles.prediction[i]);
    inside.outcome.push_back(profiles.outcome[i]);
    inside.count.push_back(profiles.count[i]);
  }
  data::send(inside, sink);
}

/// So many replicates, all of them drawn, on one thread.
inline BiasScanOptions quick(std::int64_t replicates) {
  BiasScanOptions options;
  options.replicates = replicates;
  options.sequential = data::Choice::no;
  options.threads = 1;
  return options;
}

}  // namespace faultline::methods

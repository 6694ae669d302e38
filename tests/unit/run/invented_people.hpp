#pragma once
// People in memory for the tests of runs: a model that is wrong for one subgroup.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/data/memory_source.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/rng/stream.hpp"

namespace faultline::test {

/// Columns sex, region, age, y, p, flag, drug; among women of the South the outcome is far more
/// frequent than p says.
inline data::MemorySource invented_people(std::int64_t people = 600) {
  std::vector<std::string> sex;
  std::vector<std::string> region;
  std::vector<double> age;
  std::vector<double> outcome;
  std::vector<double> prediction;
  std::vector<double> flag;
  std::vector<double> drug;
  rng::Stream stream{7, rng::Purpose::test, 0};
  for (std::int64_t i = 0; i < people; ++i) {
    const bool woman = rng::uniform(stream) < 0.5;
    const bool south = rng::uniform(stream) < 0.5;
    const double years = 20 + static_cast<double>(static_cast<int>(rng::uniform(stream) * 50));
    const double p = 0.2 + 0.1 * static_cast<double>(static_cast<int>(rng::uniform(stream) * 4));
    const double truth = woman && south ? p + 0.4 : p;
    sex.emplace_back(woman ? "F" : "M");
    region.emplace_back(south ? "South" : "North");
    age.push_back(years);
    prediction.push_back(p);
    outcome.push_back(rng::uniform(stream) < truth ? 1 : 0);
    flag.push_back(rng::uniform(stream) < (woman ? 0.6 : 0.3) ? 1 : 0);
    drug.push_back(rng::uniform(stream) < 0.3 ? 1 : 0);
  }
  data::MemorySource source;
  source.add_text("sex", sex);
  source.add_text("region", region);
  source.add_numbers("age", age);
  source.add_numbers("y", outcome);
  source.add_numbers("p", prediction);
  source.add_numbers("flag", flag);
  source.add_numbers("drug", drug);
  return source;
}

}  // namespace faultline::test

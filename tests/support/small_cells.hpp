#pragma once
// Hand-written scan problems: a few groups of people, each with its attribute codes, prediction,
// size and events.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/resample/count_distributions.hpp"
#include "faultline/search/bernoulli_cells.hpp"

namespace faultline::testing {

struct Group {
  std::vector<data::Code> codes{};
  double p = 0;
  std::int64_t n = 0;
  std::int64_t y = 0;
};

/// Attributes a, b, c, ... with values a0, a1, ...
inline std::vector<data::Attribute> letters(const std::vector<int>& arities) {
  std::vector<data::Attribute> attributes;
  for (std::size_t a = 0; a < arities.size(); ++a) {
    data::Attribute attribute;
    attribute.name = std::string(1, static_cast<char>('a' + a));
    for (int v = 0; v < arities[a]; ++v)
      attribute.labels.push_back(attribute.name + "_" + std::to_string(v));
    attributes.push_back(std::move(attribute));
  }
  return attributes;
}

inline data::Profiles profiles_of(const std::vector<data::Attribute>& attributes,
                                  const std::vector<Group>& groups) {
  data::Profiles rows;
  rows.codes.resize(attributes.size());
  for (const Group& group : groups) {
    for (const bool event : {false, true}) {
      const std::int64_t people = event ? group.y : group.n - group.y;
      if (people == 0) continue;
      for (std::size_t a = 0; a < attributes.size(); ++a) rows.codes[a].push_back(group.codes[a]);
      rows.prediction.push_back(group.p);
      rows.outcome.push_back(event ? 1 : 0);
      rows.count.push_back(people);
    }
  }
  data::ProfilesBuilder builder(attributes);
  data::send(rows, builder);
  return std::move(builder).finish();
}

inline search::BernoulliCells cells_of(const std::vector<data::Attribute>& attributes,
                                       const std::vector<Group>& groups) {
  return search::make_bernoulli_cells(profiles_of(attributes, groups));
}

/// The same people with their predictions folded away, and the laws that replace them.
struct Folded {
  search::BernoulliCells cells{};
  resample::CountDistributions laws{};
};
inline Folded fold(const data::Profiles& profiles) {
  Folded folded;
  search::BernoulliCellsBuilder builder(profiles.attributes, false);
  builder.on_distribution([&folded](const math::CountDistribution& law) { folded.laws.add(law); });
  data::send(profiles, builder);
  folded.cells = std::move(builder).finish();
  return folded;
}

}  // namespace faultline::testing

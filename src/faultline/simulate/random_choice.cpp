#include "faultline/simulate/random_choice.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/simulate/columns.hpp"

namespace faultline::simulate {

ClassChoice random_class(const data::Table& table, std::uint64_t seed, std::uint32_t replicate) {
  const auto columns = categorical_columns(table);
  struct Candidate {
    const data::Attribute* attribute;
    std::vector<std::size_t> values;  // that occur
  };
  std::vector<Candidate> candidates;
  for (const auto* column : columns) {
    std::vector<bool> seen(column->attribute.labels.size(), false);
    for (const data::Code code : column->codes) seen[code] = true;
    Candidate candidate{&column->attribute, {}};
    for (std::size_t v = 0; v < seen.size(); ++v) {
      if (seen[v]) candidate.values.push_back(v);
    }
    if (candidate.values.size() > 1) candidates.push_back(std::move(candidate));
  }
  if (candidates.empty()) {
    throw InputError("every attribute has one value only: there is no class to protect");
  }
  rng::Stream stream = stream_for(seed, replicate, kClass);
  const Candidate& chosen = candidates[rng::below(stream, candidates.size())];
  const std::size_t value = chosen.values[rng::below(stream, chosen.values.size())];
  return {chosen.attribute->name, chosen.attribute->labels[value]};
}

NamedSubgroup random_subgroup(const data::Table& table, const ClassChoice& protected_class,
                              int attribute_count, double keep, std::uint64_t seed,
                              std::uint32_t replicate) {
  const auto columns = categorical_columns(table);
  const std::vector<data::Attribute> attributes = attributes_of(columns);
  std::vector<std::size_t> eligible;
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (attributes[a].name != protected_class.attribute) eligible.push_back(a);
  }
  if (attribute_count < 1 || static_cast<std::size_t>(attribute_count) > eligible.size()) {
    throw OptionError("n_bias", fmt::format("{}", attribute_count),
                      fmt::format("must be from 1 to {}, the number of attributes to choose from",
                                  eligible.size()));
  }
  if (!(keep > 0 && keep <= 1)) {
    throw OptionError("p_bias", shortest(keep), "must be above 0 and at most 1");
  }
  std::vector<std::uint8_t> in_class(static_cast<std::size_t>(table.rows()), 1);
  if (!protected_class.value.empty()) {
    in_class = rows_with(table, protected_class.attribute, protected_class.value);
    // The loop below ends only when somebody can belong.
    if (std::find(in_class.begin(), in_class.end(), 1) == in_class.end()) {
      throw InputError(
          fmt::format("nobody has {} = {}", protected_class.attribute, protected_class.value));
    }
  }
  rng::Stream stream = stream_for(seed, replicate, kSubgroup);
  std::vector<data::Code> person(columns.size());
  for (;;) {
    rng::shuffle(stream, std::span<std::size_t>(eligible));
    std::vector<std::size_t> chosen(eligible.begin(), eligible.begin() + attribute_count);
    std::sort(chosen.begin(), chosen.end());
    NamedSubgroup subgroup;
    bool every_attribute_has_a_value = true;
    for (const std::size_t a : chosen) {
      std::vector<std::string> values;
      for (const std::string& label : attributes[a].labels) {
        if (rng::uniform(stream) < keep) values.push_back(label);
      }
      every_attribute_has_a_value = every_attribute_has_a_value && !values.empty();
      subgroup.emplace_back(attributes[a].name, std::move(values));
    }
    if (!every_attribute_has_a_value) continue;
    const Membership membership(subgroup, attributes);
    for (std::size_t row = 0; row < static_cast<std::size_t>(table.rows()); ++row) {
      if (in_class[row] == 0) continue;
      for (std::size_t a = 0; a < columns.size(); ++a) person[a] = columns[a]->codes[row];
      if (membership.contains(person)) return subgroup;
    }
  }
}

}  // namespace faultline::simulate

#include "faultline/simulate/named_subgroup.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::simulate {
namespace {

[[noreturn]] void unknown(std::string_view kind, const std::string& name,
                          const std::vector<std::string>& known) {
  const auto nearest = nearest_name(name, known);
  throw ConfigError(
      nearest
          ? fmt::format("the subgroup names the {} '{}', which does not exist; did you mean '{}'?",
                        kind, name, *nearest)
          : fmt::format("the subgroup names the {} '{}', which does not exist; choose {}", kind,
                        name, join_words(known, 10, "or")));
}

}  // namespace

Membership::Membership(const NamedSubgroup& subgroup,
                       const std::vector<data::Attribute>& attributes)
    : sets_(attributes.size(), ~std::uint64_t{0}) {
  std::vector<std::string> names;
  names.reserve(attributes.size());
  for (const data::Attribute& attribute : attributes) names.push_back(attribute.name);
  std::vector<bool> seen(attributes.size(), false);
  for (const auto& [name, values] : subgroup) {
    const auto position = std::find(names.begin(), names.end(), name);
    if (position == names.end()) unknown("attribute", name, names);
    const auto a = static_cast<std::size_t>(position - names.begin());
    if (seen[a])
      throw ConfigError(
          fmt::format("the subgroup names the attribute '{}' twice; list its values once", name));
    if (values.empty())
      throw ConfigError(
          fmt::format("the subgroup lists no value of '{}'; name at least one", name));
    seen[a] = true;
    sets_[a] = 0;
    for (const std::string& value : values) {
      const std::vector<std::string>& labels = attributes[a].labels;
      const auto found = std::find(labels.begin(), labels.end(), value);
      if (found == labels.end()) unknown(fmt::format("value of '{}',", name), value, labels);
      sets_[a] |= std::uint64_t{1} << (found - labels.begin());
    }
  }
}

std::string to_text(const NamedSubgroup& subgroup) {
  std::vector<std::string> parts;
  for (const auto& [name, values] : subgroup)
    parts.push_back(fmt::format("{}={}", name, fmt::join(values, "|")));
  return fmt::format("{}", fmt::join(parts, ";"));
}

}  // namespace faultline::simulate

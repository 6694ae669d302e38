#pragma once
// A subgroup by names <-> {"attribute": ["value", ...], ...}; {} is everybody.

#include "faultline/audit/result.hpp"
#include "faultline/report/json_node.hpp"

namespace faultline::report {

inline Json subgroup_block(const audit::NamedValues& subgroup) {
  Json object = Json::object();
  for (const auto& [attribute, values] : subgroup) object[attribute] = values;
  return object;
}

inline audit::NamedValues read_subgroup(const Node& node) {
  audit::NamedValues subgroup;
  for (const auto& [attribute, values] : node.members()) {
    subgroup.emplace_back(attribute, values.texts());
  }
  return subgroup;
}

}  // namespace faultline::report

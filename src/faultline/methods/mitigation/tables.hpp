#pragma once
// Whom new thresholds concern, and the tables of rates before and after.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/methods/mitigation/mitigation.hpp"

namespace faultline::methods {

struct AffectedSubgroup {
  NamedValues subgroup{};
  std::string text{};
};

/// Those that rules name, with everybody else where one attribute says who that is. With points,
/// which name values and no subgroups: the values whose rate changes most.
[[nodiscard]] std::vector<AffectedSubgroup> affected_subgroups(
    const MitigationInput& tested, const MitigationReport& report,
    const std::vector<std::int64_t>& old, const std::vector<std::int64_t>& positive);

/// Rates of everybody and of those affected; who was decided otherwise.
void fill_tables(const MitigationInput& tested, const std::vector<std::int64_t>& old,
                 const std::vector<std::int64_t>& positive, MitigationResult& result);

}  // namespace faultline::methods

#pragma once
// Decision rules: subgroup -> threshold, in order. The last rule that fits a person decides: score
// above (or at least) its threshold is a positive decision.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::methods {

/// Reads 'race=A|B;sex=Female:0.55;*:0.5': entries SUBGROUP:THRESHOLD, '*' is everybody, a
/// threshold may carry its comparator (':>=0.5') and else has `comparator`. The rules keep their
/// order, but for '*', which comes first. Throws ConfigError that names --thresholds.
[[nodiscard]] std::vector<MitigationReport::Rule> parse_group_thresholds(
    std::span<const std::string> texts, const std::vector<data::Attribute>& attributes,
    Comparator comparator);

/// The subgroup over these attributes; values that they do not have are left out. Throws
/// InputError when an attribute is not there.
[[nodiscard]] search::Subgroup subgroup_of(const NamedValues& named,
                                           const std::vector<data::Attribute>& attributes);

/// 1 for every profile inside.
[[nodiscard]] std::vector<std::uint8_t> members(const data::Profiles& profiles,
                                                const NamedValues& subgroup);

[[nodiscard]] bool exceeds(double score, Comparator comparator, double threshold);

/// The threshold of a rule that draws none.
[[nodiscard]] Cutoff cutoff_of(const MitigationReport::Rule& rule);

/// How many people of each profile are positive: none or all, but for lots, which are dealt out
/// evenly (cutoff.hpp). The first rule must be for everybody.
[[nodiscard]] std::vector<std::int64_t> decide(const data::Profiles& profiles,
                                               std::span<const MitigationReport::Rule> rules);

/// Uniform on [threshold - width, threshold + width]; depends on seed and row alone.
[[nodiscard]] double random_threshold(std::uint64_t seed, std::int64_t row, double threshold,
                                      double width);

/// Half-width of randomised thresholds, 1 / (2 lambda). Throws ConfigError unless lambda >= 1.
[[nodiscard]] double random_width(double lambda);

/// The profiles with these decisions; a profile whose people differ becomes two.
[[nodiscard]] data::Profiles with_decisions(const data::Profiles& profiles,
                                            std::span<const std::int64_t> positive);

}  // namespace faultline::methods

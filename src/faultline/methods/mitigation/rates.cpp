#include "faultline/methods/mitigation/rates.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/methods/group_rows.hpp"
#include "faultline/methods/mitigation/rules.hpp"

namespace faultline::methods {
namespace {

double share(std::int64_t part, std::int64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

MitigationReport::Rates rates_of(const data::Profiles& profiles,
                                 std::span<const std::int64_t> positive,
                                 const NamedValues& subgroup, const std::string& text) {
  const std::vector<std::uint8_t> inside = members(profiles, subgroup);
  std::int64_t people[2] = {0, 0};    // [outcome]
  std::int64_t selected[2] = {0, 0};  // [outcome]
  for (std::size_t k = 0; k < inside.size(); ++k) {
    if (inside[k] == 0) continue;
    const int outcome = profiles.outcome[k] != 0 ? 1 : 0;
    people[outcome] += profiles.count[k];
    selected[outcome] += positive[k];
  }
  MitigationReport::Rates rates;
  rates.text = text;
  rates.subgroup = subgroup;
  rates.n = people[0] + people[1];
  if (people[0] > 0) rates.fpr = share(selected[0], people[0]);
  if (people[1] > 0) rates.tpr = share(selected[1], people[1]);
  if (rates.n > 0) {
    rates.accuracy = share(selected[1] + people[0] - selected[0], rates.n);
    rates.selection_rate = share(selected[0] + selected[1], rates.n);
  }
  return rates;
}

InsideOutside compare(const MitigationInput& input, ErrorRate error,
                      std::span<const std::int64_t> positive, const NamedValues& subgroup) {
  const data::Profiles& profiles = input.profiles;
  const auto p_at = position_of(profiles.number_names, input.true_probability);
  if (!p_at) throw InternalError("mitigation needs the true probability");
  const std::vector<std::uint8_t> inside = members(profiles, subgroup);
  const std::uint8_t wanted = error == ErrorRate::fpr ? 0 : 1;
  InsideOutside sums;
  math::CompensatedSum p;
  math::CompensatedSum p_outside;
  for (std::size_t k = 0; k < inside.size(); ++k) {
    if (profiles.outcome[k] != wanted) continue;
    const double weight = static_cast<double>(profiles.count[k]) * profiles.numbers[*p_at][k];
    if (inside[k] != 0) {
      sums.n += profiles.count[k];
      sums.decisions += positive[k];
      p.add(weight);
    } else {
      sums.n_outside += profiles.count[k];
      sums.decisions_outside += positive[k];
      p_outside.add(weight);
    }
  }
  if (sums.n > 0) sums.p = p.value() / static_cast<double>(sums.n);
  if (sums.n_outside > 0) sums.p_outside = p_outside.value() / static_cast<double>(sums.n_outside);
  return sums;
}

double excess(const InsideOutside& sums, double lambda) {
  if (sums.n == 0 || sums.n_outside == 0) return 0;
  return std::max(0.0, sums.rate() - sums.allowed(lambda));
}

std::string worse_sentence(const std::string& text, ErrorRate error, const InsideOutside& before,
                           const InsideOutside& after, double lambda) {
  // Rates are ratios of counts: what differs by less differs by rounding only.
  constexpr double kSameRate = 1e-9;
  const double old_excess = excess(before, lambda);
  const double new_excess = excess(after, lambda);
  if (new_excess <= old_excess + kSameRate) return "";
  const std::string was =
      old_excess > 0 ? fmt::format("before by {:.1f}", 100 * old_excess) : "before it did not";
  return fmt::format(
      "the {} of \u201c{}\u201d exceeds what its base rate justifies by {:.1f} points, {}: {:.1f} "
      "% "
      "against {:.1f} % outside, before {:.1f} % against {:.1f} %.",
      error == ErrorRate::fpr ? "false positive rate" : "true positive rate", text,
      100 * new_excess, was, 100 * after.rate(), 100 * after.rate_outside(), 100 * before.rate(),
      100 * before.rate_outside());
}

}  // namespace faultline::methods

#include "faultline/methods/bias_scan/holdout.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/bias_scan/scan_problem.hpp"
#include "faultline/methods/bias_scan/scan_round.hpp"
#include "faultline/methods/part_of_people.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
HoldoutParts hold_out(const data::Profiles& profiles, double share, std::uint64_t seed) {
  const std::int64_t people = profiles.people();
  const auto held = static_cast<std::int64_t>(std::llround(share * static_cast<double>(people)));
  if (held < 1 || held >= people) {
    throw InputError(
        fmt::format("`holdout` {}: of {} people {} would be held out; both parts need "
                    "people",
                    shortest(share), with_thousands(people), with_thousands(held)));
  }
  rng::Stream stream(seed, rng::Purpose::split, 0);
  std::vector<std::int64_t> out(profiles.count.size());
  rng::multivariate_hypergeometric(stream, profiles.count, held, out);
  std::vector<std::int64_t> in(profiles.count);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] -= out[i];
  return {.searched = with_counts(profiles, in), .held_out = with_counts(profiles, out)};
}

BiasScanResult holdout_scan(const BiasScanInput& searched, const BiasScanInput& held_out,
                            const BiasScanOptions& options, const Hooks& hooks) {
  validate(options);
  BiasScanOptions search = options;
  search.replicates = 0;  // what the searched part says about chance is not used
  const ScanProblem problem(searched);
  const ScanRound found = scan_round(problem, search, options.directions, 1, hooks);
  BiasScanOptions test = options;
  test.directions.clear();
  BiasScanResult result;
  std::vector<const Finding*> sources;
  for (std::size_t i = 0; i < found.findings.size(); ++i) {
    const search::Direction direction = found.findings[i].direction;
    const auto& attributes = held_out.cells.lattice.attributes;
    bool anybody = false;
    if (found.findings[i].subgroup) {
      search::CellSet{held_out.cells.lattice, found.winners[i]}.for_each(
          [&](std::int64_t) { anybody = true; });
    }
    if (!anybody) {
      result.notices.push_back(Notice::note(
          fmt::format("`holdout`: in direction {} {}", name_of(direction),
                      found.findings[i].subgroup
                          ? fmt::format("nobody of the subgroup found, {}, is held out",
                                        search::in_words(found.winners[i], attributes))
                          : std::string("no subgroup of the searched part scores above 0"))));
      continue;
    }
    test.directions.push_back(direction);
    test.named.push_back(found.winners[i]);
    sources.push_back(&found.findings[i]);
  }
  if (test.directions.empty()) return result;
  const ScanProblem others(held_out);
  ScanRound tested = scan_round(others, test, test.directions, 1, hooks);
  for (std::size_t i = 0; i < tested.findings.size(); ++i) {
    tested.findings[i].search = sources[i]->search;
  }
  result.findings = std::move(tested.findings);
  result.critical = std::move(tested.critical);
  append(result.notices, tested.notices);
  result.partial = found.partial || tested.partial || hooks.stop.stop_requested();
  return result;
}

}  // namespace faultline::methods

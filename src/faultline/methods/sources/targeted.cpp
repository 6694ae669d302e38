#include "faultline/methods/sources/targeted.hpp"

#include <algorithm>

namespace faultline::methods {
namespace {

// Half as costly as the main curve, and enough for its three parameters over a factor of ten.
constexpr int kSizes = 6;
constexpr double kSmallestShare = 0.1;
// More of the others make every fit dearer and the growing group's share too small to matter.
constexpr std::int64_t kMostOthers = 4;

}  // namespace

std::optional<TargetedDesign> targeted_design(const SourcesInput& input,
                                              const SourcesOptions& options, int grows) {
  std::vector<std::int64_t> members(input.groups.size(), 0);
  for (const std::int32_t g : input.group) ++members[static_cast<std::size_t>(g)];
  TargetedDesign design;
  std::int64_t grown = 0;
  for (std::size_t g = 0; g < members.size(); ++g) {
    const std::int64_t training = members[g] - test_people(members[g], options.test_share);
    (static_cast<int>(g) == grows ? grown : design.others_known) += training;
  }
  if (grown < kFewestToGrow || design.others_known == 0) return std::nullopt;
  design.others = std::min(design.others_known, kMostOthers * grown);
  for (const std::int64_t size :
       geometric_sizes(kSmallestShare * static_cast<double>(grown), grown, kSizes)) {
    design.axis.push_back(static_cast<double>(size));
    design.curve.sizes.push_back(design.others + size);
  }
  design.curve.repetitions = (options.repetitions + 1) / 2;
  design.curve.grows = grows;
  design.curve.number = static_cast<std::uint32_t>(grows + 1);
  design.curve.split = [&input, grows, others = design.others, number = design.curve.number,
                        share = options.test_share, seed = options.seed](std::uint32_t repetition) {
    rng::Stream stream(seed, rng::Purpose::split, repetition + 1, number);
    return targeted_split(stream, input.group, static_cast<int>(input.groups.size()), grows, share,
                          others);
  };
  return design;
}

}  // namespace faultline::methods

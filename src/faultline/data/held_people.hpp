#pragma once
// People whose tuples are held in memory, and the same people seen through some of their
// attributes: a run with several parts reads its input once and shows each part what it looks at.

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/people.hpp"
#include "faultline/data/profiles.hpp"

namespace faultline::data {

class HeldPeople final : public People {
 public:
  /// `profiles` have the attributes and numbers of the facts, in canonical order and without
  /// repeats, as ProfilesBuilder leaves them.
  HeldPeople(PeopleFacts facts, Profiles profiles);

  [[nodiscard]] const Profiles& profiles() const { return profiles_; }

  void stream_subgroup(std::span<const std::uint64_t> value_sets, ProfileSink& sink,
                       const std::stop_token& stop) const override;

 private:
  [[nodiscard]] Profiles inside(std::span<const std::uint64_t> value_sets) const;

  Profiles profiles_;
};

/// The same people with these attributes alone, in this order, all of them scanned; without
/// numbers, covariates, classes and notices. Throws InternalError on an unknown name.
[[nodiscard]] HeldPeople seen_through(const HeldPeople& people,
                                      const std::vector<std::string>& attributes);

}  // namespace faultline::data

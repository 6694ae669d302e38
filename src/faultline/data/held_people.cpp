#include "faultline/data/held_people.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::data {

HeldPeople::HeldPeople(PeopleFacts facts, Profiles profiles) : profiles_(std::move(profiles)) {
  facts_ = std::move(facts);
}

void HeldPeople::stream_subgroup(std::span<const std::uint64_t> value_sets, ProfileSink& sink,
                                 const std::stop_token& stop) const {
  if (stop.stop_requested()) throw Cancelled("stopped while reading the data");
  if (value_sets.empty()) return send(profiles_, sink);
  if (value_sets.size() != attributes().size()) {
    throw InternalError(fmt::format("a subgroup has {} value sets, the data {} attributes",
                                    value_sets.size(), attributes().size()));
  }
  send(inside(value_sets), sink);
}

Profiles HeldPeople::inside(std::span<const std::uint64_t> value_sets) const {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < profiles_.count.size(); ++row) {
    bool in = true;
    for (std::size_t a = 0; in && a < value_sets.size(); ++a)
      in = (value_sets[a] >> profiles_.codes[a][row] & 1U) != 0;
    if (in) rows.push_back(row);
  }
  const auto gather = [&rows](const auto& from) {
    std::remove_cvref_t<decltype(from)> to;
    if (from.empty()) return to;
    for (const std::size_t row : rows) to.push_back(from[row]);
    return to;
  };
  Profiles out;
  for (const auto& codes : profiles_.codes) out.codes.push_back(gather(codes));
  for (const auto& numbers : profiles_.numbers) out.numbers.push_back(gather(numbers));
  out.prediction = gather(profiles_.prediction);
  out.outcome = gather(profiles_.outcome);
  out.decision = gather(profiles_.decision);
  out.count = gather(profiles_.count);
  return out;
}

HeldPeople seen_through(const HeldPeople& people, const std::vector<std::string>& attributes) {
  const Profiles& all = people.profiles();
  PeopleFacts facts = people.facts();
  facts.attributes.clear();
  facts.summary.attributes.clear();
  facts.scanned = attributes;
  facts.covariates.clear();
  facts.set_aside.clear();
  facts.numbers.clear();
  facts.flags.clear();
  facts.protected_classes.clear();
  facts.notices.clear();
  ProfileBatch batch{.size = all.size(),
                     .prediction = all.prediction,
                     .outcome = all.outcome,
                     .decision = all.decision,
                     .count = all.count};
  const auto named = [](const std::string& name) {
    return [&name](const auto& one) { return one.name == name; };
  };
  for (const std::string& name : attributes) {
    const auto at = std::ranges::find_if(all.attributes, named(name));
    if (at == all.attributes.end()) throw InternalError("nobody has an attribute '" + name + "'");
    facts.attributes.push_back(*at);
    batch.codes.emplace_back(all.codes[static_cast<std::size_t>(at - all.attributes.begin())]);
    const auto& told = people.summary().attributes;
    if (const auto one = std::ranges::find_if(told, named(name)); one != told.end())
      facts.summary.attributes.push_back(*one);
  }
  ProfilesBuilder builder(facts.attributes);
  builder.add(batch);
  return {std::move(facts), std::move(builder).finish()};
}

}  // namespace faultline::data

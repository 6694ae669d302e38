#pragma once
// Everything that is known of people, as text, so that a test shows what differs.

#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/data/people.hpp"
#include "faultline/data/profiles.hpp"

namespace faultline::testing {

/// Without the source and its digest.
inline std::string text_of(const data::PeopleFacts& facts) {
  std::string out;
  for (const data::Attribute& one : facts.attributes)
    out += fmt::format("{}: {}\n", one.name, fmt::join(one.labels, "|"));
  out += fmt::format("scanned {}; covariates {}; numbers {}; flags {}\n",
                     fmt::join(facts.scanned, ","), fmt::join(facts.covariates, ","),
                     fmt::join(facts.numbers, ","), fmt::join(facts.flags, ","));
  for (const data::ClassDefinition& one : facts.protected_classes)
    out += fmt::format("class {}={}\n", one.attribute, one.value);
  const data::Summary& summary = facts.summary;
  out +=
      fmt::format("{} of {}, many {}\n", summary.rows_used, summary.rows, facts.many_predictions);
  for (const auto& dropped : summary.dropped)
    out += fmt::format("dropped {} {}\n", dropped.count, dropped.text);
  for (const data::Notice& notice : facts.notices) {
    out += fmt::format("{} {}: {} {}\n", name_of(notice.kind), notice.about, notice.text,
                       notice.count);
  }
  for (const auto& attribute : summary.attributes) {
    for (const auto& value : attribute.values)
      out += fmt::format("{}={}: {}\n", attribute.name, value.label, value.count);
  }
  return out;
}

inline data::Profiles profiles_of(const data::People& people) {
  data::ProfilesBuilder builder(people.attributes(), people.numbers());
  people.stream(builder);
  return std::move(builder).finish();
}

inline bool same(const data::Profiles& a, const data::Profiles& b) {
  return a.attributes == b.attributes && a.codes == b.codes && a.prediction == b.prediction &&
         a.numbers == b.numbers && a.outcome == b.outcome && a.decision == b.decision &&
         a.count == b.count;
}

/// The entries of a stream one by one, in the order in which they arrive.
class EntrySink final : public data::ProfileSink {
 public:
  void add(const data::ProfileBatch& batch) override {
    for (std::size_t i = 0; i < static_cast<std::size_t>(batch.size); ++i) {
      for (const auto& codes : batch.codes) text += fmt::format("{} ", codes[i]);
      if (!batch.prediction.empty()) text += fmt::format("{} ", batch.prediction[i]);
      for (const auto& numbers : batch.numbers) text += fmt::format("{} ", numbers[i]);
      if (!batch.outcome.empty()) text += fmt::format("y{} ", batch.outcome[i]);
      if (!batch.decision.empty()) text += fmt::format("d{} ", batch.decision[i]);
      text += fmt::format("x{}\n", batch.count[i]);
    }
  }
  std::string text;
};

}  // namespace faultline::testing

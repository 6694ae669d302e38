#pragma once
// How people reach a method: in batches of tuples (X, prediction, numbers, outcome, decision) with
// counts, in canonical order (attribute codes from the first attribute on, then prediction, then
// the numeric columns from the first on, then the binary roles). Whoever reads data (the SQL
// adapter, a Table, a generator) sends batches; whoever needs people (Profiles, the folding of the
// scan engine) receives them. Nobody has to hold the rows.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/data/attribute.hpp"

namespace faultline::data {

/// Views, valid during the call that passes them. A role that is absent is an empty span.
struct ProfileBatch {
  std::int64_t size = 0;
  std::vector<std::span<const Code>> codes{};      // one per attribute
  std::span<const double> prediction{};            // in [0, 1]
  std::vector<std::span<const double>> numbers{};  // one per numeric column, finite
  std::span<const std::uint8_t> outcome{};         // 0 or 1
  std::span<const std::uint8_t> decision{};        // 0 or 1
  std::span<const std::int64_t> count{};           // people in the tuple, > 0
};

class ProfileSink {
 public:
  virtual ~ProfileSink() = default;
  /// Called in canonical order; equal tuples may arrive as several neighbouring entries.
  virtual void add(const ProfileBatch& batch) = 0;
};

}  // namespace faultline::data

#pragma once
// The query that yields tuples in canonical order, and the way back from its columns to a
// ProfileBatch. The codes of all attributes travel as one number (mixed radix, first attribute
// highest), so that the engine sorts and groups by one word; when the product of the arities does
// not fit 63 bits, by two or more.

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/dictionary.hpp"
#include "faultline/data/input.hpp"
#include "faultline/data/profile_batch.hpp"
#include "faultline/sql/engine.hpp"

namespace faultline::sql {

struct TupleQuery {
  /// A column f<i> that travels as 0 or 1.
  struct Flag {
    std::string positive{};  // text of the positive value
    std::string type{};
    std::optional<data::Threshold> threshold{};  // instead: of the probability that it holds
  };

  std::vector<std::string> columns{};  // of the view "people", one per attribute
  std::vector<bool> column_is_text{};
  std::vector<data::CodedAttribute> coded{};
  std::optional<std::string> outcome_positive{};  // text of the positive value
  std::string outcome_type{};
  std::optional<std::string> decision_positive{};
  std::string decision_type{};
  std::optional<data::Threshold> threshold{};
  bool score = false;
  bool risk_score = false;
  std::size_t numbers = 0;  // columns v0, v1, ...
  std::vector<Flag> flags{};
  bool counted = false;
  bool grouped = true;
  std::string kept = "true";

  /// An empty span of sets is everybody.
  void stream(Engine& engine, std::span<const std::uint64_t> value_sets, data::ProfileSink& sink,
              const std::stop_token& stop) const;
  /// First attribute of each packed word, and one past the last at the end.
  [[nodiscard]] std::vector<std::size_t> words() const;

 private:
  [[nodiscard]] std::string text_of(std::size_t attribute) const;
  [[nodiscard]] std::string query(std::span<const std::uint64_t> value_sets) const;
  [[nodiscard]] bool prediction() const { return score || risk_score; }
  [[nodiscard]] bool decision() const {
    return decision_positive.has_value() || threshold.has_value();
  }
};

}  // namespace faultline::sql

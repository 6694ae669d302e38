#pragma once
// What a run gets besides spec and people: how it talks to whoever started it, and what belongs to
// this machine and not to the analysis.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/data/row_stream.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/resample/shared_replicates.hpp"

namespace faultline::run {

/// Whoever keeps the decisions of `mitigate`, row by row.
class DecisionSink {
 public:
  virtual ~DecisionSink() = default;
  /// Before the first row. `id` is empty (rows are numbered) or the id column, of this SQL type;
  /// `decisions` are names of the decisions that every row gets.
  virtual void begin(const std::string& id, const std::string& id_type,
                     const std::vector<std::string>& decisions) = 0;
  virtual void add(const data::Row& row, double threshold, const std::vector<bool>& decisions) = 0;
  /// After the last row, unless the run failed.
  virtual void finish() = 0;
};

struct Context {
  methods::Hooks hooks{};
  std::string checkpoint{};                // file that keeps finished replicates; empty: none
  const resample::Share* share = nullptr;  // of `audit` and `ijdi`; null: the run does all itself
  DecisionSink* decisions = nullptr;       // null: not wanted
  bool rules = false;                      // `mitigate`: the rules are wanted as a file
};

}  // namespace faultline::run

#pragma once
// The paper's case study once more, with the test that `faultline audit` makes by default
// (`--permute auto`): membership exchanged among people who are alike where nearly all of the class
// can be, else redrawn from a model of it; class members without comparable people left out; as
// many replicates as the verdict needs. Every class alone, as an audit of that class says it: p
// adjusted for its four criteria.

#include <string>
#include <vector>

#include "faultline/studies/conditional/tables.hpp"

namespace faultline::studies {

struct CbsDefault {
  std::vector<methods::Finding> findings{};  // in the order of the table's rows
  bool partial = false;                      // interrupted
};

/// Models, seed, level and threads as in the options; permutations are the default's own. Throws
/// Cancelled when stopped before every class was searched.
[[nodiscard]] CbsDefault cbs_default(const data::Profiles& profiles,
                                     std::span<const PaperClass> paper,
                                     const CbsTableOptions& options,
                                     const methods::Hooks& hooks = {});

/// Both tests side by side, and what changes, as Markdown. The table holds the paper's test.
[[nodiscard]] std::string default_markdown(const CbsTable& table, const CbsDefault& by_default);

}  // namespace faultline::studies

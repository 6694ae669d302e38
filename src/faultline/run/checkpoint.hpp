#pragma once
// Checkpoints of runs whose test takes long: finished replicates are kept in a file, and a run that
// was stopped goes on from it; or in memory, where several runs share them.

#include <memory>
#include <string>
#include <vector>

#include "faultline/base/value.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/resample/checkpoint.hpp"
#include "faultline/run/context.hpp"

namespace faultline::run {

/// The options that a null replicate depends on: more replicates, another level or other outputs
/// may go on from the same checkpoint, and so may other values of what `free` names.
[[nodiscard]] std::string fingerprint(const Values& options,
                                      const std::vector<std::string>& free = {});

/// The checkpoint of a run on these people; null without a path, a share, or replicates. Throws
/// InputError when the file belongs to another run.
[[nodiscard]] std::unique_ptr<resample::Checkpoint> open_checkpoint(const Context& context,
                                                                    std::int64_t replicates,
                                                                    const data::Summary& summary,
                                                                    const data::Profiles& profiles,
                                                                    const std::string& fingerprint);

/// Says in the result what came from the checkpoint, which may be null.
void note_checkpoint(const resample::Checkpoint* checkpoint, const Context& context,
                     methods::Result& result);

}  // namespace faultline::run

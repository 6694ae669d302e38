#pragma once
// Finished replicates of a long test, kept so that nobody draws them again: in a file, for a run
// that goes on where an earlier one ended (checkpoint_file.hpp), or in memory, for runs that share
// the work (shared_replicates.hpp). Since a replicate depends on nothing but its family and its
// number, a run that looks some of them up gives the bits of one that draws all.

#include <cstdint>
#include <string>

#include "faultline/resample/family_test.hpp"

namespace faultline::resample {

class Checkpoint {
 public:
  Checkpoint() = default;
  virtual ~Checkpoint() = default;
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  /// The replicate, looked up where it is known and kept otherwise. `family` names the tests
  /// ("race=A"). Keeps `replicate`, whose call may come from several threads; must not be called
  /// after the checkpoint is gone.
  [[nodiscard]] virtual Replicate remember(const std::string& family, Replicate replicate) = 0;
  /// Replicates that an earlier run left.
  [[nodiscard]] virtual std::int64_t found() const { return 0; }

  /// Keeps that something is to be told of a replicate, beside its scores; from several threads.
  /// Files know scores alone.
  virtual void mark(const std::string& /*about*/, std::uint32_t /*replicate*/) {}
  [[nodiscard]] virtual bool marked(const std::string& /*about*/,
                                    std::uint32_t /*replicate*/) const {
    return false;
  }
};

}  // namespace faultline::resample

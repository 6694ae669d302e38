#pragma once
// Finished replicates of a long test, kept in a file so that an interrupted run goes on where it
// ended. The file names what it belongs to (a fingerprint of data and options); each line is one
// replicate of one test family with its scores, written exactly. A line cut short by a crash is
// ignored. Since a replicate depends on nothing but its number, a continued run gives the bits of
// an uninterrupted one.

#include <cstdint>
#include <memory>
#include <string>

#include "faultline/resample/family_test.hpp"

namespace faultline::resample {

class Checkpoint {
 public:
  /// Reads what is there, or starts a new file. Throws InputError when the file belongs to another
  /// run (other fingerprint) or is not a checkpoint, and when it cannot be written.
  Checkpoint(const std::string& path, const std::string& fingerprint);
  ~Checkpoint();

  /// The replicate, looked up when the file has it and noted down otherwise. `family` names the
  /// tests ("race=A"). Keeps `replicate`, whose call may come from several threads; must not be
  /// called after the checkpoint is gone.
  [[nodiscard]] Replicate remember(const std::string& family, Replicate replicate);
  /// Replicates that were in the file when it was opened.
  [[nodiscard]] std::int64_t found() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace faultline::resample

#pragma once
// A checkpoint in a file, so that an interrupted run goes on where it ended. The file names what it
// belongs to (a fingerprint of data and options); each line is one replicate of one test family
// with its scores, written exactly. A line cut short by a crash is ignored.

#include <cstdint>
#include <memory>
#include <string>

#include "faultline/resample/checkpoint.hpp"

namespace faultline::resample {

class CheckpointFile final : public Checkpoint {
 public:
  /// Reads what is there, or starts a new file. Throws InputError when the file belongs to another
  /// run (other fingerprint) or is not a checkpoint, and when it cannot be written.
  CheckpointFile(const std::string& path, const std::string& fingerprint);
  ~CheckpointFile() override;

  [[nodiscard]] Replicate remember(const std::string& family, Replicate replicate) override;
  /// Replicates that were in the file when it was opened.
  [[nodiscard]] std::int64_t found() const override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace faultline::resample

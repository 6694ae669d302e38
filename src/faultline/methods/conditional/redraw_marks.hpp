#pragma once
// Redraws of a class in which something went wrong, by number, so that those beyond the last that
// counts can be left out on any thread count.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "faultline/resample/checkpoint.hpp"

namespace faultline::methods {

class RedrawMarks {
 public:
  /// Of redraws 1 .. replicates. `checkpoint`, which may be null, knows of those that are looked
  /// up, by the name `about`.
  RedrawMarks(std::string about, std::int64_t replicates, resample::Checkpoint* checkpoint)
      : about_(std::move(about)),
        marked_(static_cast<std::size_t>(replicates) + 1, 0),
        checkpoint_(checkpoint) {}

  /// From several threads, each with numbers of its own. Those of the pilot do not count.
  void set(std::uint32_t number) {
    if (number >= marked_.size()) return;
    marked_[number] = 1;
    if (checkpoint_ != nullptr) checkpoint_->mark(about_, number);
  }
  /// Of redraws 1 .. last.
  [[nodiscard]] std::int64_t count(std::int64_t last) const {
    std::int64_t count = 0;
    for (std::uint32_t number = 1; number <= last; ++number) {
      const bool known = checkpoint_ != nullptr && checkpoint_->marked(about_, number);
      if (known || marked_[number] != 0) ++count;
    }
    return count;
  }

 private:
  std::string about_;
  std::vector<std::uint8_t> marked_;
  resample::Checkpoint* checkpoint_;
};

}  // namespace faultline::methods

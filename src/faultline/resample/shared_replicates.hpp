#pragma once
// Replicates of one job that several runs draw, each with people and memory of its own, where
// nothing can be shared while they run (a page that was opened from a disk). Every run does the
// whole job and ends early; whoever started them gathers what they drew and starts them again with
// it, until the first of them, part 0, comes to the end:
//
// - A replicate that is known is looked up.
// - A family of which none is known is begun by part 0 alone. When its replicates have taken longer
//   than the patience, or than twice what a new run needs to come here, the run ends. Where the
//   families before took longer than that on average, it is shared at once.
// - A family of which some are known is shared: those that are not known are dealt out in turn, and
//   every part draws its own, up to the last that may be asked for, for some time. Then it ends.
//
// What was drawn beyond the last replicate that counts is lost. With r seconds to come here and s
// seconds spent on the family, rounds of b seconds cost about r s / b to come here again and b / 2
// that are lost, the least at b = sqrt(2 r s).

#include <chrono>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

#include "faultline/parallel/progress.hpp"
#include "faultline/resample/checkpoint.hpp"
#include "faultline/resample/replicate_records.hpp"

namespace faultline::resample {

/// What one of the runs is to do. Its clock begins when this is made.
struct Share {
  std::string known{};    // replicates, each a line
  int part = 0;           // this run, from 0
  int parts = 1;          // runs
  double patience = 1.5;  // seconds; 0: no clock, every round doubles what is known (for tests)
  double spent = 0;       // seconds that passed before, in earlier runs
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

/// Ends a run that has drawn its share. No error: nothing is wrong, and nobody is to be told.
class Unfinished final : public std::exception {
 public:
  explicit Unfinished(std::string lines) : lines_(std::move(lines)) {}
  [[nodiscard]] const char* what() const noexcept override { return "the share is drawn"; }
  /// The replicates that this run has drawn, each a line.
  [[nodiscard]] const std::string& lines() const { return lines_; }

 private:
  std::string lines_;
};

class SharedReplicates final : public Checkpoint {
 public:
  /// `share` must outlive it; `replicates` is the last number that may be asked for, that of the
  /// pilot apart. Throws InputError where a line of `known` is no replicate, ConfigError where
  /// there is no such part. Progress is told of a share only: what this part has drawn of it.
  SharedReplicates(const Share& share, std::int64_t replicates,
                   parallel::ProgressFunction progress = {}, std::stop_token stop = {});

  /// The replicate throws Unfinished when the share is drawn.
  [[nodiscard]] Replicate remember(const std::string& family, Replicate replicate) override;
  void mark(const std::string& about, std::uint32_t replicate) override;
  [[nodiscard]] bool marked(const std::string& about, std::uint32_t replicate) const override;

 private:
  struct Asked;
  bool look_up(const Asked& asked) const;
  void draw_alone(const Asked& asked);
  void draw_share(const Asked& asked);
  [[nodiscard]] bool draw_ahead(const Asked& asked);
  [[nodiscard]] bool keep(const Asked& asked);
  [[nodiscard]] std::uint32_t after(std::uint32_t number) const;
  [[nodiscard]] bool long_families() const;
  [[nodiscard]] bool enough(double known, std::int64_t drawn, double took, double before) const;
  [[nodiscard]] double replay() const;
  [[noreturn]] void end();

  const Share& share_;
  std::uint32_t last_;
  parallel::ProgressFunction progress_;
  std::stop_token stop_;
  Records given_{};
  std::mutex sharing_{};        // held while a share is drawn
  mutable std::mutex mutex_{};  // of what follows
  Records own_{};
  std::string lines_{};                    // of own_
  std::map<std::string, double> alone_{};  // seconds, by family
  double drawn_ = 0;                       // their sum
  bool over_ = false;
};

}  // namespace faultline::resample

#include "faultline/resample/shared_replicates.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/resample/progress_meter.hpp"

namespace faultline::resample {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

/// A replicate that is wanted, and where its scores go.
struct SharedReplicates::Asked {
  const std::string& family;  // as escaped
  const Replicate& replicate;
  std::uint32_t number;
  std::span<double> scores;
};

SharedReplicates::SharedReplicates(const Share& share, std::int64_t replicates,
                                   parallel::ProgressFunction progress, std::stop_token stop)
    : share_(share),
      last_(static_cast<std::uint32_t>(replicates)),
      progress_(std::move(progress)),
      stop_(std::move(stop)) {
  if (share.part < 0 || share.part >= share.parts) {
    throw ConfigError(
        fmt::format("part {} of {}: parts are counted from 0", share.part, share.parts));
  }
  std::string_view text = share.known;
  for (std::int64_t line = 1; !text.empty(); ++line) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos || !given_.read(text.substr(0, end)))
      throw InputError(fmt::format("line {} of the known replicates is damaged", line));
    text.remove_prefix(end + 1);
  }
}

Replicate SharedReplicates::remember(const std::string& family, Replicate replicate) {
  return [this, name = escaped(family), replicate = std::move(replicate)](
             std::uint32_t number, std::span<double> scores) {
    const Asked asked{name, replicate, number, scores};
    if (look_up(asked)) return;
    if (given_.count(name) > 0 || long_families()) {
      draw_share(asked);
    } else if (share_.part == 0) {
      draw_alone(asked);
    } else {
      const std::lock_guard lock(mutex_);
      end();
    }
  };
}

bool SharedReplicates::look_up(const Asked& asked) const {
  const std::lock_guard lock(mutex_);
  const std::vector<double>* known = given_.find(asked.family, asked.number);
  if (known == nullptr) known = own_.find(asked.family, asked.number);
  if (known == nullptr) return false;
  if (known->size() != asked.scores.size()) {
    throw InputError(fmt::format("replicate {} of '{}' is known with {} scores where there are {}",
                                 asked.number, asked.family, known->size(), asked.scores.size()));
  }
  std::copy(known->begin(), known->end(), asked.scores.begin());
  return true;
}

void SharedReplicates::draw_alone(const Asked& asked) {
  const auto begin = Clock::now();
  asked.replicate(asked.number, asked.scores);
  const double took = seconds_since(begin);
  if (!keep(asked)) return;
  const std::lock_guard lock(mutex_);
  drawn_ += took;
  double& own = alone_[asked.family];
  own += took;
  if (share_.patience <= 0 || own >= std::max(share_.patience, 2 * replay())) end();
}

void SharedReplicates::draw_share(const Asked& asked) {
  const std::lock_guard one_at_a_time(sharing_);
  const auto begin = Clock::now();
  double before = 0;
  {
    const std::lock_guard lock(mutex_);
    if (over_) end();
    before = replay();
  }
  const auto known = static_cast<double>(given_.count(asked.family));
  ProgressMeter meter("shared replicates", 0, progress_);
  std::vector<double> scores(asked.scores.size());
  std::int64_t unknown = 0;
  std::int64_t drawn = 0;
  for (std::uint32_t number = asked.number; number != 0; number = after(number)) {
    if (given_.find(asked.family, number) != nullptr) continue;
    if (unknown++ % share_.parts != share_.part) continue;
    if (stop_.stop_requested()) throw Cancelled("stopped while replicates were drawn");
    if (number == asked.number) {
      // This one counts: what is wrong with it is told as ever.
      asked.replicate(number, asked.scores);
      if (!keep(asked)) return;
    } else if (!draw_ahead({asked.family, asked.replicate, number, scores})) {
      break;
    }
    meter.tick();
    ++drawn;
    if (enough(known, drawn, seconds_since(begin), before)) break;
  }
  const std::lock_guard lock(mutex_);
  end();
}

/// To draw alone what the others could help with would lose more than two runs that come here.
bool SharedReplicates::long_families() const {
  const std::lock_guard lock(mutex_);
  const auto families = static_cast<double>(given_.families());
  return share_.parts > 1 && families > 0 &&
         share_.spent / families > 2 * std::max(share_.patience, 2 * replay());
}

/// Of a round in which `drawn` replicates of a family took so many seconds, and `before` seconds
/// passed until the first.
bool SharedReplicates::enough(double known, std::int64_t drawn, double took, double before) const {
  const double of_this_part = known / share_.parts;
  if (share_.patience <= 0) return static_cast<double>(drawn) >= of_this_part;
  const double spent = of_this_part * took / static_cast<double>(drawn);
  // To come here again must not be most of the work, nor the time that parts wait for each other.
  return took >= std::max({share_.patience / 3, 2 * before, std::sqrt(2 * before * spent)});
}

/// False when it failed. It may never count; if it does, part 0 will meet it in its turn.
bool SharedReplicates::draw_ahead(const Asked& asked) {
  try {
    asked.replicate(asked.number, asked.scores);
    static_cast<void>(keep(asked));
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// False for a score that is not a number, which ends the run and must not come back.
bool SharedReplicates::keep(const Asked& asked) {
  if (std::any_of(asked.scores.begin(), asked.scores.end(), [](double x) { return std::isnan(x); }))
    return false;
  const std::lock_guard lock(mutex_);
  own_.add(asked.family, asked.number, asked.scores);
  lines_ += record_line(asked.family, asked.number, asked.scores);
  return true;
}

void SharedReplicates::mark(const std::string& about, std::uint32_t replicate) {
  const std::string name = escaped(about);
  const std::lock_guard lock(mutex_);
  own_.add(name, replicate, {});
  lines_ += record_line(name, replicate, {});
}

bool SharedReplicates::marked(const std::string& about, std::uint32_t replicate) const {
  const std::string name = escaped(about);
  const std::lock_guard lock(mutex_);
  return given_.find(name, replicate) != nullptr || own_.find(name, replicate) != nullptr;
}

/// Of those that a family test asks for; 0 after the last. The pilot comes first.
std::uint32_t SharedReplicates::after(std::uint32_t number) const {
  if (number > kPilot) return number < kPilot + kPilotSize ? number + 1 : 1;
  return number < last_ ? number + 1 : 0;
}

/// Seconds that a new run needs to come here: what this one did beside drawing replicates.
double SharedReplicates::replay() const { return seconds_since(share_.begin) - drawn_; }

/// With mutex_ held.
void SharedReplicates::end() {
  over_ = true;
  throw Unfinished(lines_);
}

}  // namespace faultline::resample

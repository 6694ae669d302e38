// The analysis behind `faultline ijdi`: people become profiles with a true probability, and every
// error rate is searched and tested at every lambda.

#include <chrono>
#include <memory>
#include <utility>

#include "cli/checkpoint_options.hpp"
#include "cli/ijdi_command.hpp"

#include "faultline/parallel/for_each.hpp"

namespace faultline::cli {

audit::Result analyse(const sql::People& people, const IjdiCommandOptions& options,
                      const std::string& fingerprint, const audit::Hooks& hooks) {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  audit::Result result;
  result.seed = options.ijdi.seed;
  result.alpha = options.ijdi.alpha;
  result.threads = parallel::resolve_threads(options.ijdi.threads);
  result.data = people.summary();

  const auto grouping = Clock::now();
  ProbablePeople read =
      read_with_probability(people, options.probability, options.ijdi.seed, hooks.stop);
  result.data.profiles = read.profiles.size();
  if (read.model) result.models.push_back(std::move(*read.model));
  result.timing.emplace_back("group", seconds_since(grouping));

  const std::unique_ptr<resample::Checkpoint> checkpoint = open_checkpoint(
      options.checkpoint, options.ijdi.replicates, result.data, read.profiles, fingerprint);
  const auto searching = Clock::now();
  const audit::IjdiInput input{
      .profiles = read.profiles, .scanned = people.scanned(), .true_probability = read.column};
  audit::IjdiResult found = audit::ijdi_scan(input, options.ijdi, hooks, checkpoint.get());
  result.findings = std::move(found.findings);
  result.warnings = std::move(found.warnings);
  result.partial = found.partial;
  note_checkpoint(checkpoint.get(), options.checkpoint, result);
  result.timing.emplace_back("scan", seconds_since(searching));
  return result;
}

}  // namespace faultline::cli

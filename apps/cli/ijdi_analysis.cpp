// The analysis behind `faultline ijdi`: people become profiles with a true probability, and every
// error rate is searched and tested at every lambda.

#include <memory>
#include <utility>

#include "cli/checkpoint_options.hpp"
#include "cli/ijdi_command.hpp"
#include "cli/people_run.hpp"

namespace faultline::cli {

audit::Result analyse(const sql::People& people, const IjdiCommandOptions& options,
                      const std::string& fingerprint, const audit::Hooks& hooks) {
  audit::Result result = begin_result(people, options.ijdi);

  const Stopwatch grouping;
  ProbablePeople read =
      read_with_probability(people, options.probability, options.ijdi.seed, hooks.stop);
  result.data.profiles = read.profiles.size();
  if (read.model) result.models.push_back(std::move(*read.model));
  result.timing.emplace_back("group", grouping.seconds());

  const std::unique_ptr<resample::Checkpoint> checkpoint = open_checkpoint(
      options.checkpoint, options.ijdi.replicates, result.data, read.profiles, fingerprint);
  const Stopwatch searching;
  const audit::IjdiInput input{
      .profiles = read.profiles, .scanned = people.scanned(), .true_probability = read.column};
  audit::IjdiResult found = audit::ijdi_scan(input, options.ijdi, hooks, checkpoint.get());
  result.findings = std::move(found.findings);
  result.warnings = std::move(found.warnings);
  result.partial = found.partial;
  note_checkpoint(checkpoint.get(), options.checkpoint, result);
  result.timing.emplace_back("scan", searching.seconds());
  return result;
}

}  // namespace faultline::cli

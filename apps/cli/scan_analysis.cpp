// The analysis behind `faultline scan`: people are folded into cells as they stream past, searched,
// tested, and reported.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/people_run.hpp"
#include "cli/same_people.hpp"
#include "cli/scan_command.hpp"
#include <fmt/format.h>

#include "faultline/audit/bias_scan/power.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/resample/count_laws.hpp"
#include "faultline/scan/bernoulli_cells.hpp"
#include "faultline/scan/subgroup.hpp"

namespace faultline::cli {
namespace {

using scan::BernoulliCells;
using scan::BernoulliCellsBuilder;
using scan::Direction;

std::string cell_in_words(const scan::Lattice& lattice, std::int64_t cell) {
  std::vector<std::string> parts;
  for (int a = 0; a < lattice.attribute_count(); ++a) {
    const data::Attribute& attribute = lattice.attributes[static_cast<std::size_t>(a)];
    parts.push_back(
        fmt::format("{} = {}", attribute.name, attribute.labels[lattice.code(cell, a)]));
  }
  return "(" + join_words(parts, 12, "and") + ")";
}

/// An event that its prediction rules out makes a score infinite; such cells are named, not
/// searched.
void refuse_impossible(const BernoulliCellsBuilder::Impossible& impossible, Direction direction,
                       const scan::Lattice& lattice) {
  if (impossible.people == 0) return;
  std::vector<std::string> cells;
  cells.reserve(impossible.cells.size());
  for (const std::int64_t cell : impossible.cells) cells.push_back(cell_in_words(lattice, cell));
  const bool one = impossible.people == 1;
  const bool higher = direction == Direction::higher;
  throw InputError(fmt::format(
      "{} {} the outcome although their prediction is {}, which makes the score infinite: {}; add "
      "--clip 0.001 to move such predictions",
      people(impossible.people),
      higher ? (one ? "has" : "have") : (one ? "does not have" : "do not have"), higher ? "0" : "1",
      join_words(cells, 3)));
}

/// The people of a subgroup, one entry per tuple.
class SubgroupSink final : public data::ProfileSink {
 public:
  SubgroupSink(audit::PowerSubgroup& out, std::optional<double> clip) : out_(out), clip_(clip) {}
  void add(const data::ProfileBatch& batch) override {
    for (std::size_t i = 0; i < static_cast<std::size_t>(batch.size); ++i) {
      const double p =
          clip_ ? std::clamp(batch.prediction[i], *clip_, 1 - *clip_) : batch.prediction[i];
      out_.n.push_back(batch.count[i]);
      out_.y.push_back(batch.outcome[i] != 0 ? batch.count[i] : 0);
      out_.p.push_back(p);
    }
  }

 private:
  audit::PowerSubgroup& out_;
  std::optional<double> clip_;
};

/// What the theory needs to know of everybody's predictions.
class CertainSink final : public data::ProfileSink {
 public:
  void add(const data::ProfileBatch& batch) override {
    for (std::size_t i = 0; i < static_cast<std::size_t>(batch.size); ++i) {
      if (batch.prediction[i] <= 0 || batch.prediction[i] >= 1) people += batch.count[i];
    }
  }
  std::int64_t people = 0;
};

audit::PowerReport power(const sql::People& people, const ScanOptions& options,
                         const BernoulliCells& cells, const std::stop_token& stop) {
  audit::PowerInput input;
  input.profiles = cells.cells();
  input.alpha = options.scan.alpha;
  input.penalty = options.scan.penalty;
  const auto& directions = options.scan.directions;
  input.scans_lower =
      std::find(directions.begin(), directions.end(), Direction::lower) != directions.end();
  input.scans_higher =
      std::find(directions.begin(), directions.end(), Direction::higher) != directions.end();
  input.one_prediction_per_profile =
      !cells.folded() && static_cast<std::int64_t>(cells.p.size()) == cells.cells();
  if (!options.clip) {
    CertainSink certain;
    people.stream(certain, stop);
    input.certain_predictions = certain.people;
  }
  if (!options.subgroup.empty()) {
    const scan::Subgroup subgroup = scan::parse_subgroup(options.subgroup, people.attributes());
    auto& named = input.subgroup.emplace();
    named.text = scan::in_words(subgroup, people.attributes());
    named.people_in_data = cells.people();
    SubgroupSink sink(named, options.clip);
    people.stream_subgroup(subgroup.sets, sink, stop);
    if (named.n.empty())
      throw InputError(fmt::format("--subgroup '{}': nobody is in it", options.subgroup));
  }
  return audit::power_report(input);
}

}  // namespace

audit::Result analyse(const sql::People& people, const ScanOptions& options,
                      const audit::Hooks& hooks) {
  audit::Result result = begin_result(people, options.scan);
  // A mistyped subgroup is told before the long work.
  if (!options.subgroup.empty()) (void)scan::parse_subgroup(options.subgroup, people.attributes());

  const Stopwatch grouping;
  const bool folded = people.many_predictions();
  BernoulliCellsBuilder builder(people.attributes(), !folded);
  if (options.clip) builder.clip(*options.clip);
  resample::CountLaws laws;
  if (folded && options.scan.replicates > 0)
    builder.on_law([&laws](const math::CountLaw& law) { laws.add(law); });
  people.stream(builder, hooks.stop);
  const BernoulliCells cells = std::move(builder).finish();
  // NOLINTBEGIN(bugprone-use-after-move): finish gives the cells away and completes the counts.
  for (const Direction direction : options.scan.directions) {
    refuse_impossible(builder.impossible(direction), direction, cells.lattice);
  }
  if (options.clip && builder.clipped() > 0) {
    result.data.notes.push_back(fmt::format("--clip moved the {} of {}",
                                            builder.clipped() == 1 ? "prediction" : "predictions",
                                            faultline::people(builder.clipped())));
  }
  // NOLINTEND(bugprone-use-after-move)
  check_same_people(result.data, cells.people());
  result.data.profiles = cells.cells();
  result.timing.emplace_back("group", grouping.seconds());

  const Stopwatch searching;
  const audit::BiasScanInput input{
      .cells = cells,
      .laws = folded ? &laws : nullptr,
      .send_again =
          [&](const scan::Subgroup& subgroup, data::ProfileSink& sink) {
            people.stream_subgroup(subgroup.sets, sink, hooks.stop);
          },
      .clip = options.clip};
  audit::BiasScanResult found = audit::bias_scan(input, options.scan, hooks);
  result.findings = std::move(found.findings);
  result.partial = found.partial;
  result.warnings = std::move(found.warnings);
  if (!options.data.roles.decision.empty() || !options.data.roles.threshold.empty()) {
    result.warnings.emplace_back(
        "scan looks at predictions, not at decisions: --decision and --threshold were checked, and "
        "rows without a decision "
        "refused or dropped, but they do not enter the score");
  }
  result.timing.emplace_back("scan", searching.seconds());
  if (options.power) result.power = power(people, options, cells, hooks.stop);
  return result;
}

}  // namespace faultline::cli

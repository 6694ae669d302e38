// The analysis behind `faultline scan`: people are folded into cells as they stream past, searched,
// tested, and reported.

#include "faultline/run/scan.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/methods/bias_scan/holdout.hpp"
#include "faultline/methods/bias_scan/power.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/mitigation/rules.hpp"
#include "faultline/resample/count_distributions.hpp"
#include "faultline/run/holdout.hpp"
#include "faultline/run/scan_family.hpp"
#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::run {
namespace {

using search::BernoulliCells;
using search::BernoulliCellsBuilder;
using search::Direction;

std::string cell_in_words(const search::Lattice& lattice, std::int64_t cell) {
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
                       const search::Lattice& lattice) {
  if (impossible.people == 0) return;
  std::vector<std::string> cells;
  cells.reserve(impossible.cells.size());
  for (const std::int64_t cell : impossible.cells) cells.push_back(cell_in_words(lattice, cell));
  const bool one = impossible.people == 1;
  const bool higher = direction == Direction::higher;
  throw InputError(fmt::format(
      "{} {} the outcome although their prediction is {}, which makes the score infinite: {}; add "
      "`clip = 0.001` to move such predictions",
      people(impossible.people),
      higher ? (one ? "has" : "have") : (one ? "does not have" : "do not have"), higher ? "0" : "1",
      join_words(cells, 3)));
}

/// The people of a subgroup, one entry per tuple.
class SubgroupSink final : public data::ProfileSink {
 public:
  SubgroupSink(methods::PowerSubgroup& out, std::optional<double> clip) : out_(out), clip_(clip) {}
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
  methods::PowerSubgroup& out_;
  std::optional<double> clip_;
};

/// Predictions of many people, those that are nearly alike taken together: what is told of effects
/// does not change in any digit that is shown.
class PredictionSink final : public data::ProfileSink {
 public:
  explicit PredictionSink(std::optional<double> clip) : clip_(clip) {}
  void add(const data::ProfileBatch& batch) override {
    for (std::size_t i = 0; i < static_cast<std::size_t>(batch.size); ++i) {
      const double p =
          clip_ ? std::clamp(batch.prediction[i], *clip_, 1 - *clip_) : batch.prediction[i];
      if (p <= 0 || p >= 1) certain += batch.count[i];
      const auto bin = std::min(kBins - 1, static_cast<std::size_t>(p * kBins));
      people_[bin] += batch.count[i];
      sum_[bin] += p * static_cast<double>(batch.count[i]);
    }
  }
  void finish(methods::PowerPeople& out) const {
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      if (people_[bin] == 0) continue;
      out.n.push_back(people_[bin]);
      out.p.push_back(sum_[bin] / static_cast<double>(people_[bin]));
    }
  }
  std::int64_t certain = 0;  // 0 or 1

 private:
  static constexpr std::size_t kBins = 4096;
  std::optional<double> clip_;
  std::vector<std::int64_t> people_ = std::vector<std::int64_t>(kBins);
  std::vector<double> sum_ = std::vector<double>(kBins);
};

/// The best subgroup of each direction, or in each the one asked about.
std::vector<methods::PowerPeople> people_found(const data::People& people, const ScanSpec& spec,
                                               const std::vector<methods::Finding>& findings,
                                               const std::stop_token& stop) {
  std::vector<methods::PowerPeople> out;
  const search::Subgroup everybody = search::everybody(people.attributes());
  for (const methods::Finding& finding : findings) {
    if (finding.rank > 1 || (spec.subgroup.empty() && !finding.subgroup)) continue;
    const search::Subgroup subgroup =
        spec.subgroup.empty() ? methods::subgroup_of(*finding.subgroup, people.attributes())
                              : search::parse_subgroup(spec.subgroup, people.attributes());
    if (subgroup == everybody) continue;
    PredictionSink sink(spec.clip);
    people.stream_subgroup(subgroup.sets, sink, stop);
    methods::PowerPeople& one = out.emplace_back(methods::PowerPeople{
        .text = search::in_words(subgroup, people.attributes()),
        .direction = finding.direction,
        .penalty = spec.search.penalty * search::listed_values(subgroup, people.attributes())});
    sink.finish(one);
    if (one.n.empty()) out.pop_back();
  }
  return out;
}

methods::PowerReport power(const data::People& people, const ScanSpec& spec,
                           const methods::BiasScanOptions& options, const BernoulliCells& cells,
                           const std::vector<methods::PowerReport::Side>& critical,
                           const std::vector<methods::Finding>& findings,
                           const std::stop_token& stop) {
  methods::PowerInput input;
  input.profiles = cells.cells();
  input.alpha = options.alpha;
  input.penalty = options.penalty;
  input.directions = critical;
  input.one_prediction_per_profile =
      !cells.folded() && static_cast<std::int64_t>(cells.p.size()) == cells.cells();
  PredictionSink everybody(spec.clip);
  people.stream(everybody, stop);
  input.certain_predictions = everybody.certain;
  input.everybody.text = "everybody";
  everybody.finish(input.everybody);
  input.found = people_found(people, spec, findings, stop);
  if (!spec.subgroup.empty()) {
    const search::Subgroup subgroup = search::parse_subgroup(spec.subgroup, people.attributes());
    auto& named = input.subgroup.emplace();
    named.text = search::in_words(subgroup, people.attributes());
    named.people_in_data = cells.people();
    named.penalty = options.penalty * search::listed_values(subgroup, people.attributes());
    SubgroupSink sink(named, spec.clip);
    people.stream_subgroup(subgroup.sets, sink, stop);
    if (named.n.empty())
      throw InputError(fmt::format("`subgroup` '{}': nobody is in it", spec.subgroup));
  }
  return methods::power_report(input);
}

/// Cells that keep every prediction; what cannot be scored is refused.
BernoulliCells exact_cells(const data::Profiles& profiles, const ScanSpec& spec,
                           const std::vector<Direction>& directions) {
  BernoulliCellsBuilder builder(profiles.attributes, true);
  if (spec.clip) builder.clip(*spec.clip);
  data::send(profiles, builder);
  BernoulliCells cells = std::move(builder).finish();
  // NOLINTBEGIN(bugprone-use-after-move): finish gives the cells away and completes the counts.
  for (const Direction direction : directions) {
    refuse_impossible(builder.impossible(direction), direction, cells.lattice);
  }
  // NOLINTEND(bugprone-use-after-move)
  return cells;
}

/// Searches one part of the people, or the first file, and tests on the other.
methods::BiasScanResult scan_with_holdout(data::Source& source, const FirstFile& first,
                                          const ScanSpec& spec,
                                          const methods::BiasScanOptions& options,
                                          const Context& context, methods::Notices& notices) {
  data::ProfilesBuilder everybody(first.people.attributes());
  first.people.stream(everybody, context.hooks.stop);
  methods::HoldoutParts parts;
  if (const std::optional<double> share = holdout_share(spec.holdout)) {
    parts = methods::hold_out(std::move(everybody).finish(), *share, options.seed);
  } else {
    parts = {.searched = std::move(everybody).finish(),
             .held_out = read_holdout(source, first, spec.holdout, context)};
  }
  notices.push_back(holdout_notice(parts.searched.people(), parts.held_out.people(),
                                   first.people.summary().source, spec.holdout));
  const BernoulliCells searched = exact_cells(parts.searched, spec, options.directions);
  const BernoulliCells held_out = exact_cells(parts.held_out, spec, options.directions);
  return methods::holdout_scan({.cells = searched}, {.cells = held_out}, options, context.hooks);
}

}  // namespace

methods::BiasScanOptions method_options(const ScanSpec& spec) {
  methods::BiasScanOptions options{spec.search};
  if (spec.direction == Directions::higher) options.directions = {Direction::higher};
  if (spec.direction == Directions::lower) options.directions = {Direction::lower};
  return options;
}

data::RoleOptions scan_roles(const ScanSpec& spec) {
  data::RoleOptions roles = to_options(spec.roles);
  roles.outcome_has_families = spec.family == result::Family::automatic;
  return roles;
}

methods::Result scan(const ScanSpec& spec, data::Source& source, const Context& context) {
  validate(spec);
  if (is_other(spec.family)) return scan_family(spec, source, context);
  return scan_of(spec, open(source, spec.input, scan_roles(spec), spec.search.threads, context),
                 source, context);
}

methods::Result scan_of(const ScanSpec& spec, const OpenedPeople& opened, data::Source& source,
                        const Context& context) {
  methods::BiasScanOptions options = method_options(spec);
  const std::stop_token& stop = context.hooks.stop;
  const data::People& people = *opened.people;
  methods::Result result = begin_result(opened, options);
  // A mistyped subgroup is told before the long work. With `power` it is what power is about, and
  // everything is searched.
  std::optional<search::Subgroup> subgroup;
  if (!spec.subgroup.empty()) subgroup = search::parse_subgroup(spec.subgroup, people.attributes());
  if (subgroup && !spec.power) options.named.assign(options.directions.size(), *subgroup);

  const Stopwatch grouping;
  const bool folded = people.many_predictions();
  BernoulliCellsBuilder builder(people.attributes(), !folded);
  if (spec.clip) builder.clip(*spec.clip);
  resample::CountDistributions distributions;
  if (folded && options.replicates > 0 && spec.holdout.empty())
    builder.on_distribution([&distributions](const math::CountDistribution& distribution) {
      distributions.add(distribution);
    });
  people.stream(builder, stop);
  const BernoulliCells cells = std::move(builder).finish();
  // NOLINTBEGIN(bugprone-use-after-move): finish gives the cells away and completes the counts.
  for (const Direction direction : options.directions) {
    refuse_impossible(builder.impossible(direction), direction, cells.lattice);
  }
  if (spec.clip && builder.clipped() > 0) {
    result.notices.push_back(methods::Notice::note(fmt::format(
        "`clip` moved the {} of {}", builder.clipped() == 1 ? "prediction" : "predictions",
        faultline::people(builder.clipped()))));
  }
  // NOLINTEND(bugprone-use-after-move)
  check_same_people(result.data, cells.people());
  result.data.profiles = cells.cells();
  result.timing.emplace_back("group", grouping.seconds());

  const Stopwatch searching;
  const methods::BiasScanInput input{
      .cells = cells,
      .distributions = folded ? &distributions : nullptr,
      .send_again = [&](const search::Subgroup& who,
                        data::ProfileSink& sink) { people.stream_subgroup(who.sets, sink, stop); },
      .send_everybody = [&](data::ProfileSink& sink) { people.stream(sink, stop); },
      .clip = spec.clip};
  methods::BiasScanResult found =
      spec.holdout.empty()
          ? methods::bias_scan(input, options, context.hooks)
          : scan_with_holdout(source, {spec.input, scan_roles(spec), people, options.threads}, spec,
                              options, context, result.notices);
  result.findings = std::move(found.findings);
  methods::order_by_evidence(result.findings);
  result.partial = found.partial;
  append(result.notices, found.notices);
  if (spec.roles.has_decision()) {
    result.notices.push_back(methods::Notice::warning(
        "scan looks at predictions, not at decisions: `decision` and `threshold` were checked, and "
        "rows without a decision refused or dropped, but they do not enter the score"));
  }
  result.timing.emplace_back("scan", searching.seconds());
  if (spec.power)
    result.power = power(people, spec, options, cells, found.critical, result.findings, stop);

  ScanSpec resolved = spec;
  resolve(resolved, "attributes", resolved.roles.attributes, people.scanned());
  resolve(resolved, "ordered", resolved.roles.ordered, people.ordered());
  resolved.family = result::Family::bernoulli;
  finish_result(resolved, result);
  return result;
}

}  // namespace faultline::run

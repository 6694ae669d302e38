#include "faultline/studies/bias_scan/after_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/search/bernoulli_score.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

using methods::Finding;
using search::Direction;

constexpr std::array<std::int64_t, 3> kPeople = {1000, 3000, 10000};
constexpr std::array<double, 5> kOdds = {1, 1.25, 1.5, 2, 3};
constexpr std::array<std::int64_t, 2> kSecondPeople = {1500, 4000};
constexpr std::array<double, 5> kSecondOdds = {1, 1.4, 1.7, 2.2, 3};

const std::vector<data::Attribute>& attributes() {
  static const std::vector<data::Attribute> list = {{"a", {"a0", "a1"}},
                                                    {"b", {"b0", "b1", "b2"}},
                                                    {"c", {"c0", "c1", "c2"}},
                                                    {"d", {"d0", "d1", "d2", "d3"}}};
  return list;
}

/// A sixth of the people, and an eighth of them, who are others.
const search::Subgroup kFirst{{0b10, 0b010, 0b111, 0b1111}};
const search::Subgroup kSecond{{0b01, 0b111, 0b111, 0b0100}};

std::vector<search::OddsChange> planted(int subgroups, double q) {
  std::vector<search::OddsChange> changes = {{kFirst, std::log(q)}};
  if (subgroups > 1) changes.push_back({kSecond, std::log(q)});
  return changes;
}

search::Subgroup subgroup_of(const Finding& finding) {
  search::Subgroup subgroup = search::everybody(attributes());
  for (const auto& [name, labels] : *finding.subgroup) {
    for (std::size_t a = 0; a < attributes().size(); ++a) {
      if (attributes()[a].name != name) continue;
      subgroup.sets[a] = 0;
      for (const std::string& label : labels) {
        const auto& all = attributes()[a].labels;
        subgroup.sets[a] |= search::ValueSet{1}
                            << (std::find(all.begin(), all.end(), label) - all.begin());
      }
    }
  }
  return subgroup;
}

/// What one finding shows of the truth.
struct Seen {
  bool evidence = false;
  bool covered = false;
  bool naive = false;
  double length = 0;
  double naive_length = 0;
  double raw = 0;  // log q, also infinite
  double truth = 0;
  double shrunken = 0;
};

std::optional<Seen> look(const Finding& finding, const PlantedPeople& people) {
  if (!finding.subgroup || !finding.theta_interval) return std::nullopt;
  const search::Subgroup subgroup = subgroup_of(finding);
  const search::CellSet where{people.cells.lattice, subgroup};
  double expected = 0;
  where.for_each([&](std::int64_t cell) { expected += people.truth.expected[cell]; });
  const search::SubgroupPeople predicted =
      search::gather_people(people.cells, people.cells.y, Direction::higher, where);
  Seen seen;
  seen.evidence = finding.verdict == methods::Verdict::evidence;
  seen.truth = search::log_q_mle(predicted.view(), expected);
  seen.raw = finding.theta ? std::log(*finding.theta)
             : finding.theta_limit == methods::Limit::infinity
                 ? std::numeric_limits<double>::infinity()
                 : -std::numeric_limits<double>::infinity();
  seen.shrunken = std::log(*finding.theta_shrunken);
  const double low = std::log(finding.theta_interval->first);
  const double high = std::log(finding.theta_interval->second);
  seen.covered = low <= seen.truth && seen.truth <= high;
  seen.length = high - low;
  // Half of chi-squared's 95 % quantile with one degree of freedom below the maximum.
  constexpr double kDrop = 1.920729410347062;
  const auto ratio = [&](double t) {
    return search::log_likelihood_ratio(predicted.view(), static_cast<double>(predicted.y), t);
  };
  const double floor = finding.log_likelihood_ratio - kDrop;
  seen.naive = ratio(seen.truth) >= floor;
  // Its outer end is the interval's own; the inner half is about as long as the outer one.
  const double outer = finding.direction == Direction::higher ? high : low;
  seen.naive_length = std::isfinite(outer) ? 2 * std::abs(outer - seen.raw)
                                           : std::numeric_limits<double>::infinity();
  return seen;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

methods::BiasScanOptions scan_options(const AfterSearchOptions& options, std::int64_t run) {
  methods::BiasScanOptions scan;
  scan.replicates = options.replicates;
  scan.sequential = data::Choice::no;
  // Each data set has redraws of its own: shared ones would make the data sets dependent.
  scan.seed = options.seed + 1'000'003 * (static_cast<std::uint64_t>(run) + 1);
  scan.threads = 1;
  return scan;
}

/// Number of a data set's stream: rows do not share people.
std::uint32_t number_of(std::int64_t row, std::int64_t data_set) {
  return static_cast<std::uint32_t>(row * 1'000'000 + data_set);
}

struct CoverageRun {
  std::optional<Seen> higher{};
  std::optional<Seen> lower{};
};

CoverageRow summarise(std::int64_t people, double q, const std::vector<CoverageRun>& runs) {
  CoverageRow row{.people = people, .q = q, .data_sets = static_cast<std::int64_t>(runs.size())};
  std::vector<double> length;
  std::vector<double> naive_length;
  std::vector<double> raw;
  std::vector<double> truth;
  std::vector<double> shrunken;
  std::vector<double> raw_error;
  std::vector<double> shrunken_error;
  for (const CoverageRun& run : runs) {
    row.any += (run.higher && run.higher->evidence) || (run.lower && run.lower->evidence) ? 1 : 0;
    if (run.lower) {
      ++row.found_lower;
      row.covered_lower += run.lower->covered ? 1 : 0;
    }
    if (!run.higher) continue;
    const Seen& seen = *run.higher;
    ++row.found;
    row.evidence += seen.evidence ? 1 : 0;
    row.covered += seen.covered ? 1 : 0;
    row.naive += seen.naive ? 1 : 0;
    length.push_back(seen.length);
    naive_length.push_back(seen.naive_length);
    raw_error.push_back(std::abs(seen.raw - seen.truth));
    shrunken_error.push_back(std::abs(seen.shrunken - seen.truth));
    if (!seen.evidence) continue;
    raw.push_back(std::exp(seen.raw));
    truth.push_back(std::exp(seen.truth));
    shrunken.push_back(std::exp(seen.shrunken));
  }
  row.length = median(length);
  row.naive_length = median(naive_length);
  row.raw = median(raw);
  row.truth = median(truth);
  row.shrunken = median(shrunken);
  row.raw_error = median(raw_error);
  row.shrunken_error = median(shrunken_error);
  return row;
}

bool mostly_inside(const search::Subgroup& found, const search::Subgroup& wanted,
                   const search::BernoulliCells& cells) {
  std::int64_t all = 0;
  std::int64_t inside = 0;
  search::CellSet{cells.lattice, found}.for_each([&](std::int64_t cell) {
    all += cells.n[cell];
    if (cells.lattice.contains(wanted, cell)) inside += cells.n[cell];
  });
  return 2 * inside > all;
}

void measure_coverage(AfterSearchStudy& study, const methods::Hooks& hooks) {
  const AfterSearchOptions& options = study.options;
  const auto rows = static_cast<std::int64_t>(kPeople.size() * kOdds.size());
  std::vector<std::vector<CoverageRun>> runs(
      static_cast<std::size_t>(rows),
      std::vector<CoverageRun>(static_cast<std::size_t>(options.data_sets)));
  run_all("data sets, one subgroup", rows * options.data_sets, options.threads, hooks,
          [&](std::int64_t run) {
            const std::int64_t row = run / options.data_sets;
            const std::int64_t data_set = run % options.data_sets;
            const PlantedPeople people =
                planted_people(kPeople[row / kOdds.size()], planted(1, kOdds[row % kOdds.size()]),
                               options.seed, number_of(row, data_set));
            const methods::BiasScanResult found =
                methods::bias_scan({people.cells}, scan_options(options, run));
            runs[row][data_set] = {look(found.findings[0], people),
                                   look(found.findings[1], people)};
          });
  for (std::int64_t row = 0; row < rows; ++row) {
    study.coverage.push_back(
        summarise(kPeople[row / kOdds.size()], kOdds[row % kOdds.size()], runs[row]));
  }
}

void measure_seconds(AfterSearchStudy& study, const methods::Hooks& hooks) {
  const AfterSearchOptions& options = study.options;
  for (const int subgroups : {1, 2}) {
    for (const std::int64_t people : kSecondPeople) {
      for (const double q : kSecondOdds) {
        if (subgroups == 2 && q == 1) continue;
        study.seconds.push_back(
            {.people = people, .q = q, .planted = subgroups, .data_sets = options.data_sets});
      }
    }
  }
  const auto rows = static_cast<std::int64_t>(study.seconds.size());
  struct Claims {
    bool first = false;
    bool second = false;
    bool inside = false;
  };
  std::vector<Claims> claims(static_cast<std::size_t>(rows * options.data_sets));
  const auto before = static_cast<std::int64_t>(kPeople.size() * kOdds.size());
  run_all("data sets, two ranks", rows * options.data_sets, options.threads, hooks,
          [&](std::int64_t run) {
            const SecondRow& row = study.seconds[run / options.data_sets];
            const PlantedPeople people = planted_people(
                row.people, planted(row.planted, row.q), options.seed,
                number_of(before + run / options.data_sets, run % options.data_sets));
            methods::BiasScanOptions scan = scan_options(options, before * options.data_sets + run);
            scan.top = 2;
            for (const Finding& finding : methods::bias_scan({people.cells}, scan).findings) {
              if (finding.verdict != methods::Verdict::evidence) continue;
              claims[run].first = true;
              if (finding.rank < 2) continue;
              claims[run].second = true;
              for (const search::OddsChange& change : planted(row.planted, row.q)) {
                claims[run].inside =
                    claims[run].inside ||
                    mostly_inside(subgroup_of(finding), change.subgroup, people.cells);
              }
            }
          });
  for (std::size_t run = 0; run < claims.size(); ++run) {
    SecondRow& row = study.seconds[run / static_cast<std::size_t>(options.data_sets)];
    row.first += claims[run].first ? 1 : 0;
    row.second += claims[run].second ? 1 : 0;
    row.inside += claims[run].inside ? 1 : 0;
  }
}

}  // namespace

void validate(const AfterSearchOptions& options) {
  if (options.data_sets < 1 || options.data_sets > 1'000'000) {
    throw ConfigError(
        fmt::format("`data_sets` {}: must be between 1 and 1,000,000", options.data_sets));
  }
  if (options.replicates < 19)
    throw ConfigError(fmt::format("`replicates` {}: must be at least 19", options.replicates));
}

PlantedPeople planted_people(std::int64_t people, const std::vector<search::OddsChange>& planted,
                             std::uint64_t seed, std::uint32_t data_set) {
  rng::Stream stream(seed, rng::Purpose::simulate, data_set);
  data::Profiles rows;
  rows.codes.resize(attributes().size());
  for (std::int64_t i = 0; i < people; ++i) {
    double log_odds = -0.5 + 0.6 * rng::normal(stream);
    for (std::size_t a = 0; a < attributes().size(); ++a) {
      const auto code = static_cast<data::Code>(
          rng::below(stream, static_cast<std::uint32_t>(attributes()[a].arity())));
      rows.codes[a].push_back(code);
      log_odds += 0.2 * code;
    }
    const double p = 1 / (1 + std::exp(-log_odds));
    const double rounded = std::clamp(std::round(20 * p) / 20, 0.05, 0.95);
    double truth = rounded;
    for (const search::OddsChange& change : planted) {
      bool inside = true;
      for (std::size_t a = 0; a < attributes().size(); ++a)
        inside = inside && ((change.subgroup.sets[a] >> rows.codes[a].back()) & 1) != 0;
      if (inside) truth = search::change_odds(truth, change.log_q);
    }
    rows.prediction.push_back(rounded);
    rows.outcome.push_back(rng::bernoulli(stream, truth) ? 1 : 0);
    rows.count.push_back(1);
  }
  data::ProfilesBuilder builder(attributes());
  data::send(rows, builder);
  PlantedPeople result;
  result.cells = search::make_bernoulli_cells(std::move(builder).finish());
  result.truth = result.cells;
  for (const search::OddsChange& change : planted) search::change_odds(change, result.truth);
  return result;
}

AfterSearchStudy after_search_study(const AfterSearchOptions& options,
                                    const methods::Hooks& hooks) {
  validate(options);
  AfterSearchStudy study{.options = options};
  measure_coverage(study, hooks);
  measure_seconds(study, hooks);
  return study;
}

}  // namespace faultline::studies

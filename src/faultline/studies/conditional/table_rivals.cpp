#include "faultline/studies/conditional/table_rivals.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/rivals/gerryfair.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::studies {
namespace {

using Cell = std::vector<data::Code>;

/// The smallest rectangle around some cells.
search::Subgroup hull(const std::set<Cell>& cells, std::size_t attributes) {
  search::Subgroup around;
  around.sets.assign(attributes, 0);
  for (const Cell& cell : cells) {
    for (std::size_t a = 0; a < attributes; ++a) around.sets[a] |= search::ValueSet{1} << cell[a];
  }
  return around;
}

bool holds(const search::Subgroup& subgroup, const Cell& cell) {
  for (std::size_t a = 0; a < cell.size(); ++a) {
    if (((subgroup.sets[a] >> cell[a]) & 1) == 0) return false;
  }
  return true;
}

/// A rectangle in words when nobody else is inside its hull.
std::string rectangle(const std::set<Cell>& cells, const std::set<Cell>& others,
                      const std::vector<data::Attribute>& attributes) {
  const search::Subgroup around = hull(cells, attributes.size());
  for (const Cell& cell : others) {
    if (holds(around, cell)) return "";
  }
  return search::in_words(around, attributes);
}

std::string in_words(const std::set<Cell>& inside, const std::set<Cell>& outside,
                     const std::vector<data::Attribute>& attributes) {
  if (inside.empty()) return "nobody";
  if (outside.empty()) return "everybody";
  std::string one = rectangle(inside, outside, attributes);
  if (!one.empty()) return one;
  const std::string rest = rectangle(outside, inside, attributes);
  if (!rest.empty()) return fmt::format("everybody but: {}", rest);
  std::vector<std::string> list;
  list.reserve(inside.size());
  for (const Cell& cell : inside) {
    list.push_back(search::in_words(hull({cell}, attributes.size()), attributes));
  }
  return fmt::format("{} cells: {}", list.size(), fmt::join(list, "; "));
}

std::size_t position(const data::Profiles& profiles, const std::string& name) {
  for (std::size_t a = 0; a < profiles.attributes.size(); ++a) {
    if (profiles.attributes[a].name == name) return a;
  }
  throw InputError(fmt::format("the sensitive attribute '{}' is no attribute", name));
}

GerryFairFinding audit_gerryfair(const data::Profiles& profiles,
                                 const std::vector<std::string>& sensitive,
                                 rivals::Deviation deviation) {
  model::Design design(profiles.size());
  std::vector<data::Attribute> attributes;
  std::vector<std::size_t> at;
  for (const std::string& name : sensitive) {
    at.push_back(position(profiles, name));
    attributes.push_back(profiles.attributes[at.back()]);
    design.add(attributes.back(), profiles.codes[at.back()]);
  }
  const rivals::GerryFairResult result =
      rivals::gerryfair({.design = design,
                         .prediction = profiles.prediction,
                         .outcome = profiles.outcome,
                         .count = profiles.count},
                        {.rate = rivals::ErrorRate::false_positive, .deviation = deviation});
  GerryFairFinding finding;
  finding.above = result.above;
  finding.overall_rate = result.overall_rate;
  finding.inside_rate = result.subgroup_rate;
  std::set<Cell> inside;
  std::set<Cell> outside;
  double sum = 0;
  double weight = 0;
  for (std::size_t i = 0; i < profiles.count.size(); ++i) {
    Cell cell;
    for (const std::size_t a : at) cell.push_back(profiles.codes[a][i]);
    (result.member[i] != 0 ? inside : outside).insert(cell);
    if (result.member[i] != 0) {
      finding.people += profiles.count[i];
    } else if (profiles.outcome[i] == 0) {
      sum += static_cast<double>(profiles.count[i]) * profiles.prediction[i];
      weight += static_cast<double>(profiles.count[i]);
    }
  }
  finding.outside_rate = sum / weight;
  finding.words = in_words(inside, outside, attributes);
  return finding;
}

/// Every value of every attribute has its own column: with a ridge that is determined, and no
/// value is hidden as a reference level.
model::Design all_levels(const data::Profiles& profiles) {
  model::Design design(profiles.size());
  for (std::size_t a = 0; a < profiles.attributes.size(); ++a) {
    const data::Attribute& attribute = profiles.attributes[a];
    for (int v = 0; v < attribute.arity(); ++v) {
      std::vector<double> values;
      values.reserve(profiles.codes[a].size());
      for (const data::Code code : profiles.codes[a]) values.push_back(code == v ? 1.0 : 0.0);
      design.add(fmt::format("{} = {}", attribute.name, attribute.labels[v]), values,
                 model::ColumnKind::plain);
    }
  }
  return design;
}

MultiAccuracyFinding audit_multiaccuracy(const data::Profiles& profiles,
                                         const RivalOptions& options, bool directional,
                                         rivals::ResidualHeuristic heuristic) {
  const model::Design design = all_levels(profiles);
  const rivals::AuditRows rows{.design = design,
                               .prediction = profiles.prediction,
                               .outcome = profiles.outcome,
                               .count = profiles.count};
  std::vector<rivals::MultiAccuracyResult> results(static_cast<std::size_t>(options.runs));
  parallel::for_each(options.runs, options.threads, [&](std::int64_t run) {
    results[run] = rivals::multiaccuracy(rows, {.directional = directional,
                                                .heuristic = heuristic,
                                                .seed = options.seed,
                                                .replicate = static_cast<std::uint32_t>(run)});
  });
  MultiAccuracyFinding finding;
  finding.runs = options.runs;
  std::map<rivals::Partition, std::int64_t> partitions;
  for (const rivals::MultiAccuracyResult& result : results) {
    if (!result.best) continue;
    ++finding.found;
    ++partitions[result.best->partition];
    finding.first_iteration += result.best->iteration == 1 ? 1 : 0;
    const auto& coefficients = result.best->coefficients;
    if (finding.factors.empty()) {
      for (std::size_t j = 1; j < coefficients.size(); ++j) {
        finding.factors.push_back({.name = coefficients[j].first});
      }
    }
    for (std::size_t j = 1; j < coefficients.size(); ++j) {
      finding.factors[j - 1].mean += coefficients[j].second;
      finding.factors[j - 1].positive_share += coefficients[j].second > 0 ? 1 : 0;
    }
  }
  for (MultiAccuracyFinding::Factor& factor : finding.factors) {
    factor.mean /= static_cast<double>(finding.found);
    factor.positive_share /= static_cast<double>(finding.found);
  }
  std::stable_sort(finding.factors.begin(), finding.factors.end(),
                   [](const auto& a, const auto& b) { return a.mean > b.mean; });
  finding.partitions.assign(partitions.begin(), partitions.end());
  return finding;
}

}  // namespace

RivalFindings run_rivals(const data::Profiles& profiles, const RivalOptions& options) {
  using enum rivals::ResidualHeuristic;
  return {.gerryfair = audit_gerryfair(profiles, options.sensitive, rivals::Deviation::larger),
          .gerryfair_directional =
              audit_gerryfair(profiles, options.sensitive, rivals::Deviation::above),
          .multiaccuracy = audit_multiaccuracy(profiles, options, false, absolute),
          .multiaccuracy_directional = audit_multiaccuracy(profiles, options, true, absolute),
          .signed_residual = audit_multiaccuracy(profiles, options, true, signed_residual)};
}

}  // namespace faultline::studies

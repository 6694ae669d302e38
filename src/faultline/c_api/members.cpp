#include "faultline/c_api/members.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/binning.hpp"
#include "faultline/data/interval_text.hpp"
#include "faultline/data/protected_class.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/run/any_spec.hpp"

namespace faultline::c_api {
namespace {

/// People who have one of the labels of every column.
using Conditions = std::vector<data::ClassPart>;

data::InputOptions input_of(const run::AnySpec& spec) {
  return std::visit(
      [](const auto& one) {
        if constexpr (requires { one.input; })
          return one.input;
        else
          return data::InputOptions{};
      },
      spec);
}

/// Labels of an attribute in the result; none when it is not there.
std::vector<std::string> labels_of(const result::Result& found, const std::string& name) {
  std::vector<std::string> labels;
  for (const auto& attribute : found.data.attributes) {
    if (attribute.name != name) continue;
    for (const auto& value : attribute.values) labels.push_back(value.label);
  }
  return labels;
}

/// Cut points that were computed from the people, as cut points: new people have other quantiles.
void fix_cuts(const result::Result& found, data::InputOptions& input) {
  for (std::string& text : input.bins) {
    const data::BinSpec bin = data::parse_bins(text);
    if (bin.kind == data::BinSpec::Kind::cuts) continue;
    std::set<double> ends;
    for (const std::string& label : labels_of(found, bin.column)) {
      const auto interval = data::interval_of(label);
      if (!interval) continue;
      if (std::isfinite(interval->low)) ends.insert(interval->low);
      if (std::isfinite(interval->high)) ends.insert(interval->high);
    }
    std::vector<std::string> cuts;
    cuts.reserve(ends.size());
    for (const double end : ends) cuts.push_back(shortest(end));
    if (!cuts.empty()) text = fmt::format("{}={}", bin.column, fmt::join(cuts, ","));
  }
}

/// The class of an audit's finding. One value of one column is its own definition; a class of
/// several is found again among those that were asked for.
Conditions class_of(const result::Result& found, const result::ProtectedClass& one,
                    const run::AnySpec& spec) {
  if (one.columns.size() <= 1 && (one.columns.empty() || one.columns.front() == one.attribute))
    return {{.column = one.attribute, .values = {one.value}}};
  std::vector<data::CodedAttribute> coded;
  for (const std::string& column : one.columns) {
    data::CodedAttribute& attribute = coded.emplace_back();
    attribute.attribute = {.name = column, .labels = labels_of(found, column)};
    attribute.people.resize(attribute.attribute.labels.size());
  }
  const auto* audit = std::get_if<run::AuditSpec>(&spec);
  for (const std::string& text :
       audit != nullptr ? audit->protected_classes : std::vector<std::string>{}) {
    try {
      const auto asked = data::parse_classes(text, one.columns, "`protected`");
      for (const data::ClassDefinition& defined : data::define_classes(asked, {}, coded)) {
        if (defined.attribute == one.attribute && defined.value == one.value) return defined.parts;
      }
    } catch (const Error&) {
      continue;  // a class of other columns
    }
  }
  throw InputError(
      fmt::format("the class '{}' of the finding is not among those asked for", one.value));
}

Conditions conditions_of(const result::Result& found, std::size_t at, const run::AnySpec& spec) {
  if (at >= found.findings.size()) {
    throw InputError(fmt::format("the result has {} finding(s); there is no number {}",
                                 found.findings.size(), at + 1));
  }
  const result::Finding& finding = found.findings[at];
  if (!finding.subgroup) throw InputError("the finding has no subgroup: nothing scored above 0");
  Conditions conditions;
  for (const auto& [attribute, values] : *finding.subgroup)
    conditions.push_back({.column = attribute, .values = values});
  if (finding.protected_class) {
    for (data::ClassPart& part : class_of(found, *finding.protected_class, spec))
      conditions.push_back(std::move(part));
  }
  return conditions;
}

bool contains(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

/// `labels` are those of `columns`.
bool is_member(const Conditions& conditions, const std::vector<std::string>& columns,
               const std::vector<std::string>& labels) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const data::ClassPart& one) {
    const auto at = std::find(columns.begin(), columns.end(), one.column) - columns.begin();
    return contains(one.values, labels[static_cast<std::size_t>(at)]);
  });
}

}  // namespace

std::string members(const std::string& text, std::size_t at, data::Source& source, bool from_frame,
                    const std::stop_token& stop) {
  const result::Result found = report::from_json(text).result;
  const run::AnySpec spec = run::read_spec(text);
  const Conditions conditions = conditions_of(found, at, spec);
  data::InputOptions input = input_of(spec);
  if (from_frame) input.path.clear();
  fix_cuts(found, input);
  data::RoleOptions roles;
  for (const data::ClassPart& one : conditions) {
    if (!contains(roles.attributes, one.column)) roles.attributes.push_back(one.column);
  }

  std::string mask;
  const auto mark = [&](bool kept) {
    source.rows(input, roles, "", stop)
        ->stream(
            [&](const data::Row& row) {
              const auto place = static_cast<std::size_t>(row.number);
              if (mask.size() < place) mask.resize(place, '0');
              if (kept && is_member(conditions, roles.attributes, row.labels))
                mask[place - 1] = '1';
            },
            stop);
  };
  mark(true);
  if (!trim(input.where).empty()) {  // rows that it leaves out have a place, too
    input.where.clear();
    mark(false);
  }
  return mask;
}

}  // namespace faultline::c_api

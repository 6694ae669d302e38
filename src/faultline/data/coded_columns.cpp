#include "faultline/data/coded_columns.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/messages.hpp"

namespace faultline::data {
namespace {

/// A column with its dictionary.
struct Candidate {
  std::string type{};
  std::size_t intervals = 0;  // 0 unless binned
  CodedAttribute coded{};
  std::int64_t values = 0;

  [[nodiscard]] const std::string& name() const { return coded.attribute.name; }
  /// A label that is no number where most are: the column was probably meant as numbers.
  [[nodiscard]] std::optional<std::string> spoilt_by() const {
    if (type != "VARCHAR" || intervals > 0) return std::nullopt;
    std::vector<std::string> others;
    std::size_t labels = 0;
    for (const std::string& label : coded.attribute.labels) {
      if (label == kMissingLabel) continue;
      ++labels;
      if (!parse_double(label)) others.push_back(label);
    }
    if (2 * others.size() >= labels) return std::nullopt;
    return others.empty() ? "" : others.front();
  }
  [[nodiscard]] std::string cure() const {
    if (is_numeric(type)) return fmt::format("cut it, as in `bins` '{}=quantile:4'", name());
    return fmt::format(
        "group them, as in `derive` \"{0}_group=case when {1} in (...) then 'A' else 'B' end\"",
        name(), quoted_name(name()));
  }
};

Candidate candidate(const Columns& prepared, const std::string& name, const Values& values) {
  Candidate out{.type = prepared.find(name)->type};
  const auto bins = prepared.bin_labels.find(name);
  const bool binned = bins != prepared.bin_labels.end();
  if (binned) out.intervals = bins->second.size();
  out.coded =
      code_attribute(name, out.type, binned ? bins->second : std::vector<std::string>{}, values);
  // All values were fetched unless there are more than an attribute may have.
  out.values = values.distinct <= kMaxValues + 2 ? out.coded.attribute.arity() : values.distinct;
  return out;
}

void check_values(const Candidate& column, const std::string& option, const char* use) {
  if (column.values <= kMaxValues) return;
  throw InputError(fmt::format("{} {}: {} values are more than the {} that can be {}; {}", option,
                               column.name(), with_thousands(column.values), kMaxValues, use,
                               column.cure()));
}

/// A covariate that was probably meant as numbers is told, or refused with another cure.
void check_covariate(const Candidate& column, Notices& notices) {
  const auto text = column.spoilt_by();
  if (text && column.values > kMaxValues) {
    throw InputError(fmt::format(
        "`covariates` {}: {} values are more than the {} that can be told apart; it holds text "
        "beside numbers, so correct it or add `null` with the spellings of missing values",
        column.name(), with_thousands(column.values), kMaxValues));
  }
  check_values(column, "`covariates`", "told apart");
  if (text && !text->empty()) {
    notices.push_back(Notice::note(
        fmt::format("covariate '{}' is taken as categories because it holds '{}', which is not a "
                    "number; if that means missing, add `null`",
                    column.name(), shown(*text)),
        column.name()));
  }
}

void note_scanned(const Candidate& column, Notices& notices) {
  // Ranges of many values are as short, and cost as little, as those of few.
  if (column.values > kFewValues && !column.coded.attribute.ordered) {
    notices.push_back(Notice::note(
        fmt::format("attribute '{}' has {} values; fewer would be easier to read and to detect: {}",
                    column.name(), column.values, column.cure()),
        column.name()));
  }
  if (column.values == 1) {
    notices.push_back(Notice::note(
        fmt::format("attribute '{}' has one value ('{}') and tells nobody apart; it is kept",
                    column.name(), column.coded.attribute.labels.front()),
        column.name()));
  }
}

/// Bins stand in their order already; others are put into theirs where that was asked for.
void order_values(const OrderRoles& ordered, Candidate& column, Notices& notices) {
  const auto asked =
      std::find_if(ordered.columns.begin(), ordered.columns.end(),
                   [&column](const OrderRole& role) { return role.column == column.name(); });
  if (asked != ordered.columns.end()) {
    if (column.intervals > 0 && !asked->low_to_high.empty()) {
      throw InputError(fmt::format(
          "`ordered` '{}={}': the intervals of `bins` have their order; name the column alone",
          column.name(), shown(asked->low_to_high)));
    }
    put_in_order(*asked, column.coded, notices);
  } else if (column.intervals > 0 && ordered.bins) {
    column.coded.attribute.ordered = true;
  }
}

/// An order of what is not scanned would be an order that nothing uses.
void refuse_unscanned(const OrderRoles& ordered, const std::vector<std::string>& scanned) {
  for (const OrderRole& role : ordered.columns) {
    if (std::find(scanned.begin(), scanned.end(), role.column) != scanned.end()) continue;
    throw InputError(fmt::format(
        "`ordered` {}: it is not scanned; add it to `attributes`, or leave it out (scanned are {})",
        role.column, join_words(scanned)));
  }
}

void take(Candidate column, PeopleFacts& facts, CodedColumns& out) {
  if (column.coded.attribute.labels.size() < column.intervals) {
    facts.notices.push_back(Notice::note(
        fmt::format("some intervals of '{}' hold nobody and are left out", column.name()),
        column.name()));
  }
  AttributeSummary counts{.name = column.name(), .ordered = column.coded.attribute.ordered};
  for (std::size_t v = 0; v < column.coded.attribute.labels.size(); ++v) {
    counts.values.push_back(
        {.label = column.coded.attribute.labels[v], .count = column.coded.people[v]});
  }
  facts.summary.attributes.push_back(std::move(counts));
  out.attributes.push_back(std::move(column.coded));
}

}  // namespace

CodedColumns code_columns(const Columns& prepared, const Roles& roles,
                          const std::vector<Values>& values, const std::string& source,
                          PeopleFacts& facts) {
  const std::vector<std::string> names = roles.coded_columns();
  const std::vector<std::string> classes = roles.protected_columns();
  CodedColumns out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    Candidate column = candidate(prepared, names[i], values[i]);
    if (i < roles.attributes.size()) {
      check_values(column, roles.attributes_option, "scanned");
      order_values(roles.ordered, column, facts.notices);
      note_scanned(column, facts.notices);
      out.scanned.push_back(column.name());
    } else if (std::find(classes.begin(), classes.end(), column.name()) != classes.end()) {
      check_values(column, roles.classes_option, "told apart");
    } else {
      check_covariate(column, facts.notices);
    }
    take(std::move(column), facts, out);
  }
  if (out.scanned.empty()) {
    throw InputError(
        fmt::format("{}: no column can be scanned; name some with `attributes`, or cut numbers "
                    "with `bins` 'COL=quantile:4'",
                    source));
  }
  refuse_unscanned(roles.ordered, out.scanned);
  return out;
}

}  // namespace faultline::data

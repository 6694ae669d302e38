#include "faultline/data/opening.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/check.hpp"
#include "faultline/data/choose_columns.hpp"
#include "faultline/data/positive_value.hpp"

namespace faultline::data {
namespace {

// Up to so many rows tuples are grouped in any case; with more, only when there are few distinct
// predictions and numbers, because the tuples would be nearly as many as the rows.
constexpr std::int64_t kGroupedRows = 1'000'000;
constexpr std::int64_t kFewPredictions = 1'000;
// A share of positives per score needs people at each: an ordinal scale with more steps is a
// number.
constexpr std::int64_t kMostRiskScores = 1'000;

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// A numeric outcome becomes one of the numbers.
RoleOptions with_outcome_kind(RoleOptions options, Reader& reader) {
  const ColumnInfo* column = reader.columns().find(options.outcome);  // COL=POSITIVE is no column
  if (!options.outcome_may_be_number || column == nullptr || !is_numeric(column->type) ||
      !reader.has_three_values(options.outcome))
    return options;
  if (options.score_may_be_number) {
    for (const auto& [option, given] :
         {std::pair("`threshold`", options.threshold), std::pair("`decision`", options.decision),
          std::pair("`risk_score`", options.risk_score)}) {
      if (given.empty()) continue;
      throw InputError(fmt::format(
          "`outcome` {}: it holds numbers of more than two values, so {} is not for it; leave {} "
          "out, or say which value is the positive one with `outcome = {}=VALUE`",
          options.outcome, option, option, options.outcome));
    }
    if (!options.score.empty()) options.numbers.push_back(std::exchange(options.score, ""));
  }
  options.numbers.push_back(std::exchange(options.outcome, ""));
  return options;
}

void count_dropped(Reader& reader, const Roles& roles, const Checked& checked, PeopleFacts& facts) {
  Summary& summary = facts.summary;
  summary.rows = checked.people;
  summary.rows_used = checked.people_kept;
  if (const auto people = reader.people_unfiltered(roles.count)) {
    summary.rows = *people;
    if (summary.rows > checked.people) {
      summary.dropped.push_back(
          Notice::dropped("not kept by `where`", summary.rows - checked.people));
    }
  }
  append(summary.dropped, checked.dropped);
  append(facts.notices, checked.notices);
  refuse_nobody(checked, summary.rows, roles, reader.source());
}

/// A new name matters to those who use the column, or the one whose name it had.
void note_renamed(const SourceFacts& source, const InputOptions& input, Roles roles,
                  PeopleFacts& facts) {
  // Without the candidates of the default rule that were not taken.
  roles.attributes = facts.scanned;
  Notices renamed;
  for (const Renamed& column : source.renamed) {
    if (uses(input, roles, column.from) || uses(input, roles, column.to))
      renamed.push_back(Notice::note(column.note, column.to));
  }
  facts.notices.insert(facts.notices.begin(), renamed.begin(), renamed.end());
}

/// Again, for those who are left when a number that was chosen is required.
void count_again(Reader& reader, const Roles& roles, const Checked& rest, PeopleFacts& facts) {
  PeopleFacts again;
  count_dropped(reader, roles, rest, again);
  facts.summary.rows_used = again.summary.rows_used;
  facts.summary.dropped = again.summary.dropped;
  // Who lacks two numbers is counted at the first.
  std::erase_if(facts.summary.dropped, [](const Notice& item) { return item.count == 0; });
}

void find_positives(const Dictionaries& dictionaries, bool families, Opened& out) {
  Notices& notices = out.facts.notices;
  if (out.roles.outcome) {
    out.outcome_positive = positive_value("`outcome`", *out.roles.outcome, dictionaries.outcome,
                                          false, notices, families);
  }
  if (out.roles.decision) {
    out.decision_positive =
        positive_value("`decision`", *out.roles.decision, dictionaries.decision, true, notices);
  }
  for (std::size_t i = 0; i < out.roles.flags.size(); ++i) {
    const FlagRole& flag = out.roles.flags[i];
    out.flags_positive.push_back(
        flag.threshold
            ? ""
            : positive_value(flag.option, flag.role, dictionaries.flags[i], true, notices));
    out.facts.flags.push_back(flag.role.column);
  }
}

}  // namespace

Opened open_people(Reader& reader, const InputOptions& input, const RoleOptions& given,
                   const Notices& notices) {
  Opened out;
  const SourceFacts& source = reader.source();
  Summary& summary = out.facts.summary;
  summary.source = source.title;
  summary.sha256 = source.sha256;
  out.facts.notices = source.notices;
  append(out.facts.notices, notices);
  refuse_unreadable(source, given);
  out.roles = resolve_roles(with_outcome_kind(given, reader), reader.columns());
  Roles& roles = out.roles;
  check_numbers(reader, roles);
  reader.take_roles(roles);
  const Checked checked = check_rows(reader, roles, input.missing);
  count_dropped(reader, roles, checked, out.facts);

  const Dictionaries dictionaries = reader.dictionaries();
  find_positives(dictionaries, given.outcome_has_families, out);
  std::int64_t predictions = checked.distinct_predictions;
  if (!roles.risk_score.empty()) {
    predictions = dictionaries.risk_scores;
    if (predictions > kMostRiskScores) {
      throw InputError(
          fmt::format("`risk_score` {}: {} different scores are too many for a share of positives "
                      "at each; cut it, as in "
                      "`bins` '{}=quantile:10', or give probabilities with `score`",
                      roles.risk_score, with_thousands(predictions), roles.risk_score));
    }
    if (!out.outcome_positive) throw InternalError("a risk score came without an outcome");
    reader.take_positive(*out.outcome_positive);
  }
  if (roles.default_attributes) {
    for (const UnreadableColumn& column : source.unreadable) {
      out.facts.notices.push_back(Notice::left_out(
          fmt::format("{}: {}, which cannot be read", column.name, column.words), column.name, 0));
    }
  }
  const ChosenColumns chosen =
      choose_columns(reader, given.choose_covariates, checked,
                     LeakGuard(input, roles, out.outcome_positive, out.decision_positive), roles);
  append(out.facts.notices, chosen.notices);
  reader.take_roles(roles);
  if (chosen.without_gaps) {
    count_again(reader, roles, *chosen.without_gaps, out.facts);
    Opened same{.roles = roles};  // refuses where the rest have one outcome only
    find_positives(reader.dictionaries(), given.outcome_has_families, same);
    if (!roles.risk_score.empty()) reader.take_positive(*out.outcome_positive);
  }
  out.coded = code_columns(reader.columns(), roles, chosen.values, source.name, out.facts);
  out.facts.protected_classes =
      define_classes(roles.protected_classes, roles.against, out.coded.attributes);
  for (const CodedAttribute& attribute : out.coded.attributes)
    out.facts.attributes.push_back(attribute.attribute);
  out.facts.scanned = out.coded.scanned;
  out.facts.covariates = roles.covariates.empty() ? out.facts.scanned : roles.covariates;
  out.facts.set_aside = chosen.set_aside;
  for (const SetAsideColumn& column : chosen.set_aside)
    std::erase(out.facts.covariates, column.name);
  out.facts.numbers = roles.numbers;
  append(out.facts.numbers, out.facts.flags);
  note_renamed(source, input, roles, out.facts);
  const bool grouped =
      chosen.without_gaps.value_or(checked).rows_kept <= kGroupedRows ||
      (predictions <= kFewPredictions &&
       std::max<std::int64_t>(1, predictions) * chosen.distinct_numbers <= kFewPredictions);
  out.facts.many_predictions = !grouped;
  return out;
}

RoleOptions roles_of_rows(RoleOptions options) {
  options.decision.clear();
  options.threshold.clear();
  options.protected_classes.clear();
  options.against.clear();
  options.covariates.clear();
  options.ordered.clear();
  options.flags.clear();
  return options;
}

OpenedRows open_rows(Reader& reader, const InputOptions& input, const RoleOptions& options) {
  refuse_unreadable(reader.source(), options);
  OpenedRows out{.roles = resolve_roles(options, reader.columns())};
  check_numbers(reader, out.roles);
  reader.take_roles(out.roles);
  const Checked checked = check_rows(reader, out.roles, input.missing);
  out.left_out = checked.rows - checked.rows_kept;
  if (!out.roles.outcome) return out;
  refuse_nobody(checked, reader.people_unfiltered(out.roles.count).value_or(checked.people),
                out.roles, reader.source());
  Notices notices;  // told with the people
  out.outcome_positive = positive_value("`outcome`", *out.roles.outcome,
                                        reader.dictionaries().outcome, false, notices);
  if (!out.roles.risk_score.empty()) reader.take_positive(*out.outcome_positive);
  return out;
}

std::string label_of(std::string_view text, bool real) {
  if (text.empty()) return kMissingLabel;
  if (real) {
    if (const auto value = parse_double(text)) return shortest(*value);
  }
  return std::string(text);
}

}  // namespace faultline::data

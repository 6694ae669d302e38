#include "faultline/data/check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/column_names.hpp"
#include "faultline/data/messages.hpp"

namespace faultline::data {
namespace {

/// Numbers in another spelling, 12.1% or 0,5: throws InputError with the SQL that reads them.
void refuse_spelling(const std::string& option, const std::string& column, const Located& bad,
                     const Reader& reader) {
  const std::string_view value = trim(bad.value);
  const bool per_cent =
      value.ends_with('%') && parse_double(trim(value.substr(0, value.size() - 1)));
  const std::size_t comma = value.find(',');
  std::string point(value);
  if (comma != std::string_view::npos) point[comma] = '.';
  const bool decimal_comma = comma != std::string_view::npos && parse_double(point).has_value();
  if (!per_cent && !decimal_comma) return;
  const std::string sql =
      per_cent ? fmt::format("cast(replace({}, '%', '') as double){}", sql_name(column),
                             option == "`score`" ? " / 100" : "")
               : fmt::format("cast(replace({}, ',', '.') as double)", sql_name(column));
  throw InputError(fmt::format("{} {}: row {} of {} holds '{}', {}; write {}", option, column,
                               bad.row, reader.source().name, shown(bad.value),
                               per_cent ? "a percentage as text" : "a number with a decimal comma",
                               derive_advice(option, sql, reader.columns().names())));
}

void check_number(Reader& reader, const std::string& option, const std::string& column) {
  const std::string& type = reader.columns().find(column)->type;
  if (is_numeric(type)) return;
  const bool text = type == "VARCHAR";
  // A column without any value is no mistake of its kind; what is missing is told later.
  if (text && !reader.has_values(column)) return;
  const std::string& source = reader.source().name;
  if (const auto bad = reader.locate(column, Bad::not_number)) {
    if (text) refuse_spelling(option, column, *bad, reader);
    throw InputError(fmt::format("{} {}: row {} of {} holds '{}', which is not a number{}", option,
                                 column, bad->row, source, shown(bad->value),
                                 text ? "; if it means missing, add `null`" : ""));
  }
  throw InputError(fmt::format(
      "{} {}: the column of {} holds text, not numbers; `derive` can make numbers of it", option,
      column, source));
}

[[noreturn]] void refuse_missing(const Requirement& part, std::int64_t missing, std::int64_t rows,
                                 const std::string& source) {
  const char* them = missing == 1 ? "it" : "them";
  throw InputError(
      fmt::format("{} {}: {} of {} of {} {} {}; correct {}, leave {} out with `where`, or add "
                  "`missing = drop`",
                  part.option, part.column, with_thousands(missing), plural(rows, "row"), source,
                  missing == 1 ? "has" : "have", part.what, them, them));
}

Located located(Reader& reader, const std::string& column, Bad bad) {
  const auto found = reader.locate(column, bad);
  if (!found) throw InputError(fmt::format("{} changed while it was read", reader.source().name));
  return *found;
}

[[noreturn]] void refuse_probability(Reader& reader, const std::string& option,
                                     const std::string& column, const std::string& hint) {
  const Located bad = located(reader, column, Bad::probability);
  throw InputError(
      fmt::format("{} {}: row {} of {} holds {}, which is not a probability between 0 and 1{}",
                  option, column, bad.row, reader.source().name, shown(bad.value), hint));
}

/// What the numbers probably are.
std::string score_advice(Reader& reader, const Roles& roles, const Tally& tally) {
  const std::string& column = roles.score;
  if (roles.outcome_has_families && roles.outcome && reader.has_three_values(roles.outcome->column))
    return fmt::format(
        "; `outcome` {} has more than two values: where it is a number, say what it "
        "is with `family` gaussian (a number), poisson (a count) or ordinal "
        "(ordered classes), and `score` is the number predicted",
        shown(roles.outcome->column));
  // Scales of up to ten steps are no per cent, nor is a probability a little above 1.
  constexpr double kSteps = 10;
  constexpr double kAboveOne = 2;
  const bool steps =
      is_whole(reader.columns().find(column)->type) && tally.greatest_score <= kSteps;
  if (!steps && tally.least_score >= 0 && tally.greatest_score > kAboveOne &&
      tally.greatest_score <= 100) {
    return fmt::format(
        "; if these are per cent, write {}",
        derive_advice("`score`", sql_name(column) + "/100", reader.columns().names()));
  }
  return " (an ordinal score is given with `risk_score`)";
}

std::vector<Requirement> requirements(const Roles& roles) {
  using Kind = Requirement::Kind;
  std::vector<Requirement> parts;
  if (roles.outcome)
    parts.push_back({Kind::outcome, 0, "`outcome`", roles.outcome->column, "missing outcome"});
  if (!roles.score.empty())
    parts.push_back({Kind::score, 0, "`score`", roles.score, "missing prediction"});
  if (!roles.risk_score.empty())
    parts.push_back({Kind::risk_score, 0, "`risk_score`", roles.risk_score, "missing risk score"});
  if (roles.decision)
    parts.push_back({Kind::decision, 0, "`decision`", roles.decision->column, "missing decision"});
  for (std::size_t i = 0; i < roles.flags.size(); ++i) {
    const FlagRole& flag = roles.flags[i];
    parts.push_back({Kind::flag, i, flag.option, flag.role.column,
                     fmt::format("missing {} ({})", flag.word(), shown(flag.role.column))});
  }
  const std::vector<std::string> classes = roles.protected_columns();
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::string& option = roles.classes_option;
    parts.push_back({Kind::protected_class, i, option, classes[i],
                     option == "`protected`"
                         ? fmt::format("missing protected class ({})", shown(classes[i]))
                         : fmt::format("missing value ({})", shown(classes[i]))});
  }
  for (std::size_t i = 0; i < roles.numbers.size(); ++i) {
    const std::string& name = roles.numbers[i];
    const std::string option = roles.number_option(name);
    if (roles.is_ranked(name)) {
      parts.push_back(
          {Kind::rank, i, option, name, fmt::format("missing value ({})", shown(name))});
      continue;
    }
    parts.push_back(
        {Kind::number, i, option, name, fmt::format("missing number ({})", shown(name))});
    parts.push_back({Kind::finite_number, i, option, name,
                     fmt::format("infinite number ({})", shown(name)), "an infinite number"});
  }
  if (!roles.count.empty()) {
    parts.push_back(
        {Kind::count, 0, "`count`", roles.count, "missing count (each counted as one)"});
  }
  return parts;
}

}  // namespace

std::int64_t capped_product(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t kMany = 1'000'000'000;  // and the product cannot overflow
  return std::min(kMany, std::min(kMany, a) * std::min(kMany, b));
}

void check_numbers(Reader& reader, const Roles& roles) {
  if (!roles.score.empty()) check_number(reader, "`score`", roles.score);
  if (!roles.count.empty()) check_number(reader, "`count`", roles.count);
  for (const std::string& name : roles.numbers) {
    if (!roles.is_ranked(name)) check_number(reader, roles.number_option(name), name);
  }
  for (const FlagRole& flag : roles.flags) {
    if (flag.threshold) check_number(reader, flag.option, flag.role.column);
  }
}

Checked check_rows(Reader& reader, const Roles& roles, Missing missing) {
  const std::vector<Requirement> parts = requirements(roles);
  const Tally tally = reader.tally(parts);
  const std::string& source = reader.source().name;
  Checked out{.rows = tally.rows,
              .rows_kept = tally.rows_kept,
              .people = tally.people,
              .people_kept = tally.people_kept,
              .distinct_predictions = tally.distinct_predictions};
  for (const std::int64_t distinct : tally.distinct_numbers)
    out.distinct_numbers = capped_product(out.distinct_numbers, distinct);
  if (tally.bad_counts > 0) {
    const Located bad = located(reader, roles.count, Bad::count);
    throw InputError(fmt::format(
        "`count` {}: row {} of {} holds {}, which is not a whole number of people, 0 or more",
        roles.count, bad.row, source, shown(bad.value)));
  }
  if (tally.bad_scores > 0)
    refuse_probability(reader, "`score`", roles.score, score_advice(reader, roles, tally));
  if (tally.uncertain_scores == 0 && tally.least_score != tally.greatest_score) {
    throw InputError(fmt::format(
        "`score` {0}: every value is 0 or 1, so these are decisions, not probabilities; "
        "give them as `decision = {0}`",
        roles.score));
  }
  for (std::size_t i = 0; i < roles.flags.size(); ++i) {
    if (tally.bad_flags[i] > 0)
      refuse_probability(reader, roles.flags[i].option, roles.flags[i].role.column, "");
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (tally.absent[i] == 0) continue;
    if (missing == Missing::refuse) refuse_missing(parts[i], tally.absent[i], out.rows, source);
    out.dropped.push_back(Notice::dropped(parts[i].reason, tally.absent_people[i]));
  }
  if (const std::int64_t zero = tally.zero_counts; zero > 0) {
    out.notices.push_back(Notice::note(
        zero == 1 ? "1 row has count 0 and stands for nobody"
                  : fmt::format("{} rows have count 0 and stand for nobody", with_thousands(zero)),
        roles.count));
  }
  return out;
}

void refuse_unreadable(const SourceFacts& source, const RoleOptions& roles) {
  for (const UnreadableColumn& column : source.unreadable) {
    if (!plays_role(roles, column.name)) continue;
    throw InputError(fmt::format("column '{}' of {} holds {}, which cannot be read", column.name,
                                 source.name, column.words));
  }
}

void refuse_nobody(const Checked& checked, std::int64_t people, const Roles& roles,
                   const SourceFacts& source) {
  if (checked.rows_kept > 0) return;
  if (checked.rows > 0) {
    std::vector<std::string> needed{"outcome", "prediction", "decision"};
    if (!roles.protected_classes.empty()) needed.emplace_back("class");
    if (!roles.numbers.empty()) needed.emplace_back("number");
    for (const FlagRole& flag : roles.flags) {
      if (std::find(needed.begin(), needed.end(), flag.word()) == needed.end())
        needed.push_back(flag.word());
    }
    needed.emplace_back("count");
    throw InputError(fmt::format("{}: no row is left, because every one lacks an {}", source.name,
                                 join_words(needed, needed.size(), "or")));
  }
  if (people > 0)
    throw InputError(
        fmt::format("{}: `where` keeps none of {}", source.name, plural(people, "row")));
  throw InputError(fmt::format("{} {}", source.name, source.no_rows));
}

void refuse_sum(const std::string& sum) {
  throw InputError(
      fmt::format("the counts add up to {}, which is more people than can be counted", sum));
}

}  // namespace faultline::data

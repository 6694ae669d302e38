#include "faultline/sql/people.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/column_names.hpp"
#include "faultline/sql/check.hpp"
#include "faultline/sql/coded_columns.hpp"
#include "faultline/sql/dictionary.hpp"
#include "faultline/sql/error_text.hpp"
#include "faultline/sql/origin.hpp"
#include "faultline/sql/prepare.hpp"
#include "faultline/sql/quote.hpp"
#include "faultline/sql/roles.hpp"
#include "faultline/sql/source.hpp"
#include "faultline/sql/tuples.hpp"

namespace faultline::sql {
namespace {

constexpr std::int64_t kGroupedRows = 1'000'000;
constexpr std::int64_t kFewPredictions = 1'000;
constexpr std::int64_t kMostRiskScores = 1'000;

/// A numeric outcome becomes one of the numbers.
data::RoleOptions with_outcome_kind(data::RoleOptions options, Engine& engine,
                                    const Prepared& prepared, const std::stop_token& stop) {
  const ColumnInfo* column = prepared.find(options.outcome);  // COL=POSITIVE names no column
  if (!options.outcome_may_be_number || column == nullptr || !is_numeric(column->type))
    return options;
  const Rows distinct = engine.query(
      fmt::format("SELECT count(*) FROM (SELECT DISTINCT {0} FROM {1} WHERE {0} IS NOT NULL "
                  "LIMIT 3)",
                  quote_name(options.outcome), prepared.view),
      stop);
  if (distinct.at(0).at(0).value_or("0") != "3") return options;
  options.numbers.push_back(std::exchange(options.outcome, ""));
  return options;
}

}  // namespace

struct People::State {
  explicit State(Engine opened) : engine(std::move(opened)) {}

  Source source{};  // outlives the engine, which may have its file open
  Engine engine;
  TupleQuery tuples{};
  data::PeopleFacts facts{};  // until the people have them
  bool with_sql = false;

  void open(const Origin& origin, const data::InputOptions& input, const data::RoleOptions& options,
            const std::stop_token& stop);
  void count_dropped(const Prepared& prepared, const Roles& roles, Checked checked, bool filtered,
                     const std::stop_token& stop);
  void note_renamed(const data::InputOptions& input, Roles roles);
};

void People::State::open(const Origin& origin, const data::InputOptions& input,
                         const data::RoleOptions& given, const std::stop_token& stop) {
  validate(given);
  source = origin.open(engine, input, [&](const std::string& column) {
    return data::mentions(input, given, column);
  });
  refuse_unreadable(source, given);
  with_sql = !input.where.empty() || !input.derive.empty();
  facts.summary.source = source.title;
  facts.summary.sha256 = source.sha256;
  facts.summary.notes = source.notes;
  const Prepared prepared = prepare(engine, source, input, given.count, stop);
  const data::RoleOptions options = with_outcome_kind(given, engine, prepared, stop);
  facts.summary.notes.insert(facts.summary.notes.end(), prepared.notes.begin(),
                             prepared.notes.end());
  Roles roles = resolve_roles(options, prepared);

  const Checker checker{.engine = engine, .source = source, .prepared = prepared, .roles = roles};
  checker.numbers();
  build_people_view(engine, prepared, roles);
  const Checked checked = checker.rows(input.missing, stop);
  count_dropped(prepared, roles, checked, !trim(input.where).empty(), stop);

  if (roles.default_attributes) {
    for (const Unreadable& column : source.unreadable) {
      facts.summary.left_out.push_back(
          {.reason = fmt::format("{}: {}, which cannot be read", column.name, column.words)});
    }
    choose_candidates(engine, prepared, checked.rows, roles, facts.summary.left_out);
    build_people_view(engine, prepared, roles);
  }
  const Dictionaries dictionaries = read_dictionaries(engine, roles, stop);
  if (roles.outcome) {
    tuples.outcome_positive = positive_value("--outcome", *roles.outcome, dictionaries.outcome,
                                             false, facts.summary.notes);
    tuples.outcome_type = prepared.find(roles.outcome->column)->type;
  }
  if (roles.decision) {
    tuples.decision_positive = positive_value("--decision", *roles.decision, dictionaries.decision,
                                              true, facts.summary.notes);
    tuples.decision_type = prepared.find(roles.decision->column)->type;
  }
  for (std::size_t i = 0; i < roles.flags.size(); ++i) {
    const FlagRole& flag = roles.flags[i];
    TupleQuery::Flag streamed{.threshold = flag.threshold};
    if (!flag.threshold) {
      streamed.positive =
          positive_value(flag.option, flag.role, dictionaries.flags[i], true, facts.summary.notes);
      streamed.type = prepared.find(flag.role.column)->type;
    }
    tuples.flags.push_back(std::move(streamed));
    facts.flags.push_back(flag.role.column);
  }
  std::int64_t predictions = checked.distinct_predictions;
  if (!roles.risk_score.empty()) {
    predictions = dictionaries.risk_scores;
    if (predictions > kMostRiskScores) {
      throw InputError(
          fmt::format("--risk-score {}: {} different scores are too many for a share of positives "
                      "at each; cut it, as in "
                      "--bins '{}=quantile:10', or give probabilities with --score",
                      roles.risk_score, with_thousands(predictions), roles.risk_score));
    }
    if (!tuples.outcome_positive) throw InternalError("a risk score came without an outcome");
    build_risk_map(engine, prepared.find(roles.risk_score)->type, *tuples.outcome_positive);
  }
  CodedColumns coded = code_columns(prepared, roles, dictionaries, source.name, facts.summary);
  facts.protected_classes = find_classes(roles, coded.attributes);
  for (const CodedAttribute& attribute : coded.attributes)
    facts.attributes.push_back(attribute.attribute);
  tuples.columns = std::move(coded.columns);
  tuples.column_is_text = std::move(coded.is_text);
  tuples.coded = std::move(coded.attributes);
  facts.scanned = std::move(coded.scanned);
  facts.covariates = roles.covariates.empty() ? facts.scanned : roles.covariates;
  facts.numbers = roles.numbers;
  facts.numbers.insert(facts.numbers.end(), facts.flags.begin(), facts.flags.end());
  note_renamed(input, roles);
  tuples.score = !roles.score.empty();
  tuples.risk_score = !roles.risk_score.empty();
  tuples.threshold = roles.threshold;
  tuples.numbers = roles.numbers.size();
  tuples.counted = !roles.count.empty();
  tuples.kept = kept_condition(roles);
  tuples.grouped =
      checked.rows_kept <= kGroupedRows ||
      (predictions <= kFewPredictions &&
       std::max<std::int64_t>(1, predictions) * checked.distinct_numbers <= kFewPredictions);
  facts.many_predictions = !tuples.grouped;
}

void People::State::count_dropped(const Prepared& prepared, const Roles& roles, Checked checked,
                                  bool filtered, const std::stop_token& stop) {
  facts.summary.rows = checked.people;
  facts.summary.rows_used = checked.people_kept;
  if (filtered) {
    // Bad and missing counts outside --where stand for one person each, like those inside.
    const std::string people =
        roles.count.empty()
            ? "count(*)"
            : fmt::format("coalesce(sum(greatest(0, coalesce(TRY_CAST({} AS BIGINT), 1))), 0)",
                          quote_name(roles.count));
    const Rows total =
        engine.query(fmt::format("SELECT {} FROM {}", people, prepared.derived_view), stop);
    facts.summary.rows = parse_integer(total.at(0).at(0).value_or("0")).value_or(checked.people);
    if (facts.summary.rows > checked.people) {
      facts.summary.dropped.push_back(
          {.reason = "not kept by --where", .count = facts.summary.rows - checked.people});
    }
  }
  facts.summary.dropped.insert(facts.summary.dropped.end(), checked.dropped.begin(),
                               checked.dropped.end());
  facts.summary.notes.insert(facts.summary.notes.end(), checked.notes.begin(), checked.notes.end());
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
  if (facts.summary.rows > 0)
    throw InputError(fmt::format("{}: --where keeps none of {}", source.name,
                                 plural(facts.summary.rows, "row")));
  throw InputError(fmt::format("{} {}", source.name, source.no_rows));
}

/// A new name matters to those who use the column, or the one whose name it had.
void People::State::note_renamed(const data::InputOptions& input, Roles roles) {
  roles.attributes =
      facts.scanned;  // without the candidates of the default rule that were not taken
  std::vector<std::string> notes;
  for (const data::Renamed& column : source.renamed) {
    if (uses(input, roles, column.from) || uses(input, roles, column.to))
      notes.push_back(column.note);
  }
  facts.summary.notes.insert(facts.summary.notes.begin(), notes.begin(), notes.end());
}

People::People(std::unique_ptr<State> state) : state_(std::move(state)) {
  facts_ = std::move(state_->facts);
}
People::~People() = default;
People::People(People&&) noexcept = default;
People& People::operator=(People&&) noexcept = default;

People People::open(const Origin& origin, const data::InputOptions& input,
                    const data::RoleOptions& roles, const std::stop_token& stop) {
  origin.check(input);
  auto state = std::make_unique<State>(origin.engine(input.threads));
  try {
    state->open(origin, input, roles, stop);
  } catch (const EngineError& error) {
    throw_reading_error(error, state->source.name.empty() ? "the input" : state->source.name,
                        state->with_sql, state->source.text_path);
  }
  return People(std::move(state));
}

People People::open(const data::InputOptions& input, const data::RoleOptions& roles,
                    const std::stop_token& stop) {
  return open(FileOrigin(), input, roles, stop);
}

std::vector<std::string> column_names(const Origin& origin, const data::InputOptions& input,
                                      const std::stop_token& stop) {
  origin.check(input);
  Source source;  // outlives the engine, which may have its file open
  Engine engine = origin.engine(input.threads);
  try {
    source = origin.open(engine, input, [](const std::string&) { return false; });
    return prepare(engine, source, input, "", stop).names();
  } catch (const EngineError& error) {
    throw_reading_error(error, source.name.empty() ? "the input" : source.name,
                        !input.where.empty() || !input.derive.empty(), source.text_path);
  }
}

std::vector<std::string> column_names(const data::InputOptions& input,
                                      const std::stop_token& stop) {
  return column_names(FileOrigin(), input, stop);
}

void People::stream_subgroup(std::span<const std::uint64_t> value_sets, data::ProfileSink& sink,
                             const std::stop_token& stop) const {
  if (!value_sets.empty() && value_sets.size() != attributes().size()) {
    throw InternalError(fmt::format("a subgroup has {} value sets, the data {} attributes",
                                    value_sets.size(), attributes().size()));
  }
  try {
    state_->tuples.stream(state_->engine, value_sets, sink, stop);
  } catch (const EngineError& error) {
    throw_reading_error(error, state_->source.name, state_->with_sql, state_->source.text_path);
  }
}

}  // namespace faultline::sql

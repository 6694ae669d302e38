#include "faultline/sql/people.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/sql/check.hpp"
#include "faultline/sql/coded_columns.hpp"
#include "faultline/sql/dictionary.hpp"
#include "faultline/sql/error_text.hpp"
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
RoleOptions with_outcome_kind(RoleOptions options, Engine& engine, const Prepared& prepared,
                              const std::stop_token& stop) {
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
  explicit State(int threads) : engine(threads) {}

  Source source{};  // outlives the engine, which may have its file open
  Engine engine;
  TupleQuery tuples{};
  std::vector<data::Attribute> attributes{};
  std::vector<std::string> scanned{};
  std::vector<std::string> covariates{};
  std::vector<std::string> numbers{};
  std::vector<std::string> flags{};
  std::vector<std::pair<std::string, std::string>> protected_classes{};
  data::Summary summary{};
  bool with_sql = false;

  void open(const InputOptions& input, const RoleOptions& options, const std::stop_token& stop);
  void count_dropped(const Prepared& prepared, const Roles& roles, Checked checked, bool filtered,
                     const std::stop_token& stop);
  void note_renamed(const InputOptions& input, Roles roles);
};

void People::State::open(const InputOptions& input, const RoleOptions& given,
                         const std::stop_token& stop) {
  validate(input);
  validate(given);
  source = open_source(engine, input,
                       [&](const std::string& column) { return mentions(input, given, column); });
  with_sql = !input.where.empty() || !input.derive.empty();
  summary.source = input.path == "-" ? "standard input" : input.path;
  summary.sha256 = source.sha256;
  summary.notes = source.notes;
  const Prepared prepared = prepare(engine, source, input, given.count, stop);
  const RoleOptions options = with_outcome_kind(given, engine, prepared, stop);
  summary.notes.insert(summary.notes.end(), prepared.notes.begin(), prepared.notes.end());
  Roles roles = resolve_roles(options, prepared);

  const Checker checker{.engine = engine, .source = source, .prepared = prepared, .roles = roles};
  checker.numbers();
  build_people_view(engine, prepared, roles);
  const Checked checked = checker.rows(input.missing, stop);
  count_dropped(prepared, roles, checked, !trim(input.where).empty(), stop);

  if (roles.default_attributes) {
    choose_candidates(engine, prepared, checked.rows, roles, summary.left_out);
    build_people_view(engine, prepared, roles);
  }
  const Dictionaries dictionaries = read_dictionaries(engine, roles, stop);
  if (roles.outcome) {
    tuples.outcome_positive =
        positive_value("--outcome", *roles.outcome, dictionaries.outcome, false, summary.notes);
    tuples.outcome_type = prepared.find(roles.outcome->column)->type;
  }
  if (roles.decision) {
    tuples.decision_positive =
        positive_value("--decision", *roles.decision, dictionaries.decision, true, summary.notes);
    tuples.decision_type = prepared.find(roles.decision->column)->type;
  }
  for (std::size_t i = 0; i < roles.flags.size(); ++i) {
    const FlagRole& flag = roles.flags[i];
    TupleQuery::Flag streamed{.threshold = flag.threshold};
    if (!flag.threshold) {
      streamed.positive =
          positive_value(flag.option, flag.role, dictionaries.flags[i], true, summary.notes);
      streamed.type = prepared.find(flag.role.column)->type;
    }
    tuples.flags.push_back(std::move(streamed));
    flags.push_back(flag.role.column);
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
  CodedColumns coded = code_columns(prepared, roles, dictionaries, source.name, summary);
  protected_classes = find_classes(roles, coded.attributes);
  for (const CodedAttribute& attribute : coded.attributes)
    attributes.push_back(attribute.attribute);
  tuples.columns = std::move(coded.columns);
  tuples.column_is_text = std::move(coded.is_text);
  tuples.coded = std::move(coded.attributes);
  scanned = std::move(coded.scanned);
  covariates = roles.covariates.empty() ? scanned : roles.covariates;
  numbers = roles.numbers;
  numbers.insert(numbers.end(), flags.begin(), flags.end());
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
}

void People::State::count_dropped(const Prepared& prepared, const Roles& roles, Checked checked,
                                  bool filtered, const std::stop_token& stop) {
  summary.rows = checked.people;
  summary.rows_used = checked.people_kept;
  if (filtered) {
    // Bad and missing counts outside --where stand for one person each, like those inside.
    const std::string people =
        roles.count.empty()
            ? "count(*)"
            : fmt::format("coalesce(sum(greatest(0, coalesce(TRY_CAST({} AS BIGINT), 1))), 0)",
                          quote_name(roles.count));
    const Rows total =
        engine.query(fmt::format("SELECT {} FROM {}", people, prepared.derived_view), stop);
    summary.rows = parse_integer(total.at(0).at(0).value_or("0")).value_or(checked.people);
    if (summary.rows > checked.people) {
      summary.dropped.push_back(
          {.reason = "not kept by --where", .count = summary.rows - checked.people});
    }
  }
  summary.dropped.insert(summary.dropped.end(), checked.dropped.begin(), checked.dropped.end());
  summary.notes.insert(summary.notes.end(), checked.notes.begin(), checked.notes.end());
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
  if (summary.rows > 0)
    throw InputError(
        fmt::format("{}: --where keeps none of {}", source.name, plural(summary.rows, "row")));
  throw InputError(fmt::format("{} has a header but no rows", source.name));
}

/// A new name matters to those who use the column, or the one whose name it had.
void People::State::note_renamed(const InputOptions& input, Roles roles) {
  roles.attributes = scanned;  // without the candidates of the default rule that were not taken
  std::vector<std::string> notes;
  for (const Renamed& column : source.renamed) {
    if (uses(input, roles, column.from) || uses(input, roles, column.to))
      notes.push_back(column.note);
  }
  summary.notes.insert(summary.notes.begin(), notes.begin(), notes.end());
}

People::People(std::unique_ptr<State> state) : state_(std::move(state)) {}
People::~People() = default;
People::People(People&&) noexcept = default;
People& People::operator=(People&&) noexcept = default;

People People::open(const InputOptions& input, const RoleOptions& roles,
                    const std::stop_token& stop) {
  validate(input);
  auto state = std::make_unique<State>(input.threads);
  try {
    state->open(input, roles, stop);
  } catch (const EngineError& error) {
    throw_reading_error(error, state->source.name.empty() ? "the input" : state->source.name,
                        state->with_sql, state->source.text_path);
  }
  return People(std::move(state));
}

std::vector<std::string> column_names(const InputOptions& input, const std::stop_token& stop) {
  validate(input);
  Source source;  // outlives the engine, which may have its file open
  Engine engine(input.threads);
  try {
    source = open_source(engine, input, [](const std::string&) { return false; });
    return prepare(engine, source, input, "", stop).names();
  } catch (const EngineError& error) {
    throw_reading_error(error, source.name.empty() ? "the input" : source.name,
                        !input.where.empty() || !input.derive.empty(), source.text_path);
  }
}

const std::vector<data::Attribute>& People::attributes() const { return state_->attributes; }
const std::vector<std::string>& People::scanned() const { return state_->scanned; }
const std::vector<std::string>& People::covariates() const { return state_->covariates; }
const std::vector<std::string>& People::numbers() const { return state_->numbers; }
const std::vector<std::string>& People::flags() const { return state_->flags; }
const std::vector<std::pair<std::string, std::string>>& People::protected_classes() const {
  return state_->protected_classes;
}
const data::Summary& People::summary() const { return state_->summary; }
bool People::many_predictions() const { return !state_->tuples.grouped; }

void People::stream(data::ProfileSink& sink, const std::stop_token& stop) const {
  stream_subgroup({}, sink, stop);
}

void People::stream_subgroup(std::span<const std::uint64_t> value_sets, data::ProfileSink& sink,
                             const std::stop_token& stop) const {
  if (!value_sets.empty() && value_sets.size() != state_->attributes.size()) {
    throw InternalError(fmt::format("a subgroup has {} value sets, the data {} attributes",
                                    value_sets.size(), state_->attributes.size()));
  }
  try {
    state_->tuples.stream(state_->engine, value_sets, sink, stop);
  } catch (const EngineError& error) {
    throw_reading_error(error, state_->source.name, state_->with_sql, state_->source.text_path);
  }
}

}  // namespace faultline::sql

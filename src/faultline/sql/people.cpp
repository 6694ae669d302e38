#include "faultline/sql/people.hpp"

#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/column_names.hpp"
#include "faultline/data/opening.hpp"
#include "faultline/sql/error_text.hpp"
#include "faultline/sql/origin.hpp"
#include "faultline/sql/prepare.hpp"
#include "faultline/sql/reader.hpp"
#include "faultline/sql/roles.hpp"
#include "faultline/sql/source.hpp"
#include "faultline/sql/tuples.hpp"

namespace faultline::sql {

struct People::State {
  explicit State(Engine opened) : engine(std::move(opened)) {}

  Source source{};  // outlives the engine, which may have its file open
  Engine engine;
  TupleQuery tuples{};
  data::PeopleFacts facts{};  // until the people have them
  bool with_sql = false;

  void open(const Origin& origin, const data::InputOptions& input, const data::RoleOptions& given,
            const std::stop_token& stop);
};

void People::State::open(const Origin& origin, const data::InputOptions& input,
                         const data::RoleOptions& given, const std::stop_token& stop) {
  validate(given);
  source = origin.open(
      engine, input,
      [&](const std::string& column) { return data::mentions(input, given, column); }, stop);
  with_sql = !input.where.empty() || !input.derive.empty();
  const Preparation prepared = prepare(engine, source, input, given.count, stop);
  Reader reader(engine, source, prepared, !trim(input.where).empty(), stop);
  data::Opened opened = data::open_people(reader, input, given, prepared.notices);
  facts = std::move(opened.facts);

  const Roles& roles = opened.roles;
  const auto type = [&prepared](const std::string& column) { return prepared.find(column)->type; };
  const std::vector<std::string> coded = roles.coded_columns();
  for (std::size_t a = 0; a < coded.size(); ++a) {
    tuples.columns.push_back(fmt::format("x{}", a));
    tuples.column_is_text.push_back(type(coded[a]) == "VARCHAR");
  }
  tuples.coded = std::move(opened.coded.attributes);
  tuples.outcome_positive = std::move(opened.outcome_positive);
  if (roles.outcome) tuples.outcome_type = type(roles.outcome->column);
  tuples.decision_positive = std::move(opened.decision_positive);
  if (roles.decision) tuples.decision_type = type(roles.decision->column);
  for (std::size_t i = 0; i < roles.flags.size(); ++i) {
    tuples.flags.push_back({.positive = opened.flags_positive[i],
                            .type = type(roles.flags[i].role.column),
                            .threshold = roles.flags[i].threshold});
  }
  tuples.score = !roles.score.empty();
  tuples.risk_score = !roles.risk_score.empty();
  tuples.threshold = roles.threshold;
  tuples.numbers = roles.numbers.size();
  tuples.counted = !roles.count.empty();
  tuples.kept = kept_condition(roles);
  tuples.grouped = !facts.many_predictions;
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
    source = origin.open(engine, input, [](const std::string&) { return false; }, stop);
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

#include "faultline/run/elicit.hpp"

#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/common_members.hpp"
#include "faultline/methods/elicitation/costs.hpp"
#include "faultline/methods/elicitation/elicitation.hpp"
#include "faultline/methods/elicitation/meaning.hpp"
#include "faultline/run/answers.hpp"
#include "faultline/run/run_frame.hpp"

namespace faultline::run {
namespace {

data::Summary summary_of(const methods::ElicitReport& report, const ElicitSpec& spec) {
  data::Summary data;
  data.source = spec.answers.empty() ? "questions" : spec.answers;
  data.rows = static_cast<std::int64_t>(report.by_person.size());
  for (const auto& person : report.by_person) data.rows_used += person.ratio.answers > 0 ? 1 : 0;
  if (data.rows_used < data.rows) {
    data.dropped.push_back(
        data::Notice::dropped("every answer is dominated", data.rows - data.rows_used));
  }
  return data;
}

/// What lambda allows the groups of the people named; notices of their file come along.
void add_meaning(ElicitSpec& resolved, data::Source& source, const Context& context,
                 methods::Result& result) {
  data::RoleOptions roles = to_options(resolved.roles);
  add_roles(resolved.probability, roles);
  const OpenedPeople opened = open(source, resolved.input, roles, resolved.threads, context);
  result.timing.emplace_back("read", opened.seconds);
  const Stopwatch watch;
  const data::People& people = *opened.people;
  const ProbablePeople read =
      read_with_probability(people, resolved.probability, resolved.seed, context.hooks.stop);
  result.elicit->meaning = methods::meaning_of(
      {.profiles = read.profiles, .scanned = people.scanned(), .true_probability = read.column},
      resolved.harm, *result.elicit);
  result.elicit->meaning->source = people.summary().source;
  append(result.notices, people.notices());
  result.timing.emplace_back("compare", watch.seconds());
  resolve(resolved, "attributes", resolved.roles.attributes, people.scanned());
  resolve(resolved, "ordered", resolved.roles.ordered, people.ordered());
  if (resolved.probability.fit)
    resolve(resolved, "covariates", resolved.probability.covariates, people.covariates());
}

void validate_people(const ElicitSpec& spec) {
  if (!spec.has_people()) {
    if (!spec.input.path.empty() || spec.roles.has_decision() || spec.probability.fit) {
      throw ConfigError(
          "elicit says what lambda would mean for people when their outcome is named: add `outcome "
          "= COL`");
    }
    return;
  }
  if (!spec.roles.has_decision()) {
    throw ConfigError(
        "elicit needs decisions to say what lambda would mean for these people: add `decision = "
        "COL`, or `score = COL` with `threshold = T`");
  }
  validate(spec.probability, spec.command);
}

}  // namespace

const describe::Object& description(const ElicitSpec*) {
  using describe::member;
  static const describe::Object object{
      "Asks how many errors it is worth to close a gap between the error rates of two groups, and "
      "computes lambda from the answers: how far a difference in base rates justifies a difference "
      "in error rates. With a file of people, says what that would allow their groups.",
      {describe::base<ElicitSpec, Spec>(),
       member<&ElicitSpec::error>("error",
                                  "Ask about false positives (fpr, which gives lambda_N) or false "
                                  "negatives (tpr, which gives lambda_P)")
           .under("Questions"),
       member<&ElicitSpec::questions>("questions", "Ask about N pairs of rates").from(1).to(1000),
       member<&ElicitSpec::cost_ratio>("cost_ratio",
                                       "Set the cost of a false negative relative to a false "
                                       "positive; without it, this is asked too"),
       member<&ElicitSpec::person>("person", "Record the answers under this name").named("NAME"),
       member<&ElicitSpec::answers>(
           "answers",
           "Ask nothing; read the columns person, z1, z2 and z3 from this CSV file instead")
           .named("FILE"),
       member<&ElicitSpec::answer>("answer",
                                   "Ask nothing; take this answer: error rates of Z1 % and Z2 % in "
                                   "two groups are as bad as Z3 % in both; repeatable")
           .named("PERSON,Z1,Z2,Z3"),
       member<&ElicitSpec::positive>("positive", "Call people with a positive decision this")
           .under("Words of the questions")
           .named("TEXT"),
       member<&ElicitSpec::negative>("negative", "Call people with a negative decision this")
           .named("TEXT"),
       member<&ElicitSpec::people>("people",
                                   "Call the people whom decisions are about this, in the plural")
           .named("TEXT"),
       member<&ElicitSpec::outcome_text>(
           "outcome_text",
           "Describe what people with the outcome did, to complete 'people who ...'")
           .named("TEXT"),
       member<&ElicitSpec::no_outcome_text>(
           "no_outcome_text",
           "Describe what the others did; without it, 'never' and the text of the outcome")
           .named("TEXT"),
       member<&ElicitSpec::input>("", "").inlined(),
       member<&ElicitSpec::roles>("", "").inlined(),
       member<&ElicitSpec::probability>("", "").inlined(),
       member<&ElicitSpec::harm>("harm",
                                 "Say whether a positive decision harms (too high a rate, as for a "
                                 "risk score) or a negative one (too low a rate, as for a loan)"),
       member<&Spec::fail_on, ElicitSpec>("fail_on", "Refused: elicit makes no findings")
           .split()
           .unlisted(),
       member<&ElicitSpec::seed>(
           "seed",
           "Seed the rates that are asked about with N; the same seed asks the same questions")
           .under("Common"),
       methods::threads_member<&ElicitSpec::threads>(),
       member<&ElicitSpec::ended_early>("ended_early",
                                        "Whoever was asked stopped before the last question")
           .unlisted()}};
  return object;
}

void validate(const ElicitSpec& spec) {
  describe::check(spec);
  for (const auto& [option, text] :
       {std::pair{"positive", &spec.positive}, std::pair{"negative", &spec.negative},
        std::pair{"people", &spec.people}, std::pair{"outcome_text", &spec.outcome_text}}) {
    if (trim(*text).empty()) throw ConfigError(fmt::format("`{}` is empty; give a word", option));
  }
  if (spec.cost_ratio) methods::check_cost_ratio(*spec.cost_ratio);
  if (!spec.fail_on.empty()) {
    throw ConfigError("`fail_on = finding`: elicit makes no findings, so nothing could ever fail");
  }
  if (!spec.answers.empty() && !spec.answer.empty())
    throw ConfigError("`answers` and `answer` both say what was answered; give one of them");
  if (!spec.answers.empty() && !spec.person.empty()) {
    throw ConfigError(
        "`person` names who answers questions, but `answers` asks none; leave one out");
  }
  validate_people(spec);
}

methods::Result elicit(const ElicitSpec& spec, data::Source& source, const Context& context) {
  validate(spec);
  std::vector<methods::ElicitReport::Answer> answers;
  if (!spec.answers.empty()) answers = read_answers(spec.answers);
  for (const std::string& text : spec.answer) answers.push_back(parse_answer(text));
  if (answers.empty()) {
    throw ConfigError("elicit needs answers: add `answer = PERSON,Z1,Z2,Z3`, or `answers = FILE`");
  }
  const Stopwatch watch;
  methods::ElicitOutcome elicited =
      methods::elicit(spec.error, std::move(answers), spec.cost_ratio);
  methods::Result result;
  result.seed = spec.seed;
  result.data = summary_of(elicited.report, spec);
  result.elicit = std::move(elicited.report);
  result.notices = std::move(elicited.notices);
  result.partial = spec.ended_early;
  result.timing.emplace_back("estimate", watch.seconds());
  ElicitSpec resolved = spec;
  // Without an estimate there is nothing to allow.
  if (spec.has_people() && result.elicit->ratio.answers > 0)
    add_meaning(resolved, source, context, result);
  finish_result(resolved, result);
  return result;
}

}  // namespace faultline::run

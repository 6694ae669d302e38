#include "faultline/result/result.hpp"

#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/data/messages.hpp"

namespace faultline::result {

using describe::member;
using describe::Object;

void check_schema(const std::string& name) {
  if (describe::value_named<Schema>(name)) return;
  throw InputError(fmt::format(
      "the result has the schema \"{}\", but this version of Faultline reads \"{}\" and \"{}\"",
      data::shown(name), name_of(Schema::faultline_2), name_of(Schema::faultline_1)));
}

namespace {

/// What a result and a part of one have in common; times and threads are those of the whole run.
template <typename Of>
std::vector<describe::Member> common_members() {
  return {
      member<&Result::command, Of>("command", "Command that made the result."),
      member<&Result::config, Of>("config", "Every option of the run."),
      member<&Result::seed, Of>("seed", "Seed of the random numbers."),
      member<&Result::alpha, Of>("alpha", "Level of the tests.")
          .finite()
          .above(0)
          .below(1)
          .lenient(),
      member<&Result::partial, Of>(
          "partial",
          "Whether the run was stopped: what is here is finished and valid, but not all that was "
          "asked.")
          .lenient(),
      member<&Result::data, Of>("data", "What was read and what was left out."),
      member<&Result::findings, Of>("findings", "What the scans found."),
      member<&Result::power, Of>("power", "Theory of the Bias Scan, where it was asked for.")
          .sparse(),
      member<&Result::elicit, Of>("elicit", "").inlined("elicitation"),
      member<&Result::mitigation, Of>("mitigation", "").inlined("mitigation"),
      member<&Result::counterfactual, Of>("counterfactual", "").inlined("counterfactual"),
      member<&Result::sources, Of>("sources", "").inlined("sources"),
      member<&Result::metrics, Of>("metrics", "").inlined("metrics"),
      member<&Result::compare, Of>("compare", "").inlined("compare"),
      member<&Result::models, Of>("models", "The models behind the findings.")
          .within("diagnostics")
          .lenient(),
      member<&Result::notices, Of>("notices", "What to know of the run and of its data.")
          .lenient()};
}

}  // namespace

const Object& description(const Result*) {
  static const Object object = [] {
    Object made{"The result of a run",
                {member<&Result::check>("check", "Verdicts of all parts of a check.").sparse(),
                 member<&Result::parts>("parts", "The parts of a check.").sparse(),
                 member<&Result::timing>("timing", "Seconds by phase.").null_is(0),
                 member<&Result::threads>("threads", "Number of threads.").from(1).lenient()}};
    std::vector<describe::Member> all = common_members<Result>();
    all.insert(all.end(), made.members.begin(), made.members.end());
    made.members = std::move(all);
    return made;
  }();
  return object;
}

const Object& description(const Part*) {
  static const Object object = [] {
    Object made{"A part of a check: the result of the command that goes deeper", {}};
    made.members = common_members<Part>();
    return made;
  }();
  return object;
}

const Object& description(const ResultFile*) {
  static const Object object{
      "Result of a Faultline run. Two runs are identical when everything but timing, threads and "
      "data.sha256 is. Numbers carry full precision; NaN and infinity never appear. Blocks of "
      "methods that do not search stand beside findings.",
      {member<&ResultFile::schema>("schema", "Version of this schema.").never(Schema::faultline_1),
       member<&ResultFile::version>("version", "Version of the Faultline that made the result."),
       member<&ResultFile::result>("result", "").inlined()}};
  return object;
}

}  // namespace faultline::result

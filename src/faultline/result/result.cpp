#include "faultline/result/result.hpp"

namespace faultline::result {

using describe::member;
using describe::Object;

const Object& description(const Result*) {
  static const Object object{
      "The result of a run",
      {member<&Result::command>("command", "Command that made the result."),
       member<&Result::config>("config", "Every option of the run."),
       member<&Result::seed>("seed", "Seed of the random numbers."),
       member<&Result::alpha>("alpha", "Level of the tests.").finite().above(0).below(1).lenient(),
       member<&Result::partial>(
           "partial",
           "Whether the run was stopped: what is here is finished and valid, but not all that was "
           "asked.")
           .lenient(),
       member<&Result::data>("data", "What was read and what was left out."),
       member<&Result::findings>("findings", "What the scans found."),
       member<&Result::power>("power", "Theory of the Bias Scan, where it was asked for.").sparse(),
       member<&Result::elicit>("elicit", "").inlined("elicitation"),
       member<&Result::mitigation>("mitigation", "").inlined("mitigation"),
       member<&Result::counterfactual>("counterfactual", "").inlined("counterfactual"),
       member<&Result::sources>("sources", "").inlined("sources"),
       member<&Result::metrics>("metrics", "").inlined("metrics"),
       member<&Result::compare>("compare", "").inlined("compare"),
       member<&Result::models>("models", "The models behind the findings.")
           .within("diagnostics")
           .lenient(),
       member<&Result::notices>("notices", "What to know of the run and of its data.").lenient(),
       member<&Result::timing>("timing", "Seconds by phase.").null_is(0),
       member<&Result::threads>("threads", "Number of threads.").from(1).lenient()}};
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

// Specs as JSON: complete when written, partial when read, and every error names the option.

#include <filesystem>
#include <fstream>
#include <iterator>

#include "run/specs.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/run/any_spec.hpp"
#include "faultline/run/option_list.hpp"
#include "faultline/run/run.hpp"

namespace faultline::test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Spec, ReadsBackWhatItWrote) {
  for (const run::AnySpec& spec : every_spec()) {
    const std::string text = run::write_spec(spec);
    EXPECT_EQ(run::write_spec(run::read_spec(text)), text);
  }
}

TEST(Spec, WhatIsNotNamedKeepsItsDefault) {
  const run::AnySpec spec =
      run::read_spec(R"({"command": "ijdi", "outcome": "y", "replicates": 5})");
  const auto& ijdi = std::get<run::IjdiSpec>(spec);
  EXPECT_EQ(ijdi.roles.outcome, "y");
  EXPECT_EQ(ijdi.search.replicates, 5);
  EXPECT_EQ(ijdi.search.penalty, 0.1);
}

void refuses(const std::string& text, const std::string& message) {
  EXPECT_THAT([&] { (void)run::read_spec(text); }, ThrowsMessage<Error>(HasSubstr(message)))
      << text;
}

TEST(Spec, ErrorsNameTheOption) {
  refuses("{", "not a spec, because the text is not JSON");
  refuses("{}", "it has no \"command\"");
  refuses(R"({"command": "scam"})", "command = scam: must be scan, audit, ijdi");
  refuses(R"({"command": 7})", "command = 7: must be");
  refuses(R"({"command": "scan", "alpha": 2})", "alpha = 2: must be above 0 and below 1");
  refuses(R"({"command": "scan", "alpha": "x"})", "`alpha` must be a number");
  refuses(R"({"command": "scan", "direction": "up"})", "`direction` must be higher, lower or both");
  refuses(R"({"command": "scan", "replicate": 9})", "did you mean 'replicates'?");
  refuses(R"({"command": "scan", "attributes": ["a", 1]})", "`attributes[1]` must be a string");
  refuses(R"({"command": "scan", "seed": -1})", "`seed` must be a whole number");
  refuses(R"({"schema": "faultline/2", "command": "scan", "config": 1})",
          "`spec` must be an object");
}

TEST(Spec, ResultsOfTheSchemaBeforeHaveOneToo) {
  int results = 0;
  for (const auto& entry : std::filesystem::directory_iterator(FAULTLINE_GOLDEN "/faultline1")) {
    std::ifstream in(entry.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    EXPECT_NO_THROW(run::validate(run::read_spec(text))) << entry.path();
    ++results;
  }
  EXPECT_EQ(results, 7);
}

TEST(Spec, NamesNoOutputs) {
  for (const char* key : {"json", "html", "output", "rules", "checkpoint"})
    refuses(std::string(R"({"command": "mitigate", ")") + key + R"(": "/tmp/x"})", key);
}

TEST(Spec, EveryMethodSaysWhatItLacks) {
  for (const run::Command command : run::commands()) {
    if (command == run::Command::elicit) continue;  // without answers there is something to ask
    const run::AnySpec spec = run::spec_of(command);
    EXPECT_THAT(
        [&] { run::validate(spec); },
        ThrowsMessage<ConfigError>(HasSubstr(std::string(describe::name_of(command)) + " needs")));
  }
}

TEST(OptionList, HasEveryCommandAndItsRanges) {
  const std::string list = run::option_list();
  for (const run::Command command : run::commands()) {
    EXPECT_THAT(list,
                HasSubstr("\"command\": \"" + std::string(describe::name_of(command)) + "\""));
  }
  EXPECT_THAT(list, HasSubstr("\"key\": \"replicates\""));
  EXPECT_THAT(list, HasSubstr("\"also\": \"permutations\""));
}

}  // namespace
}  // namespace faultline::test

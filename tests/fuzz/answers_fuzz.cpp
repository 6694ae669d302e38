// Answers of a panel, as a CSV file and as one option each.

#include "fuzz/target.hpp"

#include "faultline/base/error.hpp"
#include "faultline/run/answers.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace faultline;
  const std::string_view text = fuzz::text_of(data, size);
  try {
    for (const auto& answer : run::parse_answers(text, "answers.csv"))
      fuzz::expect(answer.z1 != answer.z2, "an answer has a gap");
  } catch (const InputError&) {
  }
  try {
    const std::string written = run::to_text(run::parse_answer(std::string(text)));
    fuzz::expect(run::to_text(run::parse_answer(written)) == written,
                 "an answer that was written reads as the same");
  } catch (const ConfigError&) {
  }
  return 0;
}

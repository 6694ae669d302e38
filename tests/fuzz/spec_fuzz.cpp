// JSON to a spec: what is accepted is written, read and written again as the same.

#include "fuzz/target.hpp"

#include "faultline/base/error.hpp"
#include "faultline/run/run.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace faultline;
  try {
    const run::AnySpec spec = run::read_spec(fuzz::text_of(data, size));
    const std::string written = run::write_spec(spec);
    fuzz::expect(run::write_spec(run::read_spec(written)) == written,
                 "a spec that was written reads as the same");
    run::validate(spec);
  } catch (const InputError& error) {
    fuzz::expect_one_line(error.what());
  } catch (const ConfigError&) {
  }
  return 0;
}

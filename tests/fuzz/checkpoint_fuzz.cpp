// Records of a checkpoint: below the right header, any bytes; what is no record ends the file. And
// the same bytes as replicates that another run has drawn.

#include "fuzz/target.hpp"

#include "faultline/base/error.hpp"
#include "faultline/resample/checkpoint_file.hpp"
#include "faultline/resample/shared_replicates.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace faultline;
  const std::string_view text = fuzz::text_of(data, size);
  const bool headed = size % 2 == 0;
  const fuzz::ScratchFile file(
      ".checkpoint", headed ? fmt::format("faultline checkpoint\t1\tfuzz\n{}", text) : text);
  try {
    std::int64_t found = 0;
    {
      resample::CheckpointFile first(file.path(), "fuzz");
      found = first.found();
    }
    const resample::CheckpointFile again(file.path(), "fuzz");
    fuzz::expect(again.found() == found, "a checkpoint that was opened opens as the same");
  } catch (const InputError& error) {
    fuzz::expect_one_line(error.what());
  }
  try {
    const resample::Share share{.known = std::string(text)};
    const resample::SharedReplicates shared(share, 99);
  } catch (const InputError& error) {
    fuzz::expect_one_line(error.what());
  }
  return 0;
}

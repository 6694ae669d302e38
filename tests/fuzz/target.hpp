#pragma once
// What every fuzz target shares. A target hands any bytes to one of our readers: it works, or it
// refuses with an error for the user. Anything else (a crash, a report of a sanitizer, another
// exception, a broken promise) stops the program, and libFuzzer keeps the bytes.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace faultline::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Stops with a sentence unless the promise is kept.
inline void expect(bool kept, std::string_view promise) {
  if (kept) return;
  std::fprintf(stderr, "broken: %.*s\n", static_cast<int>(promise.size()), promise.data());
  std::abort();
}

/// Messages are one line: the command line prints them as such.
inline void expect_one_line(std::string_view message) {
  expect(!message.empty() && message.find('\n') == std::string_view::npos,
         fmt::format("an error is one line: {}", message));
}

/// A file with the bytes, gone with its owner. One name per process: inputs come one by one.
class ScratchFile {
 public:
  ScratchFile(std::string_view ending, std::string_view bytes)
      : path_((std::filesystem::temp_directory_path() /
               fmt::format("faultline-fuzz-{}{}", ::getpid(), ending))
                  .string()) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace faultline::fuzz

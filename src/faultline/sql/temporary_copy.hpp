#pragma once
// What is written to a temporary file, all of it or an error.

#include <filesystem>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::sql {

class TemporaryCopy {
 public:
  explicit TemporaryCopy(const std::filesystem::path& to) : path_(to), out_(to, std::ios::binary) {}

  void write(std::string_view bytes) {
    out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  /// Throws InputError when the disk is full.
  void finish() {
    out_.flush();
    if (!out_)
      throw InputError(
          fmt::format("cannot write the temporary file '{}'; is the disk full?", path_.string()));
  }

 private:
  std::filesystem::path path_;
  std::ofstream out_;
};

}  // namespace faultline::sql

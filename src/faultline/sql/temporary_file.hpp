#pragma once
// A file in the system's temporary folder that goes when its owner goes.

#include <filesystem>

namespace faultline::sql {

class TemporaryFile {
 public:
  /// Makes an empty file under a name of its own. Throws InputError when it cannot.
  TemporaryFile();
  ~TemporaryFile();
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace faultline::sql

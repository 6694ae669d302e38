#include "faultline/sql/temporary_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "faultline/base/error.hpp"

namespace faultline::sql {

TemporaryFile::TemporaryFile() {
  std::error_code failed;
  auto folder = std::filesystem::temp_directory_path(failed);
  if (failed) folder = ".";
  std::string name = (folder / "faultline-XXXXXX").string();
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) {
    throw InputError(fmt::format("cannot make a temporary file in '{}': {}", folder.string(),
                                 std::strerror(errno)));
  }
  ::close(descriptor);
  path_ = name;
}

TemporaryFile::~TemporaryFile() {
  if (path_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

}  // namespace faultline::sql

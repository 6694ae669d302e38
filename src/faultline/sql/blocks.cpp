#include "faultline/sql/blocks.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::sql {

std::ifstream open_file(const std::string& path) {
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  if (status.type() == std::filesystem::file_type::not_found) {
    throw InputError(fmt::format("there is no file '{}'", path));
  }
  if (std::filesystem::is_directory(status)) {
    throw InputError(fmt::format("'{}' is a folder; name a file in it", path));
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  return in;
}

}  // namespace faultline::sql

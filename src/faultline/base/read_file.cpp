#include "faultline/base/read_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline {
namespace {

[[noreturn]] void refuse_reading(const std::string& path) {
  throw InputError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
}

}  // namespace

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
  if (!in) refuse_reading(path);
  return in;
}

std::string read_file(const std::string& path) {
  std::ifstream in = open_file(path);
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) refuse_reading(path);
  return text;
}

}  // namespace faultline

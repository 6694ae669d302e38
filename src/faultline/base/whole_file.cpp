#include "faultline/base/whole_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "faultline/base/error.hpp"

namespace faultline {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw ConfigError(fmt::format("cannot write '{}': {}", path, reason));
}

bool is_device_or_pipe(const std::string& path) {
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

/// Where the links lead. A device or a pipe keeps its name: that of an open pipe, /dev/stdout say,
/// leads nowhere.
std::string target_of(const std::string& path) {
  if (is_device_or_pipe(path)) return path;
  std::error_code failed;
  const auto target = std::filesystem::weakly_canonical(path, failed);
  return failed ? path : target.string();
}

}  // namespace

WholeFile::WholeFile(const std::string& path)
    : target_(target_of(path)),
      // The process's number keeps two runs that write one file apart.
      partial_(is_device_or_pipe(target_) ? target_
                                          : fmt::format("{}.{}.partial", target_, ::getpid())),
      out_(partial_, std::ios::binary | std::ios::trunc) {
  if (!out_) refuse(target_, std::strerror(errno));
}

WholeFile::~WholeFile() {
  out_.close();
  if (partial_ == target_) return;
  std::error_code ignored;
  std::filesystem::remove(partial_, ignored);
}

void WholeFile::write(std::string_view text) {
  out_.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!out_ && failure_ == 0) failure_ = errno;
}

void WholeFile::close() {
  if (!out_.is_open()) return;
  out_.close();
  if (!out_) refuse(target_, std::strerror(failure_ != 0 ? failure_ : errno));
}

void WholeFile::finish() {
  close();
  if (partial_ == target_) return;
  std::error_code failed;
  const auto replaced = std::filesystem::status(target_, failed);
  if (std::filesystem::exists(replaced)) {
    std::filesystem::permissions(partial_, replaced.permissions(), failed);
  }
  std::filesystem::rename(partial_, target_, failed);
  if (failed) refuse(target_, failed.message());
}

void write_whole_file(const std::string& path, std::string_view text) {
  WholeFile file(path);
  file.write(text);
  file.finish();
}

}  // namespace faultline

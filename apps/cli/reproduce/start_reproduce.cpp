// `faultline reproduce ...` is a program of its own: whoever audits data never runs the studies,
// and need not wait for them to be compiled.

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "cli/command.hpp"
#include <fmt/format.h>
#include <unistd.h>

#include "faultline/base/error.hpp"

namespace faultline::cli {

int start_reproduce(std::vector<std::string> arguments) {
  std::error_code unknown;
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path() /
      "faultline-reproduce";
  if (unknown || !std::filesystem::exists(program, unknown)) {
    throw ConfigError(fmt::format(
        "faultline-reproduce was not found beside faultline ({}); build it with 'make build'",
        program.parent_path().string()));
  }
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  execv(program.c_str(), words.data());
  throw ConfigError(fmt::format("{} does not start: {}", program.string(),
                                std::error_code(errno, std::generic_category()).message()));
}

}  // namespace faultline::cli

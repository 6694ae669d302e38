#include "cli/commands/read_file.hpp"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::cli {

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) throw InputError(fmt::format("cannot read '{}'", path));
  return text.str();
}

}  // namespace faultline::cli

#include "support/shared_data.hpp"

#include <cstdlib>

namespace faultline::testing {

std::optional<std::filesystem::path> shared_file(std::string_view path) {
  const char* chosen = std::getenv("FAULTLINE_SHARED");
  const std::filesystem::path root =
      chosen != nullptr ? std::filesystem::path(chosen)
                        : std::filesystem::path(FAULTLINE_SOURCE_DIR) / ".." / "shared";
  std::filesystem::path file = root / path;
  if (!std::filesystem::exists(file)) return std::nullopt;
  return file;
}

}  // namespace faultline::testing

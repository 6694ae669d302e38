#include "cli/commands/decision_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "cli/terminal/output.hpp"
#include <fmt/format.h>
#include <unistd.h>

#include "faultline/base/error.hpp"
#include "faultline/sql/rows.hpp"

namespace faultline::cli {
namespace {

bool is_parquet(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return extension == ".parquet" || extension == ".pq";
}

/// A link keeps pointing where it points: its target is what is written.
std::string resolved(const std::string& path) {
  std::error_code failed;
  const auto target = std::filesystem::weakly_canonical(path, failed);
  return failed ? path : target.string();
}

}  // namespace

void DecisionFile::check(const std::string& path) {
  check_file("--output", path);
  if (!is_parquet(path) && std::filesystem::path(path).extension() != ".csv") {
    throw ConfigError(fmt::format("--output '{}': the name must end in .csv or .parquet", path));
  }
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw ConfigError(fmt::format("--output '{}' is not a plain file", path));
  }
}

DecisionFile::DecisionFile(const std::string& path)
    : path_(resolved(path)),
      parquet_(is_parquet(path)),
      csv_path_(fmt::format("{}.{}.partial", path_, ::getpid())) {}

void DecisionFile::begin(const std::string& id, const std::string& id_type,
                         const std::vector<std::string>& decisions) {
  csv_ = run::DecisionCsv(id, id_type, decisions);
  out_.open(csv_path_, std::ios::binary | std::ios::trunc);
  out_ << csv_.header();
}

DecisionFile::~DecisionFile() {
  out_.close();
  std::error_code ignored;
  std::filesystem::remove(csv_path_, ignored);
}

void DecisionFile::add(const data::Row& row, double threshold, const std::vector<bool>& decisions) {
  out_ << csv_.line(row, threshold, decisions);
}

void DecisionFile::finish() {
  out_.close();
  if (!out_) {
    throw ConfigError(fmt::format("cannot write '{}': {}", path_, std::strerror(errno)));
  }
  std::error_code failed;
  if (!parquet_) {
    std::filesystem::rename(csv_path_, path_, failed);
  } else {
    const std::string partial = csv_path_ + ".parquet";
    try {
      sql::csv_to_parquet(csv_path_, partial, csv_.columns());
    } catch (...) {
      std::filesystem::remove(partial, failed);
      throw;
    }
    std::filesystem::rename(partial, path_, failed);
  }
  if (failed) throw ConfigError(fmt::format("cannot write '{}': {}", path_, failed.message()));
}

}  // namespace faultline::cli

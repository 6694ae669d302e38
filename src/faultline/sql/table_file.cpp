#include "faultline/sql/table_file.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/error_text.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

bool is_parquet(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return extension == ".parquet" || extension == ".pq";
}

void csv_to_parquet(const std::string& csv, const std::string& parquet,
                    const std::vector<std::pair<std::string, std::string>>& columns) {
  std::vector<std::string> types;
  types.reserve(columns.size());
  for (const auto& [name, type] : columns) {
    types.push_back(fmt::format("{}: {}", quote_text(name), quote_text(type)));
  }
  Engine engine(1);
  try {
    engine.run(fmt::format(
        "COPY (SELECT * FROM read_csv({}, header = true, delim = ',', quote = '\"', escape = '\"', "
        "nullstr = '', columns = {{{}}})) TO {} (FORMAT parquet)",
        quote_text(csv), fmt::join(types, ", "), quote_text(parquet)));
  } catch (const EngineError& error) {
    throw InputError(fmt::format("cannot write '{}': {}", parquet, first_sentence(error.message)));
  }
}

}  // namespace

void TableFile::check(std::string_view option, const std::string& path) {
  if (!is_parquet(path) && std::filesystem::path(path).extension() != ".csv") {
    throw ConfigError(
        fmt::format("`{}` '{}': the name must end in .csv or .parquet", option, path));
  }
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  if (is_parquet(path) && std::filesystem::exists(status) &&
      !std::filesystem::is_regular_file(status)) {  // Parquet is not written from front to end
    throw ConfigError(fmt::format(
        "`{}` '{}': Parquet needs a plain file, not a device or a pipe; write .csv", option, path));
  }
}

TableFile::TableFile(const std::string& path) : file_(path) {
  if (is_parquet(path)) csv_.emplace(path + ".csv");
}

void TableFile::write(std::string_view lines) { (csv_ ? *csv_ : file_).write(lines); }

void TableFile::finish(const std::vector<std::pair<std::string, std::string>>& columns) {
  if (csv_) {
    csv_->close();
    file_.close();
    csv_to_parquet(csv_->partial(), file_.partial(), columns);
  }
  file_.finish();
}

}  // namespace faultline::sql

#include "faultline/c_api/table.hpp"

#include <variant>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/json.hpp"
#include "faultline/data/table_summary.hpp"
#include "faultline/run/any_spec.hpp"

namespace faultline::c_api {

void Table::read(std::string_view bytes, std::optional<char> delimiter) {
  if (source_) throw ConfigError("a table of columns was given bytes of a file");
  if (!csv_) csv_.emplace(fmt::format("'{}'", name_), delimiter);
  csv_->add(bytes);
}

void Table::finish() {
  if (!csv_ && !source_) throw InputError(fmt::format("'{}' is empty", name_));
  if (csv_) csv_->finish();
}

std::int64_t Table::rows() const { return csv_ ? csv_->rows() : source_ ? source_->rows() : 0; }

data::MemorySource& Table::columns() {
  if (csv_) throw ConfigError("a table that is a file was given a column");
  if (!source_) source_.emplace(fmt::format("'{}'", name_), name_);
  return *source_;
}

std::string Table::summary(const std::string& spec) {
  data::InputOptions input;
  if (!spec.empty()) {
    const run::AnySpec read = run::read_spec(spec);
    std::visit(
        [&input](const auto& one) {
          if constexpr (requires { one.input; }) input = one.input;
        },
        read);
    input.path.clear();
  }
  return json::write(source(input.null_spellings).summary(input));
}

data::MemorySource& Table::source(const std::vector<std::string>& spellings) {
  if (!csv_) return columns();
  if (!source_ || spellings != spellings_) {
    source_.emplace(fmt::format("'{}'", name_), name_);
    csv_->send(*source_, spellings);
    spellings_ = spellings;
  }
  return *source_;
}

}  // namespace faultline::c_api

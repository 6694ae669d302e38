#include "faultline/sql/files.hpp"

#include "faultline/sql/people.hpp"
#include "faultline/sql/rows.hpp"

namespace faultline::sql {

std::unique_ptr<data::People> Files::open(const data::InputOptions& input,
                                          const data::RoleOptions& roles,
                                          const std::stop_token& stop) {
  return std::make_unique<People>(People::open(input, roles, stop));
}

std::unique_ptr<data::RowStream> Files::rows(const data::InputOptions& input,
                                             const data::RoleOptions& roles, const std::string& id,
                                             const std::stop_token& stop) {
  return std::make_unique<RowStream>(RowStream::open(input, roles, id, stop));
}

std::vector<std::string> Files::column_names(const data::InputOptions& input,
                                             const std::stop_token& stop) {
  return sql::column_names(input, stop);
}

}  // namespace faultline::sql

// Any bytes as a CSV file that comes in pieces, without an SQL engine: the same table wherever the
// pieces end, or the same sentence.

#include "fuzz/target.hpp"

#include "faultline/c_api/faultline.h"

namespace {

using namespace faultline;

/// What the table tells of itself, or why it tells nothing.
std::string told(std::string_view bytes, std::size_t piece) {
  faultline_table* table = faultline_table_new("people.csv");
  bool read = true;
  for (std::size_t at = 0; read && at < bytes.size(); at += piece) {
    const std::string_view next = bytes.substr(at, piece);
    read = faultline_table_read(table, next.data(), next.size(), 0) == 1;
  }
  read = read && faultline_table_finish(table) == 1;
  const char* text = read ? faultline_table_columns(table, nullptr) : nullptr;
  const char* error = faultline_table_error(table);
  fuzz::expect((text == nullptr) == (error != nullptr), "a table that cannot be told says why");
  std::string out = text != nullptr ? text : error;
  if (error != nullptr) fuzz::expect_one_line(out);
  faultline_table_free(table);
  return out;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const std::string whole = told(text, text.size() + 1);
  fuzz::expect(told(text, 1) == whole, "a table does not depend on where its pieces end");
  fuzz::expect(told(text, 7) == whole, "a table does not depend on where its pieces end");
  return 0;
}

// The bytes of a text file before the engine sees them: encoding, line ends, the layout of a CSV.

#include "fuzz/target.hpp"

#include "faultline/base/error.hpp"
#include "faultline/sql/csv_file.hpp"
#include "faultline/sql/spool.hpp"

namespace {

using namespace faultline;

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::ScratchFile given(".csv", fuzz::text_of(data, size));
  const sql::FileFacts facts = sql::inspect(given.path(), true);
  fuzz::expect(facts.bytes == static_cast<std::int64_t>(size), "every byte is counted");
  const fuzz::ScratchFile copy(".utf8", "");
  sql::copy_as_utf8(given.path(), facts.encoding, copy.path());
  const sql::FileFacts after = sql::inspect(copy.path(), true);
  fuzz::expect(after.encoding == sql::Encoding::utf8, "the copy is UTF-8");
  fuzz::expect(!after.mixed_line_ends, "the copy has one kind of line end");
  const std::int64_t physical = sql::physical_line(given.path(), 3);
  fuzz::expect(physical >= 1 && physical <= facts.bytes + 1, "a line is one of the file's");
  try {
    const sql::CsvLayout layout =
        sql::find_layout(content_of(copy.path()), std::nullopt, {}, "the file");
    fuzz::expect(!layout.columns.empty(), "a layout has columns");
    for (const std::string& name : layout.columns)
      fuzz::expect(!name.empty(), "a column has a name");
  } catch (const InputError& error) {
    fuzz::expect_one_line(error.what());
  }
  return 0;
}

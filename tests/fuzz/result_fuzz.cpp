// JSON to a result, and whatever can be read as text, as a page and as JSON again.

#include "fuzz/target.hpp"

#include "faultline/base/error.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/text.hpp"

namespace {

using namespace faultline;

void expect_printable(std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    fuzz::expect((byte >= 0x20 && byte != 0x7F) || byte == '\n',
                 "a text has no control characters");
  }
}

/// Everything that came from data is escaped, so no tag of it can stand in the page.
void expect_harmless(const std::string& page) {
  // Our own script is the last thing on the page, and nothing of the data stands in it.
  const std::size_t script = page.find("<script");
  fuzz::expect(script != std::string::npos && page.find("<script", script + 1) == std::string::npos,
               "a page has one script");
  fuzz::expect(page.find("</main>") < script, "the script of a page stands behind its content");
  fuzz::expect(page.find("<img") == std::string::npos, "a page loads nothing");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  result::ResultFile document;
  try {
    document = report::from_json(fuzz::text_of(data, size));
  } catch (const InputError& error) {
    fuzz::expect_one_line(error.what());
    return 0;
  }
  const std::string written = report::to_json(document);
  fuzz::expect(report::to_json(report::from_json(written)) == written,
               "a result that was written reads as the same");
  for (const int width : {40, 80, 200})
    expect_printable(report::to_text(document.result, {.width = width}));
  expect_harmless(report::to_html(written));
  return 0;
}

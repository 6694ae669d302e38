// Approved outputs: what a person sees, kept in tests/golden/report_*.approved.*, with Faultline's
// version masked. When a change is intended, look at the difference and approve it by running this
// program with FAULTLINE_APPROVE=1.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "unit/report/stored.hpp"
#include <gtest/gtest.h>

#include "faultline/base/version.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

/// Style sheets and the script are files of their own: a page shows that they are there.
void mask_between(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    at += from.size();
    const std::size_t end = text.find(to, at);
    ASSERT_NE(end, std::string::npos) << from;
    text.replace(at, end - at, "...");
  }
}

std::string masked(std::string text) {
  mask_between(text, "<style>", "</style>");
  mask_between(text, "<style id=\"chart-style\">", "</style>");
  mask_between(text, "<script>", "</script>");
  mask_between(text, "script-src '", "'");
  const std::string version_now(version());
  for (std::size_t at = text.find(version_now); at != std::string::npos;
       at = text.find(version_now, at)) {
    text.replace(at, version_now.size(), "VERSION");
  }
  return text;
}

void check_approved(const std::string& name, const std::string& output) {
  const std::filesystem::path file = std::filesystem::path(FAULTLINE_APPROVED_DIR) / name;
  if (std::getenv("FAULTLINE_APPROVE") != nullptr) {
    std::ofstream(file, std::ios::binary) << masked(output);
    return;
  }
  std::ifstream in(file, std::ios::binary);
  ASSERT_TRUE(in) << file << " is missing; make it with FAULTLINE_APPROVE=1";
  std::ostringstream approved;
  approved << in.rdbuf();
  EXPECT_EQ(masked(output), approved.str())
      << "if this is intended, approve it with FAULTLINE_APPROVE=1";
}

class Approved : public ::testing::TestWithParam<std::string> {};

/// Of real results; what the program writes as JSON is stored itself, in results/.
TEST_P(Approved, Text) {
  check_approved("report_" + GetParam() + ".approved.txt", to_text(real(GetParam())));
}
INSTANTIATE_TEST_SUITE_P(Report, Approved, ::testing::ValuesIn(real_names()),
                         [](const auto& one) { return one.param; });

/// Pages are long: those that show a block which no other shows.
class ApprovedPage : public ::testing::TestWithParam<std::string> {};

TEST_P(ApprovedPage, Html) {
  check_approved("report_" + GetParam() + ".approved.html", to_html(real_json(GetParam())));
}
INSTANTIATE_TEST_SUITE_P(Report, ApprovedPage,
                         ::testing::Values("scan", "scan_nothing", "audit", "ijdi", "elicit_panel",
                                           "mitigate", "mitigate_smooth", "counterfactual",
                                           "sources", "sources_given", "metrics", "check_scores",
                                           "compare"),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace faultline::report

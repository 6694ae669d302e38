// Approved outputs: what a person sees, kept in tests/golden/report_*.approved.*, with Faultline's
// version masked. When a change is intended, look at the difference and approve it by running this
// program with FAULTLINE_APPROVE=1.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sample_results.hpp"
#include "sample_sources.hpp"
#include <gtest/gtest.h>

#include "faultline/report/html.hpp"
#include "faultline/report/json.hpp"
#include "faultline/report/text.hpp"
#include "faultline/report/version.hpp"

namespace faultline::report {
namespace {

std::string masked(std::string text) {
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

TEST(ApprovedReport, CompasText) {
  check_approved("report_compas.approved.txt", to_text(samples::compas()));
}
TEST(ApprovedReport, CompasJson) {
  check_approved("report_compas.approved.json", to_json(samples::compas()));
}
TEST(ApprovedReport, CompasHtml) {
  check_approved("report_compas.approved.html", to_html(to_json(samples::compas())));
}
TEST(ApprovedReport, InconclusiveText) {
  check_approved("report_inconclusive.approved.txt", to_text(samples::inconclusive()));
}
TEST(ApprovedReport, InconclusiveHtml) {
  check_approved("report_inconclusive.approved.html", to_html(to_json(samples::inconclusive())));
}
TEST(ApprovedReport, AuditText) {
  check_approved("report_audit.approved.txt", to_text(samples::audit()));
}
TEST(ApprovedReport, AuditJson) {
  check_approved("report_audit.approved.json", to_json(samples::audit()));
}
TEST(ApprovedReport, AuditHtml) {
  check_approved("report_audit.approved.html", to_html(to_json(samples::audit())));
}
TEST(ApprovedReport, IjdiText) {
  check_approved("report_ijdi.approved.txt", to_text(samples::ijdi()));
}
TEST(ApprovedReport, IjdiJson) {
  check_approved("report_ijdi.approved.json", to_json(samples::ijdi()));
}
TEST(ApprovedReport, IjdiHtml) {
  check_approved("report_ijdi.approved.html", to_html(to_json(samples::ijdi())));
}
TEST(ApprovedReport, MitigateText) {
  check_approved("report_mitigate.approved.txt", to_text(samples::mitigate()));
}
TEST(ApprovedReport, MitigateJson) {
  check_approved("report_mitigate.approved.json", to_json(samples::mitigate()));
}
TEST(ApprovedReport, MitigateHtml) {
  check_approved("report_mitigate.approved.html", to_html(to_json(samples::mitigate())));
}
TEST(ApprovedReport, CounterfactualText) {
  check_approved("report_counterfactual.approved.txt", to_text(samples::counterfactual()));
}
TEST(ApprovedReport, CounterfactualJson) {
  check_approved("report_counterfactual.approved.json", to_json(samples::counterfactual()));
}
TEST(ApprovedReport, CounterfactualHtml) {
  check_approved("report_counterfactual.approved.html",
                 to_html(to_json(samples::counterfactual())));
}
TEST(ApprovedReport, TwoDecisionsText) {
  check_approved("report_counterfactual_two.approved.txt", to_text(samples::counterfactual_two()));
}
TEST(ApprovedReport, SourcesText) {
  check_approved("report_sources.approved.txt", to_text(samples::sources()));
}
TEST(ApprovedReport, SourcesJson) {
  check_approved("report_sources.approved.json", to_json(samples::sources()));
}
TEST(ApprovedReport, SourcesHtml) {
  check_approved("report_sources.approved.html", to_html(to_json(samples::sources())));
}
TEST(ApprovedReport, SourcesGivenText) {
  check_approved("report_sources_given.approved.txt", to_text(samples::sources_given()));
}
TEST(ApprovedReport, SourcesGivenHtml) {
  check_approved("report_sources_given.approved.html", to_html(to_json(samples::sources_given())));
}
TEST(ApprovedReport, SourcesManyText) {
  check_approved("report_sources_many.approved.txt", to_text(samples::sources_many()));
}
TEST(ApprovedReport, PowerText) {
  check_approved("report_power.approved.txt", to_text(samples::power()));
}

}  // namespace
}  // namespace faultline::report

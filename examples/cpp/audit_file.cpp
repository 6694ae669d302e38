// A Conditional Bias Scan of a file, and its page: audit_file PEOPLE.csv REPORT.html
// The file has the columns outcome, prediction, decision and sex, as `faultline simulate cbs`
// writes.

#include <cstdio>
#include <fstream>

#include <faultline/faultline.hpp>
#include <faultline/sql/files.hpp>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s PEOPLE.csv REPORT.html\n", argv[0]);
    return 2;
  }
  faultline::run::AuditSpec spec;
  spec.input.path = argv[1];
  spec.roles.outcome = "outcome";
  spec.roles.score = "prediction";
  spec.roles.decision = "decision";
  spec.roles.attributes = {"age_group", "ward"};
  spec.protected_classes = {"sex=Female"};
  spec.search.replicates = 99;
  try {
    faultline::sql::Files files;
    const faultline::methods::Result result = faultline::run::audit(spec, files);
    std::ofstream(argv[2]) << faultline::report::to_html(faultline::report::to_json(result));
    std::printf("%zu findings; wrote %s\n", result.findings.size(), argv[2]);
  } catch (const faultline::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}

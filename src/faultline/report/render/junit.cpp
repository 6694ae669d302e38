#include "faultline/report/render/junit.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/render/display.hpp"

namespace faultline::report {
namespace {

using Standing = Claim::Standing;

/// For attributes and text alike; control characters, which XML has no place for, are gone.
std::string escaped(std::string_view text) { return escape_markup(printable(text)); }

bool is_skipped(const Claim& claim) {
  return claim.standing == Standing::not_comparable || claim.standing == Standing::untested ||
         claim.standing == Standing::undecided;
}

std::string test_case(const Claim& claim) {
  const std::string name =
      claim.who.empty() ? claim.title : fmt::format("{}: {}", claim.title, claim.who);
  std::string inside;
  const std::string words = standing_words(claim.standing);
  if (claim.standing == Standing::evidence) {
    inside = fmt::format("      <failure message=\"{}\" type=\"evidence\">{}</failure>\n",
                         escaped(words + ": " + name), escaped(claim.text));
  } else if (is_skipped(claim)) {
    inside = fmt::format("      <skipped message=\"{}\"/>\n      <system-out>{}</system-out>\n",
                         escaped(words), escaped(claim.text));
  } else {
    inside =
        fmt::format("      <system-out>{}. {}</system-out>\n", escaped(words), escaped(claim.text));
  }
  return fmt::format("    <testcase classname=\"faultline.{}\" name=\"{}\">\n{}    </testcase>\n",
                     escaped(claim.rule()), escaped(name), inside);
}

}  // namespace

std::string render_junit(const result::ResultFile& file, const std::vector<Claim>& claims) {
  const result::Result& result = file.result;
  const auto failures = std::ranges::count(claims, Standing::evidence, &Claim::standing);
  const auto skipped = std::ranges::count_if(claims, is_skipped);
  const std::string name = fmt::format("faultline {}", name_of(result.command));
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"",
                                         claims.size(), failures, result.partial ? 1 : 0);
  out += fmt::format("<testsuites name=\"{}\" {}>\n", escaped(name), counts);
  out +=
      fmt::format("  <testsuite name=\"{}\" {} skipped=\"{}\">\n", escaped(name), counts, skipped);
  out += "    <properties>\n";
  const auto property = [&out](std::string_view key, const std::string& value) {
    out += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", key, escaped(value));
  };
  property("faultline", file.version);
  property("data", result.data.source);
  property("people", fmt::format("{}", result.data.rows_used));
  property("seed", fmt::format("{}", result.seed));
  property("alpha", shortest(result.alpha));
  out += "    </properties>\n";
  for (const Claim& claim : claims) out += test_case(claim);
  if (result.partial) {
    out +=
        "    <testcase classname=\"faultline\" name=\"the run reaches its end\">\n"
        "      <error message=\"the run was stopped before its end\" type=\"partial\"/>\n"
        "    </testcase>\n";
  }
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace faultline::report

#include "faultline/report/render/sarif.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/json.hpp"
#include "faultline/report/render/display.hpp"

namespace faultline::report {
namespace sarif {

struct Message {
  std::string text{};
};
struct Rule {
  std::string id{};
  std::string name{};
  Message short_description{};
  Message full_description{};
};
struct Driver {
  std::string name = "Faultline";
  std::string version{};
  std::vector<Rule> rules{};
};
struct Tool {
  Driver driver{};
};
struct Artifact {
  std::string uri{};
};
struct Region {
  std::int64_t start_line = 1;
};
struct PhysicalLocation {
  Artifact artifact{};
  Region region{};
};
struct Location {
  PhysicalLocation physical{};
};
struct Fingerprints {
  std::string claim{};
};
struct Found {
  std::string rule_id{};
  std::int64_t rule_index = 0;
  std::string kind{};
  std::string level{};
  Message message{};
  std::vector<Location> locations{};
  Fingerprints fingerprints{};
  Values properties{};
};
struct Invocation {
  bool successful = true;
};
struct Run {
  Tool tool{};
  std::vector<Invocation> invocations{};
  std::string column_kind = "unicodeCodePoints";
  std::vector<Found> results{};
  Values properties{};
};
struct Log {
  std::string schema = "https://json.schemastore.org/sarif-2.1.0.json";
  std::string version = "2.1.0";
  std::vector<Run> runs{};
};

using describe::member;
using describe::Object;

// Keys are those of the standard; its prose explains them.
const Object& description(const Message*) {
  static const Object object{"message", {member<&Message::text>("text", "")}};
  return object;
}
const Object& description(const Rule*) {
  static const Object object{"reportingDescriptor",
                             {member<&Rule::id>("id", ""), member<&Rule::name>("name", ""),
                              member<&Rule::short_description>("shortDescription", ""),
                              member<&Rule::full_description>("fullDescription", "")}};
  return object;
}
const Object& description(const Driver*) {
  static const Object object{
      "toolComponent",
      {member<&Driver::name>("name", ""), member<&Driver::version>("version", ""),
       member<&Driver::rules>("rules", "")}};
  return object;
}
const Object& description(const Tool*) {
  static const Object object{"tool", {member<&Tool::driver>("driver", "")}};
  return object;
}
const Object& description(const Artifact*) {
  static const Object object{"artifactLocation", {member<&Artifact::uri>("uri", "")}};
  return object;
}
const Object& description(const Region*) {
  static const Object object{"region", {member<&Region::start_line>("startLine", "")}};
  return object;
}
const Object& description(const PhysicalLocation*) {
  static const Object object{"physicalLocation",
                             {member<&PhysicalLocation::artifact>("artifactLocation", ""),
                              member<&PhysicalLocation::region>("region", "")}};
  return object;
}
const Object& description(const Location*) {
  static const Object object{"location", {member<&Location::physical>("physicalLocation", "")}};
  return object;
}
const Object& description(const Fingerprints*) {
  static const Object object{"partialFingerprints",
                             {member<&Fingerprints::claim>("faultlineClaim/v1", "")}};
  return object;
}
const Object& description(const Found*) {
  static const Object object{
      "result",
      {member<&Found::rule_id>("ruleId", ""), member<&Found::rule_index>("ruleIndex", ""),
       member<&Found::kind>("kind", ""), member<&Found::level>("level", ""),
       member<&Found::message>("message", ""), member<&Found::locations>("locations", ""),
       member<&Found::fingerprints>("partialFingerprints", ""),
       member<&Found::properties>("properties", "")}};
  return object;
}
const Object& description(const Invocation*) {
  static const Object object{"invocation",
                             {member<&Invocation::successful>("executionSuccessful", "")}};
  return object;
}
const Object& description(const Run*) {
  static const Object object{
      "run",
      {member<&Run::tool>("tool", ""), member<&Run::invocations>("invocations", ""),
       member<&Run::column_kind>("columnKind", ""), member<&Run::results>("results", ""),
       member<&Run::properties>("properties", "")}};
  return object;
}
const Object& description(const Log*) {
  static const Object object{
      "sarifLog",
      {member<&Log::schema>("$schema", ""), member<&Log::version>("version", ""),
       member<&Log::runs>("runs", "")}};
  return object;
}

}  // namespace sarif

namespace {

const char* kind_of(Claim::Standing standing) {
  switch (standing) {
    case Claim::Standing::evidence:
      return "fail";
    case Claim::Standing::not_enough:
    case Claim::Standing::undecided:
    case Claim::Standing::nothing:
      return "open";
    case Claim::Standing::not_comparable:
      return "review";
    case Claim::Standing::untested:
      break;
  }
  return "notApplicable";
}

/// A path as the reference of a URI; the separators stay.
std::string uri_of(const std::string& path) {
  std::string out;
  for (const char c : path) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c)
                 : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return out.empty() ? "people" : out;
}

/// "higher false-positive rate" -> "HigherFalsePositiveRate": names of rules have no blanks.
std::string rule_name(const std::string& title) {
  std::string name;
  bool begins = true;
  for (const char c : title) {
    const bool lower = c >= 'a' && c <= 'z';
    if (!lower && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9')) {
      begins = true;
      continue;
    }
    name += begins && lower ? static_cast<char>(c - 'a' + 'A') : c;
    begins = false;
  }
  return name;
}

}  // namespace

std::string render_sarif(const result::ResultFile& file, const std::vector<Claim>& claims) {
  const result::Result& result = file.result;
  sarif::Run run;
  run.tool.driver.version = file.version;
  run.invocations.push_back({.successful = !result.partial});
  run.properties = {{"command", std::string(name_of(result.command))},
                    {"seed", static_cast<std::int64_t>(result.seed)},
                    {"alpha", result.alpha},
                    {"people", result.data.rows_used}};
  std::vector<sarif::Rule>& rules = run.tool.driver.rules;
  for (const Claim& claim : claims) {
    auto rule = std::ranges::find(rules, claim.rule(), &sarif::Rule::id);
    if (rule == rules.end()) {
      rules.push_back(
          {.id = claim.rule(),
           .name = rule_name(claim.title),
           .short_description = {claim.title + "."},
           .full_description = {fmt::format(
               "Asked by `faultline {}`, adjusted for all tests of the run.", claim.command)}});
      rule = std::prev(rules.end());
    }
    sarif::Found found{.rule_id = claim.rule(),
                       .rule_index = rule - rules.begin(),
                       .kind = kind_of(claim.standing),
                       .level = claim.standing == Claim::Standing::evidence ? "error" : "none",
                       .message = {printable(
                           fmt::format("{}: {}{}. {}", standing_words(claim.standing), claim.title,
                                       claim.who.empty() ? "" : ", " + claim.who, claim.text))},
                       .locations = {{.physical = {.artifact = {uri_of(result.data.source)}}}},
                       .fingerprints = {printable(claim.rule() + "|" + claim.who)},
                       .properties = {{"verdict", standing_words(claim.standing)},
                                      {"people", claim.n},
                                      {"subgroup", claim.who}}};
    if (claim.p_value_adjusted)
      found.properties.emplace_back("p_value_adjusted", *claim.p_value_adjusted);
    run.results.push_back(std::move(found));
  }
  sarif::Log log;
  log.runs.push_back(std::move(run));
  return json::write(log);
}

}  // namespace faultline::report

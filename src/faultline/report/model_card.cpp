#include "faultline/report/model_card.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/base/version.hpp"
#include "faultline/report/claims/claims.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/conditional/words.hpp"
#include "faultline/report/methods/metrics/words.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"
#include "faultline/report/render/display.hpp"
#include "faultline/report/render/markdown.hpp"

namespace faultline::report {
namespace {

struct Measured {
  std::string type{};  // "fpr"
  std::string name{};  // "false positive rate"
  double value = 0;
  result::Interval interval{};
  std::int64_t n = 0;
};

struct Slice {
  std::string who{};
  std::vector<Measured> measured{};
};

/// A text as YAML and JSON both read it.
std::string yaml_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::vector<Slice> slices_of(const result::MetricsReport& report) {
  std::vector<Slice> slices;
  for (const result::MetricsReport::Group& group : report.groups) {
    Slice slice{.who = group.group.empty() ? "everybody" : group.text};
    for (const result::RateName rate : rates_in(report)) {
      const auto& held = group.rates.of(rate);
      if (!held || !held->estimate || is_complement(report, rate)) continue;
      slice.measured.push_back({.type = std::string(name_of(rate)),
                                .name = rate_words(rate).name,
                                .value = *held->estimate,
                                .interval = held->interval,
                                .n = held->n});
    }
    if (!slice.measured.empty()) slices.push_back(std::move(slice));
  }
  return slices;
}

/// What a search found with evidence is a slice of its own.
void add_findings(const result::Result& result, std::vector<Slice>& slices) {
  for (const result::Finding& finding : result.findings) {
    if (verdict(finding, result.alpha) != Verdict::significant) continue;
    std::string who = finding.protected_class ? class_words(*finding.protected_class) : "";
    if (!finding.protected_class || !finding.subgroup->empty())
      who += (who.empty() ? "" : "; ") + subgroup_words(finding);
    slices.push_back({.who = std::move(who),
                      .measured = {{.type = std::string(name_of(finding.metric)),
                                    .name = wording(finding).subject,
                                    .value = finding.observed,
                                    .interval = finding.observed_interval,
                                    .n = finding.n}}});
  }
}

/// The file without its folders, which are nobody's business in a card.
std::string data_name(const result::Result& result) {
  const std::string& source = result.data.source;
  return source.substr(source.find_last_of('/') + 1);
}

bool is_finite(const result::Interval& interval) {
  return interval && std::isfinite(interval->first) && std::isfinite(interval->second);
}

std::string metadata(const result::Result& result, const std::vector<Slice>& slices) {
  std::string out = "---\nmodel-index:\n- name: model\n  results:\n";
  for (const Slice& slice : slices) {
    out += fmt::format(
        "  - task:\n      type: tabular-classification\n    dataset:\n      type: {0}\n"
        "      name: {0}\n      args:\n        slice: {1}\n    metrics:\n",
        yaml_text(data_name(result)), yaml_text(slice.who));
    for (const Measured& one : slice.measured) {
      out += fmt::format("    - type: {}\n      name: {}\n      value: {}\n      args:\n",
                         yaml_text(one.type), yaml_text(one.name), shortest(one.value));
      if (is_finite(one.interval)) {
        out += fmt::format("        confidence_interval: [{}, {}]\n", shortest(one.interval->first),
                           shortest(one.interval->second));
      }
      out += fmt::format("        people: {}\n", one.n);
    }
  }
  return out + "---\n\n";
}

Table table_of(const std::vector<Slice>& slices) {
  Table table{.columns =
                  columns_of({"Slice", "Metric", "Value", "Confidence interval", "People"}, 2)};
  for (const Slice& slice : slices) {
    for (const Measured& one : slice.measured) {
      table.add({slice.who, one.name, fmt::format("{:.3f}", one.value),
                 one.interval
                     ? fmt::format("{:.3f} to {:.3f}", one.interval->first, one.interval->second)
                     : std::string(kNone),
                 with_thousands(one.n)});
    }
  }
  return table;
}

}  // namespace

std::string to_model_card(const result::Result& result) {
  std::vector<Slice> slices;
  std::vector<const result::Result*> parts{&result};
  for (const result::Part& part : result.parts) parts.push_back(&part);
  bool searched = false;
  for (const result::Result* part : parts) {
    if (part->metrics) {
      for (Slice& slice : slices_of(*part->metrics)) slices.push_back(std::move(slice));
    }
  }
  for (const result::Result* part : parts) {
    searched = searched || !part->findings.empty();
    add_findings(*part, slices);
  }
  if (slices.empty() && !searched) {
    throw InputError(fmt::format(
        "a model card shows rates of groups and what searches found, and {} has neither; use "
        "check, metrics, scan or audit",
        name_of(result.command)));
  }
  std::string out = metadata(result, slices);
  out += "## Fairness evaluation\n\n";
  out +=
      escape_markdown(fmt::format("{} of {}, evaluated by Faultline {} (`faultline {}`, seed {}).",
                                  people(result.data.rows_used), data_name(result),
                                  std::string(version()), name_of(result.command), result.seed)) +
      "\n\n";
  std::int64_t evidence = 0;
  std::string list;
  const std::vector<Claim> claims = claims_of(result);
  for (const Claim& claim : claims) {
    if (claim.standing != Claim::Standing::evidence) continue;
    ++evidence;
    list += fmt::format(
        "- {}\n", escape_markdown(fmt::format("{}: {}. {}", claim.title, claim.who, claim.text)));
  }
  out += escape_markdown(fmt::format(
             "Of {} that were asked, {} found evidence of a difference at the level {}, all tests "
             "counted. Not enough evidence does not mean that a model is fair.",
             plural(std::ssize(claims), "question"), with_thousands(evidence),
             shortest(result.alpha))) +
         "\n\n";
  if (!list.empty()) out += list + "\n";
  if (!slices.empty()) out += "### Rates\n\n" + render_markdown(table_of(slices)) + "\n";
  return out;
}

}  // namespace faultline::report

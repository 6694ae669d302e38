#include "faultline/studies/ijdi/mitigation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/ijdi/algorithm.hpp"
#include "faultline/methods/mitigation/mitigation.hpp"
#include "faultline/methods/mitigation/rates.hpp"
#include "faultline/methods/mitigation/rules.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

using methods::ErrorRate;

std::vector<std::string> names_of(const data::Profiles& profiles) {
  std::vector<std::string> names;
  names.reserve(profiles.attributes.size());
  for (const data::Attribute& attribute : profiles.attributes) names.push_back(attribute.name);
  return names;
}

ThresholdRow threshold_row(const data::Profiles& compas, const PaperThresholds& paper,
                           const IjdiStudyOptions& options) {
  const methods::NamedValues black = {{"race", {"African-American"}}};
  const std::vector<methods::MitigationReport::Rule> rules = {
      {.text = "everybody", .threshold = paper.theta_outside},
      {.subgroup = black, .text = "black", .threshold = paper.theta_inside}};
  const std::vector<std::int64_t> positive = methods::decide(compas, rules);
  const methods::MitigationInput input{
      .profiles = compas, .scanned = names_of(compas), .true_probability = "p"};
  const auto rates = [&](ErrorRate error) { return compare(input, error, positive, black); };
  ThresholdRow row{.paper = paper, .ours = paper};
  row.ours.fpr_inside = 100 * rates(ErrorRate::fpr).rate();
  row.ours.fpr_outside = 100 * rates(ErrorRate::fpr).rate_outside();
  row.ours.tpr_inside = 100 * rates(ErrorRate::tpr).rate();
  row.ours.tpr_outside = 100 * rates(ErrorRate::tpr).rate_outside();
  const data::Profiles decided = methods::with_decisions(compas, positive);
  const auto best = [&](const std::vector<std::string>& scanned, ErrorRate error, double lambda) {
    const methods::ErrorProblem problem = methods::make_error_problem(
        {.profiles = decided, .scanned = scanned, .true_probability = "p"}, error);
    methods::IjdiAlgorithm algorithm(problem, lambda, methods::IjdiOptions{}.clip);
    const methods::IjdiAnswer answer =
        algorithm.run(problem.decisions, {.penalty = options.penalty, .seed = options.seed}, true);
    return answer.found.found.empty() ? 0.0 : answer.found.found.front().score;
  };
  for (const ErrorRate error : {ErrorRate::fpr, ErrorRate::tpr}) {
    for (const double lambda : {0.0, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0}) {
      row.scores.push_back(
          {error, lambda, best(input.scanned, error, lambda), best({"race"}, error, lambda)});
    }
  }
  return row;
}

/// The scans after 0, 1 and 2 corrections; `memory` holds those that were made already.
std::vector<OurScan> first_scans(const data::Profiles& profiles, const PaperScan& first,
                                 methods::Quantile quantile, const IjdiStudyOptions& options,
                                 const std::vector<std::string>& paper, methods::ScanMemory& memory,
                                 std::stop_token stop) {
  methods::MitigationOptions mitigation;
  mitigation.method = methods::MitigationMethod::iterative;
  mitigation.error = first.error;
  mitigation.lambda = first.lambda;
  mitigation.quantile = quantile;
  mitigation.max_corrections = 2;
  mitigation.scan.replicates = 0;
  mitigation.scan.penalty = options.penalty;
  mitigation.scan.seed = options.seed;
  mitigation.scan.threads = 1;
  if (first.data == "german") {
    // Too many subgroups to enumerate: ascent, then branch and bound as far as the budget goes.
    mitigation.scan.strategy = search::Strategy::bounded;
    mitigation.scan.work_budget = kGermanWork;
  }
  const methods::MitigationResult result = methods::mitigate({.profiles = profiles,
                                                              .scanned = names_of(profiles),
                                                              .true_probability = "p",
                                                              .memory = &memory},
                                                             mitigation, {.stop = std::move(stop)});
  if (result.partial) throw Cancelled("stopped before the study was complete");
  std::vector<OurScan> scans;
  for (const methods::Finding& found : result.scans) {
    OurScan one{.certified = found.search.certified, .inner = found.ijdi->adjustments.size() + 1};
    if (found.subgroup) {
      one.score = found.score;
      one.text = found.text;
      for (const auto& [attribute, values] : *found.subgroup) {
        if (std::find(values.begin(), values.end(), "N/A") != values.end()) one.lists_na = true;
      }
      if (const std::size_t at = scans.size(); at < paper.size() && !paper[at].empty()) {
        one.same = methods::subgroup_of(*found.subgroup, profiles.attributes) ==
                   search::parse_subgroup(paper[at], profiles.attributes);
      }
    }
    scans.push_back(std::move(one));
  }
  return scans;
}

struct Chain {
  const data::Profiles* profiles = nullptr;
  std::vector<PaperScan> paper{};  // by corrections
};

std::vector<Chain> chains_of(const data::Profiles& compas, const data::Profiles* german) {
  std::vector<Chain> chains;
  for (const PaperScan& scan : paper_scans()) {
    const data::Profiles* profiles = scan.data == "compas" ? &compas : german;
    if (profiles == nullptr) continue;
    if (scan.corrections == 0) chains.push_back({.profiles = profiles});
    chains.back().paper.push_back(scan);
  }
  return chains;
}

}  // namespace

std::string judge(const PaperScan& paper, const std::optional<OurScan>& ours, bool same_before) {
  if (std::string known = known_misprint(paper); !known.empty()) return known;
  if (!ours) return "our corrections had ended";
  if (std::abs(ours->score - paper.score) <= 0.1) return ours->same ? "agrees" : "score agrees";
  if (!same_before) return "other corrections before";
  if (paper.data == "german" && paper.lambda > 1) return "depends on the cap";
  if (paper.subgroup.empty() && !ours->text.empty()) return "HIGHER: they found nothing";
  if (ours->score > paper.score) {
    return ours->lists_na ? "higher: lists N/A" : "HIGHER than ten restarts";
  }
  return "lower than printed";
}

MitigationStudy mitigation_study(const data::Profiles& compas, const data::Profiles* german,
                                 const IjdiStudyOptions& options, const methods::Hooks& hooks,
                                 bool german_fitted) {
  validate(options);
  MitigationStudy study{.options = options};
  const std::vector<Chain> chains = chains_of(compas, german);
  const auto tables = static_cast<std::int64_t>(paper_table1().size());
  const auto runs = tables + static_cast<std::int64_t>(chains.size());
  study.thresholds.resize(static_cast<std::size_t>(tables));
  std::vector<std::array<std::vector<OurScan>, 2>> found(chains.size());  // linear, higher
  const auto work = [&](std::int64_t run) {
    if (run < tables) {
      study.thresholds[run] = threshold_row(compas, paper_table1()[run], options);
    } else {
      const std::int64_t at = run - tables;
      const Chain& chain = chains[at];
      std::vector<std::string> subgroups;
      subgroups.reserve(chain.paper.size());
      for (const PaperScan& scan : chain.paper) subgroups.push_back(scan.subgroup);
      // Both quantiles start from the same decisions, and often part late or never.
      methods::ScanMemory memory;
      for (const methods::Quantile quantile :
           {methods::Quantile::linear, methods::Quantile::higher}) {
        found[at][quantile == methods::Quantile::higher ? 1 : 0] = first_scans(
            *chain.profiles, chain.paper.front(), quantile, options, subgroups, memory, hooks.stop);
      }
    }
  };
  run_all("corrections", runs, options.threads, hooks, work);
  for (std::size_t c = 0; c < chains.size(); ++c) {
    bool same = true;
    for (std::size_t i = 0; i < chains[c].paper.size(); ++i) {
      ScanRow row{.paper = chains[c].paper[i]};
      if (i < found[c][0].size()) row.linear = found[c][0][i];
      if (i < found[c][1].size()) row.higher = found[c][1][i];
      if (german_fitted && row.paper.data == "german") {
        row.verdict = row.linear && row.linear->same ? "same subgroup, models fitted here"
                                                     : "models fitted here";
      } else {
        row.verdict = judge(row.paper, row.linear, same);
      }
      same = same && row.linear && row.linear->same;
      study.scans.push_back(std::move(row));
    }
  }
  return study;
}

}  // namespace faultline::studies

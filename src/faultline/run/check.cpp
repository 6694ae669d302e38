// The run behind `faultline check`: people are read once, every part that their columns allow looks
// at them, and all tests are adjusted together. A search reports its intervals from the level at
// which its test was decided, which depends on all p-values of the run; so the scan runs while the
// audit, its own p-values known, waits for that level.

#include "faultline/run/check.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/data/held_people.hpp"
#include "faultline/run/audit.hpp"
#include "faultline/run/check_groups.hpp"
#include "faultline/run/check_lines.hpp"
#include "faultline/run/joint_tests.hpp"
#include "faultline/run/metrics.hpp"
#include "faultline/run/scan.hpp"
#include "faultline/run/sources.hpp"

namespace faultline::run {
namespace {

// Differences between all pairs of more groups are a table that nobody reads.
constexpr std::size_t kMostCostGroups = 30;

class Check {
 public:
  Check(const CheckSpec& spec, data::Source& source, const Context& context)
      : spec_(spec), source_(source), context_(context), tests_(spec.alpha) {
    settings_.replicates = spec.replicates;
    settings_.alpha = spec.alpha;
    settings_.seed = spec.seed;
    settings_.threads = spec.threads;
  }

  methods::Result all() {
    open_people();
    if (wanted(Command::metrics)) attempt(Command::metrics, [this] { return rates(); });
    if (wanted(Command::sources)) attempt(Command::sources, [this] { return costs(); });
    if (wanted(Command::audit)) attempt(Command::audit, [this] { return audited(); });
    scan_once();  // unless the audit had it run
    settle_groups();
    return finish();
  }

 private:
  [[nodiscard]] bool wanted(Command part) const { return needed_for(part, spec_).empty(); }

  [[nodiscard]] AuditSpec audit_spec() const {
    AuditSpec spec;
    spec.input = spec_.input;
    spec.roles = spec_.roles;
    spec.protected_classes = spec_.protected_classes;
    spec.covariates = spec_.covariates;
    spec.harm = spec_.harm;
    spec.search = settings_;
    spec.fail_on = spec_.fail_on;
    return spec;
  }

  void open_people() {
    data::RoleOptions roles =
        wanted(Command::audit) ? audit_roles(audit_spec()) : to_options(spec_.roles);
    roles.protected_classes = spec_.protected_classes;
    OpenedPeople opened = open(source_, spec_.input, roles, spec_.threads, context_);
    result_ = begin_result(opened, settings_);
    if (spec_.protected_classes.empty()) {
      // A scan alone folds people as they stream past; nobody has to hold them.
      everybody_ = std::move(opened);
      return;
    }
    data::PeopleFacts facts = opened.people->facts();
    facts.notices.clear();  // said once, for all parts
    for (const data::ClassDefinition& one : facts.protected_classes) {
      for (const std::string& column : one.columns()) {
        if (std::ranges::find(columns_, column) == columns_.end()) columns_.push_back(column);
      }
    }
    auto held = std::make_unique<data::HeldPeople>(
        std::move(facts), read_profiles(*opened.people, context_.hooks.stop));
    result_.data.profiles = held->profiles().size();
    held_ = held.get();
    everybody_.people = std::move(held);
  }

  /// The same people as a part sees them.
  [[nodiscard]] OpenedPeople seen_by(const std::vector<std::string>& attributes) const {
    return {.people = std::make_unique<data::HeldPeople>(data::seen_through(*held_, attributes))};
  }

  methods::Result rates() {
    MetricsSpec spec;
    spec.input = spec_.input;
    spec.outcome = spec_.roles.outcome;
    spec.score = spec_.roles.score;
    spec.risk_score = spec_.roles.risk_score;
    spec.decision = spec_.roles.decision;
    spec.threshold = spec_.roles.threshold;
    spec.count = spec_.roles.count;
    spec.protected_columns = columns_;
    spec.method.alpha = spec_.alpha;
    spec.method.seed = spec_.seed;
    spec.method.threads = spec_.threads;
    methods::Result made = metrics_of(spec, seen_by(columns_), context_);
    rate_family_ = tests_.add({rate_tests(*made.metrics)});
    return made;
  }

  /// Of decisions, where there are any; else of the predictions as such.
  methods::Result costs() {
    const bool decided = spec_.roles.has_decision();
    SourcesSpec spec;
    spec.input = spec_.input;
    spec.outcome = spec_.roles.outcome;
    spec.protected_columns = columns_;
    spec.count = spec_.roles.count;
    spec.scores = {!spec_.roles.decision.empty() ? spec_.roles.decision
                   : !spec_.roles.score.empty()  ? spec_.roles.score
                                                 : spec_.roles.risk_score};
    spec.parts = {SourcesPart::costs};
    if (decided) {
      spec.method.cost_metrics = {result::CostMetric::fpr, result::CostMetric::fnr,
                                  result::CostMetric::zero_one};
    } else {
      spec.method.cost_metrics = {result::CostMetric::generalised_zero_one,
                                  result::CostMetric::mse};
    }
    spec.method.alpha = spec_.alpha;
    spec.method.seed = spec_.seed;
    spec.method.threads = spec_.threads;

    const data::HeldPeople seen = data::seen_through(*held_, columns_);
    data::PeopleFacts facts = seen.facts();
    data::Profiles profiles = seen.profiles();
    facts.numbers = profiles.number_names = spec.scores;
    profiles.numbers = {
        decided ? std::vector<double>(profiles.decision.begin(), profiles.decision.end())
                : profiles.prediction};
    check_group_count(profiles);
    const OpenedPeople opened{
        .people = std::make_unique<data::HeldPeople>(std::move(facts), std::move(profiles))};
    methods::Result made = sources_of(spec, opened, source_, context_);
    cost_options_ = sources_options(spec);
    const result::Part* rates = part(Command::metrics);
    cost_family_ =
        tests_.add({level_tests(rates != nullptr ? &*rates->metrics : nullptr, *made.sources)});
    return made;
  }

  void check_group_count(const data::Profiles& profiles) const {
    std::vector<std::vector<data::Code>> groups(profiles.count.size());
    for (const auto& codes : profiles.codes) {
      for (std::size_t i = 0; i < codes.size(); ++i) groups[i].push_back(codes[i]);
    }
    std::ranges::sort(groups);
    groups.erase(std::ranges::unique(groups).begin(), groups.end());
    const std::size_t count = groups.size();
    if (count <= kMostCostGroups) return;
    throw InputError(fmt::format(
        "`protected`: {} groups have too many pairs to compare their costs; name fewer columns",
        count));
  }

  methods::Result audited() {
    Context context = context_;
    context.hooks.beside.families = tests_.size() + (wanted(Command::scan) ? 1 : 0);
    context.hooks.beside.adjust = [this](const std::vector<resample::FamilyPValues>& own) {
      const std::size_t first = tests_.add(own);
      scan_once();
      return tests_.adjusted(first, own.size());
    };
    return audit_of(audit_spec(), everybody_, source_, context);
  }

  void scan_once() {
    if (!wanted(Command::scan) || scan_begun_) return;
    // Nothing that follows is shared: part 0 does it, and this one has nothing left to draw.
    if (context_.share != nullptr && context_.share->part > 0) throw resample::Unfinished({});
    scan_begun_ = true;
    try {
      attempt(Command::scan, [this] { return scanned(); });
    } catch (const Cancelled&) {
      // What was tested before is worth showing, and counts a test that was planned.
      if (tests_.size() == 0) throw;
      tests_.add({{1.0}});
      result_.partial = true;
    }
  }

  methods::Result scanned() {
    ScanSpec spec;
    spec.input = spec_.input;
    spec.roles = spec_.roles;
    spec.search = settings_;
    Context context = context_;
    context.hooks.beside.families = tests_.size();
    context.hooks.beside.adjust = [this](const std::vector<resample::FamilyPValues>& own) {
      const std::size_t first = tests_.add(own);
      return tests_.adjusted(first, own.size());
    };
    // Decisions take no part in a scan.
    spec.roles.decision.clear();
    spec.roles.threshold.clear();
    return held_ == nullptr ? scan_of(spec, everybody_, source_, context)
                            : scan_of(spec, seen_by(held_->scanned()), source_, context);
  }

  /// Runs a part; what the people do not allow is told in its place.
  template <typename Run>
  void attempt(Command command, const Run& run) {
    try {
      result::Part made{run()};
      for (const auto& [phase, seconds] : made.timing) {
        if (phase != "read")
          result_.timing.emplace_back(fmt::format("{}: {}", describe::name_of(command), phase),
                                      seconds);
      }
      made.timing.clear();
      result_.partial = result_.partial || made.partial;
      result_.parts.push_back(std::move(made));
    } catch (const InputError& error) {
      refused_.emplace_back(command, error.what());
    }
  }

  [[nodiscard]] result::Part* part(Command command) {
    const auto found = std::ranges::find(result_.parts, command, &result::Part::command);
    return found == result_.parts.end() ? nullptr : &*found;
  }

  void settle_groups() {
    result::Part* rates = part(Command::metrics);
    result::Part* costs = part(Command::sources);
    result::MetricsReport* table = rates != nullptr ? &*rates->metrics : nullptr;
    if (table != nullptr)
      settle_rates(tests_.adjusted(rate_family_, 1).adjusted.front(), spec_.alpha, *table);
    if (costs != nullptr) {
      settle_levels(tests_.adjusted(cost_family_, 1).adjusted.front(), table, cost_options_,
                    *costs->sources);
    }
  }

  methods::Result finish() {
    static constexpr std::array kOrder{Command::metrics, Command::scan, Command::audit,
                                       Command::sources};
    std::ranges::sort(result_.parts, {}, [](const result::Part& one) {
      return std::ranges::find(kOrder, one.command) - kOrder.begin();
    });
    if (result_.parts.empty()) throw InputError(refused_.front().second);
    if (held_ == nullptr) result_.data.profiles = result_.parts.front().data.profiles;
    result::CheckReport& report = result_.check.emplace();
    report.verdicts = check_lines(result_.parts);
    report.families = static_cast<std::int64_t>(tests_.tested());
    // The p-values of the rates are adjusted for all of these by now.
    if (result::Part* rates = part(Command::metrics)) {
      rates->metrics->tests = std::ranges::count_if(
          report.verdicts,
          [](const result::CheckReport::Line& line) { return line.p_value_adjusted.has_value(); });
    }
    for (const Command command : kOrder) {
      if (const std::string needed = needed_for(command, spec_); !needed.empty())
        report.left_out.push_back({.part = command, .why = needed});
    }
    for (const auto& [command, why] : refused_) report.left_out.push_back({command, why});
    CheckSpec resolved = spec_;
    resolve(resolved, "attributes", resolved.roles.attributes, everybody_.people->scanned());
    resolve(resolved, "ordered", resolved.roles.ordered, everybody_.people->ordered());
    if (wanted(Command::audit))
      resolve(resolved, "covariates", resolved.covariates, everybody_.people->covariates());
    finish_result(resolved, result_);
    return std::move(result_);
  }

  const CheckSpec& spec_;
  data::Source& source_;
  const Context& context_;
  methods::SearchSettings settings_{};
  JointTests tests_;
  methods::Result result_{};
  OpenedPeople everybody_{};
  const data::HeldPeople* held_ = nullptr;  // of everybody_; null: they stream
  std::vector<std::string> columns_{};      // that say who belongs to which group
  std::size_t rate_family_ = 0;
  std::size_t cost_family_ = 0;
  methods::SourcesOptions cost_options_{};
  bool scan_begun_ = false;
  std::vector<std::pair<Command, std::string>> refused_{};
};

}  // namespace

methods::Result check(const CheckSpec& spec, data::Source& source, const Context& context) {
  validate(spec);
  return Check(spec, source, context).all();
}

}  // namespace faultline::run

#include "faultline/data/choose_columns.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/data/default_columns.hpp"

namespace faultline::data {
namespace {

bool named_in(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Columns that are crossed once, and what the guard says of them.
class Inspection {
 public:
  /// `rows` as they were counted.
  Inspection(Reader& reader, const LeakGuard& guard, Roles roles,
             const std::vector<std::string>& further, std::int64_t rows)
      : reader_(reader), guard_(guard), roles_(std::move(roles)), rows_(rows) {
    for (const std::string& name : further) {
      if (!named_in(roles_.attributes, name)) roles_.attributes.push_back(name);
    }
    add_unbinned();
    reader.take_roles(roles_);
    names_ = roles_.coded_columns();
    crossings_ = reader.cross(guard.events());
    for (std::size_t i = 0; i < names_.size(); ++i)
      judged_.emplace(names_[i], judged_column(names_[i], reader.columns(), crossings_[i]));
    judge();
    object_to_bins();
    suspect();
  }

  [[nodiscard]] const std::map<std::string, JudgedColumn>& judged() const { return judged_; }
  [[nodiscard]] const std::map<std::string, Objection>& objections() const { return objections_; }
  /// What a column that nothing is held against may be.
  [[nodiscard]] const std::map<std::string, std::string>& suspicions() const { return suspicions_; }
  [[nodiscard]] Values values(const std::string& name) const {
    const auto at = std::find(names_.begin(), names_.end(), name) - names_.begin();
    return values_of(crossings_[static_cast<std::size_t>(at)]);
  }

 private:
  /// Intervals may hide what the values tell.
  void add_unbinned() {
    std::vector<std::string> cut;
    for (const std::string& name : roles_.coded_columns()) {
      if (reader_.columns().binned(name)) cut.push_back(unbinned_name(name));
    }
    if (cut.empty()) return;
    const DistinctCounts counts = reader_.distinct(cut, rows_);
    for (std::size_t i = 0; i < cut.size(); ++i) {
      if (counts.values[i] <= kMostJudged) roles_.attributes.push_back(cut[i]);
    }
  }

  void object_to_bins() {
    for (const std::string& name : names_) {
      if (!reader_.columns().binned(name)) continue;
      const auto before = objections_.find(unbinned_name(name));
      if (before != objections_.end()) objections_.emplace(name, before->second);
    }
  }

  void suspect() {
    std::vector<std::string> scores;
    for (const auto& [name, column] : judged_) {
      if (objections_.count(name) > 0) continue;
      if (auto why = guard_.like_outcome(column)) {
        suspicions_.emplace(name, "a record of the outcome: " + *why);
      } else if ((why = guard_.like_score(column))) {
        suspicions_.emplace(name, "another score: " + *why);
        if (!column.is_cut()) scores.push_back(name);
      }
    }
    for (const std::string& name : scores) suspect_bands(name);
    for (const std::string& name : names_) {
      if (!reader_.columns().binned(name)) continue;
      const auto before = suspicions_.find(unbinned_name(name));
      if (before != suspicions_.end()) suspicions_.emplace(name, before->second);
    }
  }

  /// Text that groups the values of a score.
  void suspect_bands(const std::string& score) {
    std::vector<Event> at_values;
    for (const CrossedValue& value : judged_.at(score).values) {
      if (value.text) at_values.push_back({.column = score, .texts = {value.text}});
    }
    const std::vector<Crossing> again = reader_.cross(at_values);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const JudgedColumn column = judged_column(names_[i], reader_.columns(), again[i]);
      if (column.number || reader_.columns().binned(names_[i]) ||
          objections_.count(names_[i]) > 0 || !groups_events(column.values))
        continue;
      suspicions_.emplace(names_[i],
                          fmt::format("another score: it groups the values of {}", score));
    }
  }

  void judge() {
    std::optional<LeakingValues> leak;
    for (const auto& [name, column] : judged_) {
      auto objection = guard_.objection(column);
      if (!objection) continue;
      objections_.emplace(name, *std::move(objection));
      auto values = guard_.leak(column);
      if (values && (!leak || values->people > leak->people)) leak = std::move(values);
    }
    if (!leak || objections_.size() == judged_.size()) return;
    const std::vector<Crossing> again =
        reader_.cross({{.column = leak->column, .texts = leak->texts}});
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (objections_.count(names_[i]) > 0) continue;
      if (auto objection =
              LeakGuard::objection(judged_column(names_[i], reader_.columns(), again[i]), *leak))
        objections_.emplace(names_[i], *std::move(objection));
    }
  }

  Reader& reader_;
  const LeakGuard& guard_;
  Roles roles_;
  std::int64_t rows_ = 0;
  std::vector<std::string> names_;
  std::vector<Crossing> crossings_;
  std::map<std::string, JudgedColumn> judged_;
  std::map<std::string, Objection> objections_;
  std::map<std::string, std::string> suspicions_;
};

void warn_of_named(const Inspection& inspection, const std::vector<std::string>& names,
                   const char* what, Notices& notices) {
  for (const std::string& name : names) {
    const auto objection = inspection.objections().find(name);
    if (objection == inspection.objections().end()) continue;
    notices.push_back(Notice::warning(fmt::format("{} '{}' is used because it was named, but: {}",
                                                  what, name, objection->second.why),
                                      name));
  }
}

/// Of the columns that are scanned or make people comparable.
void warn_of_suspicious(const Inspection& inspection, const Roles& roles, Notices& notices) {
  for (const auto& [name, what] : inspection.suspicions()) {
    if (!named_in(roles.attributes, name) && !named_in(roles.covariates, name)) continue;
    notices.push_back(Notice::warning(
        fmt::format("{} looks like {}; leave it out if it is one (`attributes` names the others)",
                    name, what),
        name));
  }
}

constexpr std::size_t kListed = 20;

/// The usable columns that the models do not know, and why they do not know further ones.
void note_unused(const DefaultColumns& free, const std::vector<std::string>& used,
                 const std::vector<std::string>& classes, bool most, std::int64_t everybody,
                 Notices& notices) {
  const auto is_free = [&](const std::string& name) {
    return !named_in(used, name) && !named_in(classes, name);
  };
  std::vector<std::string> unused;
  for (const std::string& name : free.usable()) {
    if (is_free(name)) unused.push_back(name);
  }
  if (!unused.empty()) {
    notices.push_back(Notice::note(
        most ? fmt::format("people are comparable in the {} columns most associated with outcome "
                           "or decision; usable and not used: {} (`covariates` names others)",
                           std::count_if(used.begin(), used.end(),
                                         [&classes](const std::string& name) {
                                           return !named_in(classes, name);
                                         }),
                           join_words(unused, kListed))
             : fmt::format("people are comparable in the attributes only; usable and not used: {} "
                           "(`covariates` adds what makes people comparable)",
                           join_words(unused, kListed))));
  }
  std::vector<std::string> lacking;
  for (const FreeColumn& column : free.refused()) {
    if (is_free(column.name)) {
      lacking.push_back(fmt::format("{} ({} of {} lack it)", column.name,
                                    with_thousands(column.lacking), people(everybody)));
    }
  }
  if (!lacking.empty()) {
    const bool one = lacking.size() == 1;
    notices.push_back(Notice::note(fmt::format(
        "people are not compared in {} that many lack: {}; `bins` '{}=quantile:4' makes categories "
        "of it, missing among them, and named in `covariates` it is used with `missing = drop`, "
        "without the people who lack it",
        one ? "a number" : "numbers", join_words(lacking, kListed),
        one ? free.refused().front().name : "COL")));
  }
  if (most) return;
  std::vector<std::string> tell;
  std::string how;
  for (const FreeColumn& column : free.set_aside()) {
    if (!is_free(column.name)) continue;
    how = tell.empty() ? column.tells : "tell the prediction";
    tell.push_back(column.name);
  }
  if (tell.empty()) return;
  const char* them = tell.size() == 1 ? "it" : "them";
  notices.push_back(Notice::note(
      fmt::format("people are not compared in {}, which {}; if the prediction was made from {}, "
                  "name {} in `covariates`",
                  join_words(tell, kListed), how, them, them)));
}

/// Columns that no class is compared in, because they say who belongs to each.
std::vector<std::string> columns_of_every_class(const Roles& roles) {
  std::vector<std::string> columns = roles.protected_columns();
  std::erase_if(columns, [&roles](const std::string& name) {
    return std::any_of(roles.protected_classes.begin(), roles.protected_classes.end(),
                       [&name](const ClassParts& parts) {
                         return std::none_of(
                             parts.begin(), parts.end(),
                             [&name](const ClassPart& part) { return part.column == name; });
                       });
  });
  return columns;
}

/// Whether every value of the protected columns has somebody left.
bool same_classes(const Inspection& inspection, const Roles& roles,
                  const std::vector<Crossing>& crossings) {
  const std::vector<std::string> names = roles.coded_columns();
  const std::vector<std::string> classes = roles.protected_columns();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (named_in(classes, names[i]) &&
        values_of(crossings[i]).distinct < inspection.values(names[i]).distinct)
      return false;
  }
  return true;
}

/// Attributes and covariates where neither are named.
class Chooser {
 public:
  Chooser(Reader& reader, const Inspection& inspection, const Checked& checked,
          const LeakGuard& guard, DefaultColumns& free, const Roles& given)
      : reader_(reader),
        inspection_(inspection),
        checked_(checked),
        guard_(guard),
        free_(free),
        given_(given) {}

  /// Numbers are done without, those first that most lack, until few people are left out and no
  /// value of a protected column is lost with them.
  void choose(Roles& roles, ChosenColumns& out) {
    for (bool first = true;; first = false) {
      fill(roles, out.set_aside);
      const std::string most = free_.most_lacking(roles.numbers);
      reader_.take_roles(roles);
      if (most.empty()) {
        if (!first) (void)check_rows(reader_, roles, Missing::drop);  // the reader keeps all again
        return;
      }
      const Checked rest = check_rows(reader_, roles, Missing::drop);
      const auto lost = static_cast<double>(checked_.people_kept - rest.people_kept);
      if (lost <= kMostLacking * static_cast<double>(checked_.people_kept)) {
        crossings_ = reader_.cross(guard_.events());
        if (same_classes(inspection_, roles, crossings_)) {
          out.without_gaps = rest;
          return;
        }
      }
      free_.refuse(most);
    }
  }

  /// Of the people who are left.
  [[nodiscard]] const std::vector<Crossing>& crossings() const { return crossings_; }

 private:
  void fill(Roles& roles, std::vector<SetAsideColumn>& set_aside) const {
    roles = given_;
    set_aside.clear();
    roles.covariates = free_.covariates(columns_of_every_class(given_));
    // Nothing is scanned that people are not compared in: it would be one variable more.
    for (const std::string& name : free_.scanned()) {
      if (named_in(roles.covariates, name)) roles.attributes.push_back(name);
    }
    for (const FreeColumn& column : free_.set_aside()) {
      const bool readable = !column.too_few && set_aside.size() < kMostCovariates;
      const bool scores =
          !given_.has_prediction() && holds_probabilities(inspection_.judged().at(column.name));
      set_aside.push_back({column.name, column.tells, scores, readable});
      if (readable) roles.covariates.push_back(column.name);
    }
    std::vector<std::string> numbers;
    for (const std::string& name : roles.covariates) {
      if (free_.is_number(name)) numbers.push_back(name);
    }
    roles.numbers.insert(roles.numbers.begin(), numbers.begin(), numbers.end());
  }

  Reader& reader_;
  const Inspection& inspection_;
  const Checked& checked_;
  const LeakGuard& guard_;
  DefaultColumns& free_;
  const Roles& given_;
  std::vector<Crossing> crossings_{};
};

}  // namespace

ChosenColumns choose_columns(Reader& reader, bool choose_covariates, const Checked& checked,
                             const LeakGuard& guard, Roles& roles) {
  ChosenColumns out{.distinct_numbers = checked.distinct_numbers};
  const bool look_for_covariates = choose_covariates && roles.covariates.empty();
  std::optional<DefaultColumns> free;
  if (roles.default_attributes || look_for_covariates) {
    free.emplace(reader.columns(), roles,
                 reader.distinct(free_columns(reader.columns(), roles), checked.rows),
                 checked.people, look_for_covariates);
  }
  const Inspection inspection(reader, guard, roles,
                              free ? free->to_cross() : std::vector<std::string>{}, checked.rows);
  warn_of_named(inspection, roles.attributes, "attribute", out.notices);
  std::vector<std::string> coded_covariates;
  for (const std::string& name : roles.covariates) {
    if (inspection.judged().count(name) > 0 && !named_in(roles.attributes, name))
      coded_covariates.push_back(name);
  }
  warn_of_named(inspection, coded_covariates, "covariate", out.notices);
  if (free) free->judge(inspection.judged(), inspection.objections(), guard);
  if (free && roles.default_attributes && look_for_covariates) {
    const Roles given = roles;
    Chooser chooser(reader, inspection, checked, guard, *free, given);
    chooser.choose(roles, out);
    std::vector<std::string> used = roles.covariates;
    std::erase_if(used, [&out](const std::string& name) {
      return std::any_of(out.set_aside.begin(), out.set_aside.end(),
                         [&name](const SetAsideColumn& column) { return column.name == name; });
    });
    for (const std::string& name : roles.numbers) {
      if (!free->is_number(name) || !named_in(roles.covariates, name)) continue;
      const auto distinct = static_cast<std::int64_t>(inspection.judged().at(name).values.size());
      out.distinct_numbers = capped_product(out.distinct_numbers, distinct);
    }
    note_unused(*free, used, columns_of_every_class(roles), true, checked.people_kept, out.notices);
    append(out.notices, free->left_out(roles.attributes, used));
    if (out.without_gaps) {
      for (const Crossing& crossing : chooser.crossings())
        out.values.push_back(values_of(crossing));
    }
  } else if (free && roles.default_attributes) {
    roles.attributes = free->scanned();
    append(out.notices, free->left_out(roles.attributes, roles.covariates));
  } else if (free) {
    note_unused(*free, roles.attributes, roles.protected_columns(), false, checked.people_kept,
                out.notices);
  }
  warn_of_suspicious(inspection, roles, out.notices);
  if (out.values.empty()) {
    for (const std::string& name : roles.coded_columns())
      out.values.push_back(inspection.values(name));
  }
  return out;
}

}  // namespace faultline::data

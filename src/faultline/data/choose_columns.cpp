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
  Inspection(Reader& reader, const LeakGuard& guard, Roles roles,
             const std::vector<std::string>& further)
      : reader_(reader), guard_(guard), roles_(std::move(roles)) {
    for (const std::string& name : further) {
      if (!named_in(roles_.attributes, name)) roles_.attributes.push_back(name);
    }
    reader.take_roles(roles_);
    names_ = roles_.coded_columns();
    crossings_ = reader.cross(guard.events());
    for (std::size_t i = 0; i < names_.size(); ++i)
      judged_.emplace(names_[i], judged_column(names_[i], reader.columns(), crossings_[i]));
    judge();
  }

  [[nodiscard]] const std::map<std::string, JudgedColumn>& judged() const { return judged_; }
  [[nodiscard]] const std::map<std::string, std::string>& objections() const { return objections_; }
  [[nodiscard]] Values values(const std::string& name) const {
    const auto at = std::find(names_.begin(), names_.end(), name) - names_.begin();
    return values_of(crossings_[static_cast<std::size_t>(at)]);
  }

 private:
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
  std::vector<std::string> names_;
  std::vector<Crossing> crossings_;
  std::map<std::string, JudgedColumn> judged_;
  std::map<std::string, std::string> objections_;
};

void warn_of_named(const Inspection& inspection, const std::vector<std::string>& names,
                   const char* what, Notices& notices) {
  for (const std::string& name : names) {
    const auto objection = inspection.objections().find(name);
    if (objection == inspection.objections().end()) continue;
    notices.push_back(Notice::warning(
        fmt::format("{} '{}' is used because it was named, but: {}", what, name, objection->second),
        name));
  }
}

/// The usable columns that the models do not know.
void note_unused(const DefaultColumns& free, const std::vector<std::string>& used,
                 const std::vector<std::string>& classes, bool most, Notices& notices) {
  std::vector<std::string> unused;
  for (const std::string& name : free.usable()) {
    if (!named_in(used, name) && !named_in(classes, name)) unused.push_back(name);
  }
  if (unused.empty()) return;
  constexpr std::size_t kListed = 20;
  notices.push_back(Notice::note(
      most ? fmt::format("people are comparable in the {} columns most associated with outcome or "
                         "decision; usable and not used: {} (`covariates` names others)",
                         used.size(), join_words(unused, kListed))
           : fmt::format("people are comparable in the attributes only; usable and not used: {} "
                         "(`covariates` adds what makes people comparable)",
                         join_words(unused, kListed))));
}

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
                              free ? free->to_cross() : std::vector<std::string>{});
  warn_of_named(inspection, roles.attributes, "attribute", out.notices);
  std::vector<std::string> coded_covariates;
  for (const std::string& name : roles.covariates) {
    if (inspection.judged().count(name) > 0 && !named_in(roles.attributes, name))
      coded_covariates.push_back(name);
  }
  warn_of_named(inspection, coded_covariates, "covariate", out.notices);
  if (free) {
    free->judge(inspection.judged(), inspection.objections(), guard);
    const std::vector<std::string> classes = roles.protected_columns();
    if (roles.default_attributes) {
      roles.attributes = free->scanned();
      if (look_for_covariates) {
        roles.covariates = free->covariates();
        std::vector<std::string> numbers;
        for (const std::string& name : roles.covariates) {
          if (!free->is_number(name)) continue;
          numbers.push_back(name);
          const auto distinct =
              static_cast<std::int64_t>(inspection.judged().at(name).values.size());
          out.distinct_numbers = capped_product(out.distinct_numbers, distinct);
        }
        roles.numbers.insert(roles.numbers.begin(), numbers.begin(), numbers.end());
        note_unused(*free, roles.covariates, classes, true, out.notices);
      }
      append(out.notices, free->left_out(roles.covariates));
    } else {
      note_unused(*free, roles.attributes, classes, false, out.notices);
    }
  }
  for (const std::string& name : roles.coded_columns())
    out.values.push_back(inspection.values(name));
  return out;
}

}  // namespace faultline::data

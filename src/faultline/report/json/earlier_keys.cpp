#include "faultline/report/json/earlier_keys.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "faultline/base/json.hpp"

namespace faultline::report {
namespace {

using describe::member;
using describe::Object;
using result::Notice;
using result::Notices;
using Sentences = std::vector<std::string>;

struct EarlierColumn {
  std::string reason{};
  std::int64_t count = 0;
};

const Object& description(const EarlierColumn*) {
  static const Object object{
      "A column that was not scanned",
      {member<&EarlierColumn::reason>("reason", "Column and reason."),
       member<&EarlierColumn::count>("count", "Number of its distinct values.")}};
  return object;
}

/// A model, the power block, the data or the small groups of a decision.
struct EarlierPart {
  std::vector<EarlierColumn> left_out{};
  Sentences notes{};
  Sentences warnings{};
};

const Object& description(const EarlierPart*) {
  static const Object object{
      "What told something",
      {member<&EarlierPart::left_out>("left_out", "Columns that were not scanned.").lenient(),
       member<&EarlierPart::notes>("notes", "Remarks.").lenient(),
       member<&EarlierPart::warnings>("warnings", "Warnings.").lenient()}};
  return object;
}

struct EarlierDecision {
  Sentences warnings{};
};

const Object& description(const EarlierDecision*) {
  static const Object object{
      "One decision of several",
      {member<&EarlierDecision::warnings>("warnings", "Warnings.").within("positivity").lenient()}};
  return object;
}

struct EarlierResult {
  EarlierPart data{};
  std::optional<EarlierPart> power{};
  Sentences excluded{};
  EarlierDecision decision{};
  std::vector<EarlierDecision> by_decision{};
  std::vector<EarlierPart> small_groups{};
  Sentences cut{};
  std::vector<EarlierPart> models{};
  Sentences warnings{};
};

const Object& description(const EarlierResult*) {
  using Of = EarlierResult;
  static const Object object{
      "A result before there were notices",
      {member<&Of::data>("data", "Of the data.").lenient(),
       member<&Of::power>("power", "Of the power block.").lenient(),
       member<&Of::excluded>("excluded", "Groups.").within("counterfactual").lenient(),
       member<&Of::decision>("decision", "Of the only decision.").inlined(),
       member<&Of::by_decision>("by_decision", "Of several decisions.").lenient(),
       member<&Of::small_groups>("small_groups", "Of small groups.").lenient(),
       member<&Of::cut>("cut", "Of parts.").within("sources").lenient(),
       member<&Of::models>("models", "Of models.").within("diagnostics").lenient(),
       member<&Of::warnings>("warnings", "Of the run.").lenient()}};
  return object;
}

template <typename Make>
void add(const Sentences& sentences, Make make, Notices& to) {
  for (const std::string& sentence : sentences) to.push_back(make(sentence, ""));
}

/// The warnings of each item of a list, to the item that was read from the same place.
template <typename Earlier, typename Item>
void add_each(const std::vector<Earlier>& earlier, std::vector<Item>& items) {
  for (std::size_t i = 0; i < std::min(earlier.size(), items.size()); ++i)
    add(earlier[i].warnings, &Notice::warning, items[i].notices);
}

}  // namespace

void add_earlier_notices(std::string_view text, result::Result& result) {
  const auto earlier = json::read<EarlierResult>(text, "result", json::Reading::complete);
  for (const EarlierColumn& column : earlier.data.left_out)
    result.notices.push_back(Notice::left_out(column.reason, "", column.count));
  add(earlier.data.notes, &Notice::note, result.notices);
  add(earlier.warnings, &Notice::warning, result.notices);
  add_each(earlier.models, result.models);
  if (result.power && earlier.power)
    add(earlier.power->notes, &Notice::note, result.power->notices);
  if (result.sources) add(earlier.cut, &Notice::cut, result.sources->notices);
  if (!result.counterfactual) return;
  add(earlier.excluded, &Notice::excluded, result.counterfactual->notices);
  add_each(earlier.small_groups, result.counterfactual->small_groups);
  add_each(earlier.by_decision, result.counterfactual->decisions);
  add_each(std::vector{earlier.decision}, result.counterfactual->decisions);
}

}  // namespace faultline::report

// What table_summary.hpp guesses. A guess is shown and can be changed; what leaks is told by the
// leak guard, not here.

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "faultline/base/text.hpp"
#include "faultline/data/table_summary.hpp"

namespace faultline::data {
namespace {

using Words = std::span<const std::string_view>;

// Likelier ones first. Beginnings of words count: "recid" is also in "is_recidivist".
constexpr auto kOutcomeWords = std::to_array<std::string_view>(
    {"outcome", "label", "target", "actual", "truth", "recid", "readmi", "default", "repaid",
     "died", "death", "relapse", "y", "event", "income"});
constexpr auto kScoreWords =
    std::to_array<std::string_view>({"prediction", "predicted", "prob", "proba", "probability",
                                     "score", "risk", "pred", "p", "yhat"});
constexpr auto kRiskScoreWords =
    std::to_array<std::string_view>({"decile", "score", "risk", "grade"});
constexpr auto kDecisionWords = std::to_array<std::string_view>(
    {"decision", "decided", "flag", "flagged", "approved", "selected", "admitted", "granted",
     "denied", "hired", "prediction", "predicted", "pred", "s"});
constexpr auto kTreatmentWords =
    std::to_array<std::string_view>({"treatment", "treated", "intervention", "d"});
constexpr auto kCountWords =
    std::to_array<std::string_view>({"count", "people", "persons", "frequency"});
constexpr auto kClassWords =
    std::to_array<std::string_view>({"sex", "gender", "race", "ethnic", "age", "religion", "disab",
                                     "national", "migra", "marital"});
constexpr std::size_t kMostClasses = 3;
constexpr std::int64_t kMostValues = 20;

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : lower_ascii(name)) {
    const bool letter = (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
    if (letter)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  return words;
}

/// Place in the list of what the name holds; the length of the list when it holds nothing of it.
std::size_t rank_of(std::string_view name, Words likely) {
  const std::vector<std::string> words = words_of(name);
  std::size_t rank = 0;
  for (const std::string_view word : likely) {
    const bool found = std::any_of(words.begin(), words.end(), [&](const std::string& one) {
      return word.size() < 4 ? one == word : one.starts_with(word);
    });
    if (found) return rank;
    ++rank;
  }
  return rank;
}

class Guess {
 public:
  explicit Guess(const std::vector<ColumnSummary>& columns) : columns_(columns) {}

  /// The likeliest column that fits and has no role yet; of equally likely ones the last or first.
  template <typename Fits>
  std::string take(Words likely, bool last, Fits fits) {
    const ColumnSummary* best = nullptr;
    std::size_t best_rank = likely.size();
    for (const ColumnSummary& column : columns_) {
      if (std::find(taken_.begin(), taken_.end(), column.name) != taken_.end() || !fits(column))
        continue;
      const std::size_t rank = rank_of(column.name, likely);
      if (rank < best_rank || (last && best != nullptr && rank == best_rank)) {
        best = &column;
        best_rank = rank;
      }
    }
    if (best == nullptr) return "";
    taken_.push_back(best->name);
    return best->name;
  }

 private:
  const std::vector<ColumnSummary>& columns_;
  std::vector<std::string> taken_;
};

bool has_two(const ColumnSummary& column) { return column.distinct == 2 && column.missing == 0; }

/// Three values and more, all between 0 and 1.
bool is_probability(const ColumnSummary& column) {
  if (column.kind != ColumnKind::number || column.distinct < 3) return false;
  if (column.values.empty()) return column.least >= 0 && column.greatest <= 1;
  return std::all_of(column.values.begin(), column.values.end(), [](const ListedValue& value) {
    const double number = parse_double(value.label).value_or(-1);
    return number >= 0 && number <= 1;
  });
}

}  // namespace

SuggestedRoles suggest_roles(const std::vector<ColumnSummary>& columns) {
  SuggestedRoles out;
  Guess guess(columns);
  // An outcome tends to stand behind what it is predicted from.
  out.outcome = guess.take(kOutcomeWords, true, has_two);
  out.treatment = guess.take(kTreatmentWords, false, has_two);
  out.decision = guess.take(kDecisionWords, false, has_two);
  out.score = guess.take(kScoreWords, false, is_probability);
  if (out.score.empty() && !out.outcome.empty()) {
    out.risk_score = guess.take(kRiskScoreWords, false, [](const ColumnSummary& column) {
      return column.kind == ColumnKind::whole && column.missing == 0 && column.distinct > 2 &&
             column.distinct <= kMostValues;
    });
  }
  const bool predicted = !out.score.empty() || !out.risk_score.empty();
  if (predicted && out.decision.empty()) out.threshold = "0.5";
  out.count = guess.take(kCountWords, false, [](const ColumnSummary& column) {
    // "prior_count" counts something else than people.
    return column.kind == ColumnKind::whole && column.missing == 0 &&
           words_of(column.name).size() == 1;
  });
  while (out.protected_columns.size() < kMostClasses) {
    std::string column = guess.take(kClassWords, false, [](const ColumnSummary& one) {
      return one.distinct >= 2 && one.distinct <= kMostValues && one.missing == 0;
    });
    if (column.empty()) break;
    out.protected_columns.push_back(std::move(column));
  }
  return out;
}

}  // namespace faultline::data

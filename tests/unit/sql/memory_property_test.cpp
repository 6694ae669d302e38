// The same random table as a CSV file in the SQL engine and as columns in memory: the same facts,
// the same tuples in the same order, the same rows, the same sentences of refusal.

#include <cmath>
#include <limits>

#include "sql/test_files.hpp"
#include "support/message_of.hpp"
#include "support/people_text.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/memory_source.hpp"
#include "faultline/sql/files.hpp"

namespace faultline::sql {
namespace {

using faultline::testing::EntrySink;
using faultline::testing::message_of;
using faultline::testing::text_of;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// A table that is a CSV text and columns in memory.
class TwinTable {
 public:
  explicit TwinTable(std::size_t rows, std::string name) : memory_(std::move(name)), lines_(rows) {}

  void add_text(const std::string& name, const std::vector<std::string>& values) {
    memory_.add_text(name, values);
    add(name, values);
  }
  void add_numbers(const std::string& name, const std::vector<double>& values) {
    std::vector<std::string> texts;
    for (const double value : values) {
      const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
      texts.push_back(std::isnan(value) ? ""
                      : whole           ? fmt::format("{:.0f}", value)
                                        : shortest(value));
    }
    memory_.add_numbers(name, values);
    add(name, texts);
  }
  void add_booleans(const std::string& name, const std::vector<std::int8_t>& values) {
    std::vector<std::string> texts;
    for (const std::int8_t value : values)
      texts.emplace_back(value == 0 ? "False" : value == 1 ? "true" : "");
    memory_.add_booleans(name, values);
    add(name, texts);
  }
  [[nodiscard]] std::string csv() const {
    std::string out = header_ + "\n";
    for (const std::string& line : lines_) out += line + "\n";
    return out;
  }
  data::MemorySource& memory() { return memory_; }

 private:
  void add(const std::string& name, const std::vector<std::string>& texts) {
    const char* comma = header_.empty() ? "" : ",";
    header_ += comma + fmt::format("\"{}\"", name);
    for (std::size_t i = 0; i < lines_.size(); ++i)
      lines_[i] += comma + (texts[i].empty() ? "" : fmt::format("\"{}\"", texts[i]));
  }

  data::MemorySource memory_;
  std::string header_;
  std::vector<std::string> lines_;
};

template <typename T>
std::vector<T> draws(std::size_t rows, const std::vector<T>& values) {
  return *rc::gen::container<std::vector<T>>(rows, rc::gen::elementOf(values));
}

/// At full size, or small cases would all be the same.
int below(int n) { return *rc::gen::resize(100, rc::gen::inRange(0, n)); }
bool once_in(int n) { return below(n) == 0; }

/// Columns y, p, n, f, word, other, flag, few, real, none; sometimes with what is missing or bad.
TwinTable arbitrary_table(const std::string& name) {
  const auto rows = static_cast<std::size_t>(once_in(8) ? below(3) : 3 + below(25));
  TwinTable table(rows, name);
  const auto maybe = [](auto values, const auto& further) {
    if (once_in(4)) values.push_back(further);
    return values;
  };
  using Doubles = std::vector<double>;
  using Texts = std::vector<std::string>;
  switch (below(7)) {
    case 0:
      table.add_booleans("y", draws(rows, maybe(std::vector<std::int8_t>{0, 1}, std::int8_t{-1})));
      break;
    case 1:
      table.add_text("y", draws(rows, maybe(Texts{"yes", "no"}, std::string())));
      break;
    case 2:
      table.add_numbers("y", draws(rows, maybe(Doubles{0.5, 1, 2.25}, kNone)));
      break;
    default:
      table.add_numbers("y", draws(rows, maybe(Doubles{0, 1}, kNone)));
  }
  Doubles scores{0, 0.1, 0.25, 1.0 / 3, 0.9, 1, 1e-9};
  if (once_in(6)) scores = {0, 1};
  if (once_in(8)) scores.push_back(1.5);
  table.add_numbers("p", draws(rows, maybe(scores, kNone)));
  Doubles counts{0, 1, 2, 7};
  if (once_in(8)) counts.push_back(2.5);
  if (once_in(8)) counts.push_back(-1);
  if (once_in(12)) counts = {1e15, 9e14};
  table.add_numbers("n", draws(rows, maybe(counts, kNone)));
  if (once_in(2)) {
    table.add_booleans("f", draws(rows, maybe(std::vector<std::int8_t>{0, 1}, std::int8_t{-1})));
  } else {
    table.add_text("f", draws(rows, maybe(Texts{"A", "B"}, std::string())));
  }
  table.add_text("word", draws(rows, Texts{"u", "v", "ä b", "", " pad", "Zed", "(missing)"}));
  Texts many{"only"};
  if (once_in(3)) {
    for (int i = 0; i < 70; ++i) many.push_back(fmt::format("t{}", i));
  }
  table.add_text(once_in(6) ? "WORD" : "other", draws(rows, many));
  table.add_booleans("flag", draws(rows, std::vector<std::int8_t>{0, 1, -1}));
  table.add_numbers("few", draws(rows, maybe(Doubles{1, 2, 10, -5}, kNone)));
  table.add_numbers("real",
                    draws(rows, maybe(Doubles{0.5, 2, 100000, -0.25, 1e20, 0, -0.0, 1e-7}, kNone)));
  table.add_numbers("none", draws(rows, Doubles{kNone}));
  return table;
}

using Choices = std::vector<std::string>;
std::string one_of(const Choices& choices) { return *rc::gen::elementOf(choices); }

data::RoleOptions arbitrary_roles() {
  data::RoleOptions roles;
  if (!once_in(8)) roles.outcome = "y";
  if (once_in(4)) roles.outcome = one_of({"y=1", "y=yes", "y=true", "y=0", "f=A", "word", "no"});
  roles.outcome_may_be_number = once_in(2);
  if (once_in(2)) {
    roles.score = once_in(10) ? one_of({"word", "none", "flag"}) : "p";
  } else if (!roles.outcome.empty() && once_in(2)) {
    roles.risk_score = one_of({"few", "word", "real", "flag", "p"});
  }
  const bool predicted = !roles.score.empty() || !roles.risk_score.empty();
  if (predicted && once_in(3)) {
    roles.threshold = once_in(2) ? ">0.25" : "0.25";
  } else if (once_in(4)) {
    roles.decision = once_in(3) ? "f" : "f=A";
  }
  if (once_in(2)) {
    for (const char* name : {"word", "flag", "few", "real", "other", "none"}) {
      if (once_in(3) && name != roles.risk_score) roles.attributes.emplace_back(name);
    }
    if (once_in(20)) roles.attributes.emplace_back("wrod");
  }
  if (once_in(3)) roles.count = "n";
  if (once_in(4)) {
    roles.protected_classes = {one_of({"word", "word=u", "flag=true", "few=1.0", "few", "word,flag",
                                       "word=u|v", "flag=true;word=v|u"})};
    if (once_in(4)) roles.against = one_of({"word=Zed", "few=2|10", "flag"});
    if (once_in(6)) roles.protected_classes = {once_in(2) ? "word=U" : "f"};
  }
  if (once_in(4)) roles.covariates = {one_of({"real", "word"})};
  roles.choose_covariates = once_in(2);
  if (once_in(6)) roles.numbers = {one_of({"real", "p", "word"})};
  if (once_in(6)) {
    roles.flags = {{.option = "`treatment`", .column = once_in(3) ? "f" : "f=B"}};
    if (once_in(3)) roles.flags = {{.option = "`treatment`", .column = "p", .threshold = "0.5"}};
  }
  return roles;
}

data::InputOptions arbitrary_input() {
  data::InputOptions input{.threads = 1};
  if (once_in(3)) {
    input.bins = {
        one_of({"few=1,2", "real=quantile:3", "few=width:3", "few=quantile:2", "p=quantile:2"})};
    if (once_in(6)) input.bins = {once_in(2) ? "word=1" : "none=width:2"};
  }
  if (once_in(4)) input.null_spellings = {"u", "10", "0.5"};
  if (!once_in(8)) input.missing = data::Missing::drop;
  return input;
}

std::string streamed(const data::People& people) {
  EntrySink sink;
  people.stream(sink);
  std::vector<std::uint64_t> sets(people.attributes().size(), ~std::uint64_t{0});
  sets[0] = 0b10;
  people.stream_subgroup(sets, sink);
  return sink.text;
}

std::string read(const data::RowStream& rows) {
  std::string out = fmt::format("left out {}\n", rows.left_out());
  for (const auto& [score, share] : rows.risk_scores())
    out += fmt::format("{} -> {}\n", score, share);
  rows.stream([&out](const data::Row& row) {
    out += fmt::format("{} {} {} {} {} {}\n", row.number, row.id.value_or("-"),
                       fmt::join(row.labels, "|"), row.score, row.outcome,
                       fmt::join(row.numbers, " "));
  });
  return out;
}

std::string attempt(const std::function<std::string()>& call) {
  std::string out;
  std::string refused = message_of<Error>([&] { out = call(); });
  // A file without rows has a header, columns in memory have none.
  if (refused.ends_with(" has no rows"))
    refused.replace(refused.size() - 12, 12, " has a header but no rows");
  return refused == "no error" ? out : "refused: " + refused;
}

RC_GTEST_PROP(MemorySource, GivesWhatTheSqlEngineGives, ()) {
  const testing::TestFolder folder;
  const std::string path = folder.path("table.csv");
  TwinTable table = arbitrary_table("'" + path + "'");
  folder.write("table.csv", table.csv());
  const data::RoleOptions roles = arbitrary_roles();
  const data::InputOptions input = arbitrary_input();
  data::InputOptions file = input;
  file.path = path;
  Files files;
  const auto people = [&roles](data::Source& source, const data::InputOptions& options) {
    return attempt([&] {
      const auto opened = source.open(options, roles, {});
      return text_of(opened->facts()) + streamed(*opened);
    });
  };
  const auto rows = [&roles](data::Source& source, const data::InputOptions& options) {
    return attempt([&] { return read(*source.rows(options, roles, "word", {})); });
  };
  const std::string ours = people(table.memory(), input);
  RC_LOG(table.csv());
  RC_CLASSIFY(ours.starts_with("refused"), "refused");
  RC_ASSERT(ours == people(files, file));
  RC_ASSERT(rows(table.memory(), input) == rows(files, file));
  RC_ASSERT(table.memory().column_names({}, {}) == files.column_names({.path = path}, {}));
}

}  // namespace
}  // namespace faultline::sql

#include "faultline/sql/tuples.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/sql/quote.hpp"

namespace faultline::sql {
namespace {

// A BIGINT with a bit to spare, so that products compare without overflow.
constexpr std::uint64_t kLargestWord = std::uint64_t{1} << 62;

std::vector<std::string> quoted(const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  out.reserve(texts.size());
  for (const std::string& text : texts) out.push_back(quote_text(text));
  return out;
}

std::string positive_test(const std::string& column, const std::string& positive,
                          const std::string& type) {
  return fmt::format("coalesce({} = TRY_CAST({} AS {}), false)::UTINYINT", column,
                     quote_text(positive), type);
}

std::string threshold_test(const std::string& column, const data::Threshold& threshold) {
  return fmt::format("({} {} {}::DOUBLE)::UTINYINT", column,
                     threshold.strict ? ">" : ">=", shortest(threshold.value));
}

/// Takes packed words apart into one vector of codes per attribute; neighbours mostly repeat, so
/// that a word is taken apart only when it changes.
class Unpacker {
 public:
  Unpacker(const std::vector<data::CodedAttribute>& coded, std::vector<std::size_t> words)
      : words_(std::move(words)) {
    for (const data::CodedAttribute& attribute : coded)
      arity_.push_back(static_cast<std::uint64_t>(attribute.attribute.arity()));
    codes_.resize(coded.size());
  }

  void unpack(std::size_t word, std::span<const std::uint64_t> packed) {
    const std::size_t first = words_[word];
    const std::size_t last = words_[word + 1];
    for (std::size_t a = first; a < last; ++a) codes_[a].resize(packed.size());
    for (std::size_t i = 0; i < packed.size(); ++i) {
      const bool repeats = i > 0 && packed[i] == packed[i - 1];
      std::uint64_t rest = packed[i];
      for (std::size_t a = last; a-- > first;) {
        codes_[a][i] = repeats ? codes_[a][i - 1] : static_cast<data::Code>(rest % arity_[a]);
        if (!repeats) rest /= arity_[a];
      }
    }
  }
  [[nodiscard]] const std::vector<std::vector<data::Code>>& codes() const { return codes_; }

 private:
  std::vector<std::size_t> words_;
  std::vector<std::uint64_t> arity_;
  std::vector<std::vector<data::Code>> codes_;
};

}  // namespace

std::vector<std::size_t> TupleQuery::words() const {
  std::vector<std::size_t> starts{0};
  std::uint64_t product = 1;
  for (std::size_t a = 0; a < coded.size(); ++a) {
    const auto arity = static_cast<std::uint64_t>(coded[a].attribute.arity());
    if (product > kLargestWord / arity) {
      starts.push_back(a);
      product = 1;
    }
    product *= arity;
  }
  starts.push_back(coded.size());
  return starts;
}

std::string TupleQuery::text_of(std::size_t attribute) const {
  std::string text = column_is_text[attribute]
                         ? columns[attribute]
                         : fmt::format("CAST({} AS VARCHAR)", columns[attribute]);
  // Only what occurs is dealt with: plain columns keep the engine's dictionary vectors, which are
  // much faster.
  if (coded[attribute].holds_empty) text = fmt::format("nullif({}, '')", text);
  if (coded[attribute].holds_null || coded[attribute].holds_empty) {
    text = fmt::format("coalesce({}, {})", text, quote_text(data::kMissingLabel));
  }
  return text;
}

std::string TupleQuery::query(std::span<const std::uint64_t> value_sets) const {
  std::string where = kept;
  for (std::size_t a = 0; a < value_sets.size(); ++a) {
    std::vector<std::string> inside;
    for (std::size_t v = 0; v < coded[a].texts.size(); ++v) {
      if ((value_sets[a] >> v & 1U) != 0) inside.push_back(quote_text(coded[a].texts[v]));
    }
    if (inside.size() == coded[a].texts.size()) continue;
    where += inside.empty() ? " AND false"
                            : fmt::format(" AND {} IN ({})", text_of(a), fmt::join(inside, ", "));
  }

  // Raw values are grouped first and coded after: there are fewer of them then. A code is a
  // position in a list of constants: the engine computes such functions once per entry of a
  // dictionary-coded column, not once per row.
  std::vector<std::string> raw = columns;
  if (score) raw.emplace_back("s");
  if (risk_score) raw.emplace_back("r");
  for (std::size_t i = 0; i < numbers; ++i) raw.push_back(fmt::format("v{}", i));
  for (std::size_t i = 0; i < flags.size(); ++i) raw.push_back(fmt::format("f{}", i));
  if (outcome_positive) raw.emplace_back("y");
  if (decision_positive) raw.emplace_back("d");
  std::string rows = fmt::format("SELECT {}{} FROM people WHERE {}{}", fmt::join(raw, ", "),
                                 grouped   ? (counted ? ", sum(w) AS n" : ", count(*) AS n")
                                 : counted ? ", w AS n"
                                           : "",
                                 where, grouped ? " GROUP BY ALL" : "");
  rows = fmt::format("({})", rows);
  if (risk_score) rows += " JOIN risk_map USING (r)";

  std::vector<std::string> terms;
  std::vector<std::string> order;
  const std::vector<std::size_t> starts = words();
  for (std::size_t word = 0; word + 1 < starts.size(); ++word) {
    std::string packed;
    for (std::size_t a = starts[word]; a < starts[word + 1]; ++a) {
      const std::string code = fmt::format("(nullif(list_position([{}], {}), 0)::UBIGINT - 1)",
                                           fmt::join(quoted(coded[a].texts), ", "), text_of(a));
      packed = packed.empty()
                   ? code
                   : fmt::format("({} * {} + {})", packed, coded[a].attribute.arity(), code);
    }
    terms.push_back(fmt::format("{} AS k{}", packed, word));
    order.push_back(fmt::format("k{}", word));
  }
  const std::string probability = risk_score ? "risk_map.p" : "s";
  if (prediction()) {
    terms.push_back(probability + " AS p");
    order.emplace_back("p");
  }
  for (std::size_t i = 0; i < numbers; ++i) {
    terms.push_back(fmt::format("v{}", i));
    order.push_back(terms.back());
  }
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string column = fmt::format("f{}", i);
    terms.push_back(fmt::format("{}::DOUBLE AS g{}",
                                flags[i].threshold
                                    ? threshold_test(column, *flags[i].threshold)
                                    : positive_test(column, flags[i].positive, flags[i].type),
                                i));
    order.push_back(fmt::format("g{}", i));
  }
  if (outcome_positive) {
    terms.push_back(positive_test("y", *outcome_positive, outcome_type) + " AS yy");
    order.emplace_back("yy");
  }
  if (decision_positive)
    terms.push_back(positive_test("d", *decision_positive, decision_type) + " AS dd");
  if (threshold) terms.push_back(threshold_test(probability, *threshold) + " AS dd");
  if (decision()) order.emplace_back("dd");
  if (grouped) {
    return fmt::format(
        "SELECT {0}, sum(n)::BIGINT AS n FROM (SELECT {1}, n FROM {2}) GROUP BY {0} ORDER BY {0}",
        fmt::join(order, ", "), fmt::join(terms, ", "), rows);
  }
  if (counted) {
    terms.emplace_back("n");
    order.emplace_back("n");  // or equal tuples would come in any order
  }
  return fmt::format("SELECT {} FROM {} ORDER BY {}", fmt::join(terms, ", "), rows,
                     fmt::join(order, ", "));
}

void TupleQuery::stream(Engine& engine, std::span<const std::uint64_t> value_sets,
                        data::ProfileSink& sink, const std::stop_token& stop) const {
  const std::vector<std::size_t> starts = words();
  const std::size_t number_of_words = starts.size() - 1;
  Unpacker unpacker(coded, starts);
  std::vector<std::int64_t> ones;
  engine.stream(
      query(value_sets),
      [&](const Chunk& chunk) {
        data::ProfileBatch batch;
        batch.size = chunk.size();
        int column = 0;
        for (std::size_t word = 0; word < number_of_words; ++word, ++column) {
          if (chunk.has_null(column)) {
            throw InputError(
                "a value turned up that the first reading did not show: the data changed "
                "meanwhile, or `derive` or `where` "
                "uses a random function");
          }
          unpacker.unpack(word, chunk.ubigint(column));
        }
        for (const auto& codes : unpacker.codes()) batch.codes.emplace_back(codes);
        if (prediction()) batch.prediction = chunk.real(column++);
        for (std::size_t i = 0; i < numbers + flags.size(); ++i)
          batch.numbers.push_back(chunk.real(column++));
        if (outcome_positive) batch.outcome = chunk.utinyint(column++);
        if (decision()) batch.decision = chunk.utinyint(column++);
        if (grouped || counted) {
          batch.count = chunk.bigint(column);
        } else {
          ones.resize(static_cast<std::size_t>(batch.size), 1);
          batch.count = std::span(ones).first(static_cast<std::size_t>(batch.size));
        }
        sink.add(batch);
      },
      stop);
}

}  // namespace faultline::sql

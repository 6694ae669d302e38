#include "faultline/data/condition.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "faultline/base/text.hpp"

namespace faultline::data {
namespace {

struct SqlToken {
  enum class Kind { name, quoted_name, text, number, sign, end };
  Kind kind = Kind::end;
  std::string text{};

  [[nodiscard]] bool is_word(std::string_view word) const {
    return kind == Kind::name && lower_ascii(text) == word;
  }
  [[nodiscard]] bool is_sign(std::string_view sign) const {
    return kind == Kind::sign && text == sign;
  }
};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Empty when something stands there that no comparison holds.
std::vector<SqlToken> tokens_of(std::string_view sql) {
  std::vector<SqlToken> tokens;
  std::size_t i = 0;
  const auto take_while = [&](auto belongs) {
    const std::size_t first = i;
    while (i < sql.size() && belongs(sql[i])) ++i;
    return std::string(sql.substr(first, i - first));
  };
  const auto take_quoted = [&](char quote, std::string& out) {
    for (++i; i < sql.size(); ++i) {
      if (sql[i] != quote) {
        out += sql[i];
      } else if (i + 1 < sql.size() && sql[i + 1] == quote) {
        out += quote;
        ++i;
      } else {
        ++i;
        return true;
      }
    }
    return false;
  };
  while (i < sql.size()) {
    const char c = sql[i];
    SqlToken token;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++i;
      continue;
    }
    if (c == '"' || c == '\'') {
      token.kind = c == '"' ? SqlToken::Kind::quoted_name : SqlToken::Kind::text;
      if (!take_quoted(c, token.text)) return {};
    } else if (is_letter(c)) {
      token = {SqlToken::Kind::name,
               take_while([](char x) { return is_letter(x) || is_digit(x); })};
    } else if (is_digit(c) || c == '-' || c == '.') {
      token = {SqlToken::Kind::number, take_while([](char x) {
                 return is_digit(x) || std::string_view("+-.eE").find(x) != std::string_view::npos;
               })};
      if (!parse_double(token.text)) return {};
    } else if (std::string_view("=<>!").find(c) != std::string_view::npos) {
      token = {SqlToken::Kind::sign, take_while([](char x) {
                 return std::string_view("=<>!").find(x) != std::string_view::npos;
               })};
    } else if (c == '(' || c == ')' || c == ',') {
      token = {SqlToken::Kind::sign, std::string(1, c)};
      ++i;
    } else {
      return {};
    }
    tokens.push_back(std::move(token));
  }
  tokens.emplace_back();
  return tokens;
}

class ConditionParser {
 public:
  explicit ConditionParser(std::vector<SqlToken> tokens) : tokens_(std::move(tokens)) {}

  std::optional<std::vector<Comparison>> parse() {
    std::vector<Comparison> all;
    do {
      auto one = comparison();
      if (!one) return std::nullopt;
      all.push_back(*std::move(one));
    } while (take_word("and"));
    if (next().kind != SqlToken::Kind::end) return std::nullopt;
    return all;
  }

 private:
  [[nodiscard]] const SqlToken& next() const { return tokens_[at_]; }
  bool take_word(std::string_view word) { return next().is_word(word) && (++at_, true); }
  bool take_sign(std::string_view sign) { return next().is_sign(sign) && (++at_, true); }

  std::optional<std::string> value() {
    const SqlToken& token = next();
    const bool constant = token.kind == SqlToken::Kind::text ||
                          token.kind == SqlToken::Kind::number || token.is_word("true") ||
                          token.is_word("false");
    if (!constant) return std::nullopt;
    ++at_;
    return token.kind == SqlToken::Kind::name ? lower_ascii(token.text) : token.text;
  }

  std::optional<Comparison> comparison() {
    Comparison out;
    if (next().kind != SqlToken::Kind::name && next().kind != SqlToken::Kind::quoted_name)
      return std::nullopt;
    out.column = tokens_[at_++].text;
    if (take_word("is")) {
      out.kind = take_word("not") ? Comparison::Kind::not_null : Comparison::Kind::null;
      if (!take_word("null")) return std::nullopt;
      return out;
    }
    const bool negated = take_word("not");
    if (take_word("in")) return list(std::move(out), negated);
    if (negated) return std::nullopt;
    using Kind = Comparison::Kind;
    constexpr std::array<std::pair<std::string_view, Kind>, 7> kSigns{{{"=", Kind::equal},
                                                                       {"<>", Kind::unequal},
                                                                       {"!=", Kind::unequal},
                                                                       {"<", Kind::less},
                                                                       {"<=", Kind::at_most},
                                                                       {">", Kind::more},
                                                                       {">=", Kind::at_least}}};
    for (const auto& [sign, kind] : kSigns) {
      if (!take_sign(sign)) continue;
      out.kind = kind;
      auto constant = value();
      if (!constant) return std::nullopt;
      out.values.push_back(*std::move(constant));
      return out;
    }
    return std::nullopt;
  }

  std::optional<Comparison> list(Comparison out, bool negated) {
    out.kind = negated ? Comparison::Kind::not_among : Comparison::Kind::among;
    if (!take_sign("(")) return std::nullopt;
    do {
      auto constant = value();
      if (!constant) return std::nullopt;
      out.values.push_back(*std::move(constant));
    } while (take_sign(","));
    if (!take_sign(")")) return std::nullopt;
    return out;
  }

  std::vector<SqlToken> tokens_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::vector<Comparison>> parse_conditions(std::string_view sql) {
  std::vector<SqlToken> tokens = tokens_of(sql);
  if (tokens.size() < 2) return std::nullopt;
  return ConditionParser(std::move(tokens)).parse();
}

}  // namespace faultline::data

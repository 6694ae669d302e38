#include "faultline/data/positive_value.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/messages.hpp"

namespace faultline::data {
namespace {

bool is_one(const std::string& text) {
  return same_value(text, "1") || lower_ascii(text) == "true";
}
bool is_zero(const std::string& text) {
  return same_value(text, "0") || lower_ascii(text) == "false";
}

std::string listed(const Values& values) {
  std::vector<std::string> items;
  items.reserve(values.values.size());
  for (const Value& value : values.values) {
    items.push_back(
        fmt::format("'{}' ({})", shown(value.text.value_or("")), with_thousands(value.people)));
  }
  std::string words = join_words(items, 8);
  const auto fetched = static_cast<std::int64_t>(values.values.size());
  if (values.distinct > fetched)
    words += fmt::format(" (of {} values)", with_thousands(values.distinct));
  return words;
}

bool are_numbers(const Values& values) {
  return std::all_of(values.values.begin(), values.values.end(), [](const Value& value) {
    return parse_double(value.text.value_or("")).has_value();
  });
}

/// What an outcome of more than two values may be: numbers look alike whatever they count.
std::string family_advice(const Values& values) {
  return are_numbers(values)
             ? "say what it is with `family` gaussian (a number), poisson (a count), ordinal "
               "(ordered classes) or nominal (classes without order), or "
             : "say what it is with `family` nominal (classes without order) or ordinal "
               "(ordered classes, with `order` from the lowest to the highest), or ";
}

/// An expression that makes two values of many: numbers are cut, anything else is listed.
std::string event_advice(const std::string& column, const Values& values) {
  if (!are_numbers(values)) return fmt::format("{} in ('...')", sql_name(column));
  std::vector<double> numbers;
  numbers.reserve(values.values.size());
  for (const Value& value : values.values) numbers.push_back(*parse_double(*value.text));
  std::sort(numbers.begin(), numbers.end());
  return fmt::format("{} > {}", sql_name(column), shortest(numbers[(numbers.size() - 1) / 2]));
}

/// What people with the value are called, where an expression makes two values of many.
struct EventWords {
  const char* are = "are the event";
  const char* name = "event";
};

EventWords event_words(const std::string& option) {
  if (option == "`treatment`") return {"mean treated", "treated"};
  return {};
}

[[noreturn]] void throw_absent(const std::string& option, const BinaryRole& role,
                               const Values& values) {
  std::vector<std::string> texts;
  for (const Value& value : values.values) texts.push_back(value.text.value_or(""));
  const auto nearest = nearest_name(*role.positive, texts);
  throw InputError(
      fmt::format("{} '{}={}': that value does not occur, the values are {}{}", option, role.column,
                  *role.positive, listed(values),
                  nearest ? fmt::format("; did you mean '{}'?", shown(*nearest)) : ""));
}

/// One of several values was named.
[[noreturn]] void throw_one_of_many(const std::string& option, const BinaryRole& role,
                                    const Values& values) {
  const std::string name = event_words(option).name;
  std::string value;
  for (const char c : *role.positive) value += c == '\'' ? "''" : std::string(1, c);
  if (!parse_double(value)) value = fmt::format("'{}'", value);
  throw InputError(fmt::format(
      "{0} '{1}={2}': '{1}' has {3} values, and COL=VALUE needs exactly two; to take '{2}' against "
      "all others, write `derive` \"{4}={5} = {6}\" and {0} {4}",
      option, role.column, *role.positive, with_thousands(values.distinct), name,
      sql_name(role.column), value));
}

/// Both values with their people: whoever copies an example that names one of them may turn the
/// analysis upside down.
std::string choices(const std::string& option, const BinaryRole& role, const Values& values) {
  std::vector<std::string> items;
  items.reserve(values.values.size());
  for (const Value& value : values.values) {
    items.push_back(fmt::format("{} '{}={}' ({})", option, role.column,
                                shown(value.text.value_or("")), people(value.people)));
  }
  return join_words(items, items.size(), "or");
}

}  // namespace

bool same_value(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const auto x = parse_double(a);
  const auto y = parse_double(b);
  if (x && y) return *x == *y;
  const std::string u = lower_ascii(a);
  return (u == "true" || u == "false") && u == lower_ascii(b);
}

std::string positive_value(const std::string& option, const BinaryRole& role, const Values& values,
                           bool one_class_allowed, Notices& notices, bool families) {
  const auto text = [&values](std::size_t i) { return shown(values.values[i].text.value_or("")); };
  const auto occurs = [&values](const std::string& positive) {
    return std::any_of(values.values.begin(), values.values.end(), [&](const Value& value) {
      return same_value(value.text.value_or(""), positive);
    });
  };
  if (values.distinct > 2) {
    // Of very many values, not all are here.
    const auto fetched = static_cast<std::int64_t>(values.values.size());
    if (role.positive && occurs(*role.positive)) throw_one_of_many(option, role, values);
    if (role.positive && values.distinct == fetched) throw_absent(option, role, values);
    const EventWords event = event_words(option);
    throw InputError(
        fmt::format("{0} {1}: not binary, its values are {2}; {3}say which of them {4}, as in "
                    "`derive` \"{5}={6}\" and {0} {5} (`null` names those that mean missing)",
                    option, role.column, listed(values), families ? family_advice(values) : "",
                    event.are, event.name, event_advice(role.column, values)));
  }
  const auto find = [&](const auto& test) -> std::optional<std::string> {
    for (const Value& value : values.values) {
      if (test(value.text.value_or(""))) return value.text;
    }
    return std::nullopt;
  };
  std::optional<std::string> positive;
  if (role.positive) {
    positive = find([&](const std::string& value) { return value == *role.positive; });
    if (!positive)
      positive = find([&](const std::string& value) { return same_value(value, *role.positive); });
    if (!positive && (values.distinct == 2 || !one_class_allowed))
      throw_absent(option, role, values);
  } else {
    positive = find(is_one);
  }
  if (values.distinct == 1) {
    if (!one_class_allowed) {
      throw InputError(
          fmt::format("{} {}: everybody kept has the value '{}', so there is nothing to compare",
                      option, role.column, text(0)));
    }
    notices.push_back(Notice::note(
        fmt::format("{} {}: everybody has the value '{}'", option, role.column, text(0)),
        role.column));
    if (!positive && (role.positive || is_zero(text(0)))) return role.positive.value_or("1");
  }
  if (!positive) {
    throw InputError(fmt::format("{} {}: say which of its values is the {}: {}", option,
                                 role.column, option == "`outcome`" ? "event" : "positive one",
                                 choices(option, role, values)));
  }
  if (!role.positive) {
    const auto other = find([&](const std::string& value) { return value != *positive; });
    if (other && !is_zero(*other)) {
      notices.push_back(
          Notice::note(fmt::format("{} {}: '{}' is taken as positive and '{}' as negative", option,
                                   role.column, *positive, *other),
                       role.column));
    }
  }
  return *positive;
}

}  // namespace faultline::data

#include "faultline/base/options.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::describe {
namespace {

[[noreturn]] void refuse(const Member& member, std::string_view text, const std::string& problem) {
  throw OptionError(std::string(member.key), std::string(text), problem);
}

/// "must be a whole number, 0 or more"; of one with too many digits, below what.
std::string whole_number_words(const Member& member, std::string_view text, int bits) {
  std::string range = range_in_words(member);
  if (range.empty() && member.type().kind == Kind::natural) range = "must be 0 or more";
  std::string words = "must be a whole number";
  if (!range.empty()) words += ", " + range.substr(range.find("be ") + 3);
  const bool digits = text.find_first_not_of("0123456789") == std::string_view::npos;
  if (digits && !text.empty() && !member.most)
    words += fmt::format("{} below 2^{}", range.empty() ? "," : " and", bits - 1);
  return words;
}

std::int64_t whole_number(const Member& member, std::string_view text, int bits) {
  const auto number = parse_integer(text);
  const bool fits = bits == 64 || (number && *number <= std::numeric_limits<std::int32_t>::max() &&
                                   *number >= std::numeric_limits<std::int32_t>::min());
  if (!number || !fits) refuse(member, text, whole_number_words(member, text, bits));
  return *number;
}

/// Those that stand in the value's name, "finding|not-comparable"; all where none is given.
std::vector<std::string> allowed_words(const Member& member, const Type& type) {
  std::vector<std::string> all = names_of(type.words);
  std::vector<std::string> named = split(member.value_name, '|');
  const bool words = std::all_of(named.begin(), named.end(), [&all](const std::string& name) {
    return std::find(all.begin(), all.end(), name) != all.end();
  });
  return words && !named.empty() ? named : all;
}

void set_one(const Member& member, const Type& type, void* value, const std::string& text) {
  switch (type.kind) {
    case Kind::boolean:
      if (text != "true" && text != "false") refuse(member, text, "must be true or false");
      *static_cast<bool*>(value) = text == "true";
      return;
    case Kind::integer:
      type.set_integer(value, whole_number(member, text, type.bits));
      return;
    case Kind::natural: {
      const std::int64_t number = whole_number(member, text, 64);
      if (number < 0) refuse(member, text, "must be 0 or more");
      *static_cast<std::uint64_t*>(value) = static_cast<std::uint64_t>(number);
      return;
    }
    case Kind::number: {
      const auto number = parse_double(text);
      if (!number) refuse(member, text, "must be a number");
      *static_cast<double*>(value) = *number;
      return;
    }
    case Kind::text:
      *static_cast<std::string*>(value) = text;
      return;
    case Kind::word: {
      for (const Word& word : type.words) {
        if (word.name == text) return type.set_integer(value, word.value);
      }
      const std::vector<std::string> names = allowed_words(member, type);
      const auto nearest = nearest_name(text, names);
      refuse(member, text,
             fmt::format("must be {}{}", join_words(names, names.size(), "or"),
                         nearest ? fmt::format("; did you mean {}?", *nearest) : ""));
    }
    case Kind::optional:
      return set_one(member, type.element(), type.emplace(value), text);
    default:
      throw InternalError(fmt::format("option {} has a type that cannot be typed", member.key));
  }
}

Value value_of(const Type& type, const void* value) {
  switch (type.kind) {
    case Kind::boolean:
      return *static_cast<const bool*>(value);
    case Kind::integer:
      return type.integer(value);
    case Kind::natural:
      return static_cast<std::int64_t>(*static_cast<const std::uint64_t*>(value));
    case Kind::number:
      return *static_cast<const double*>(value);
    case Kind::text:
      if (static_cast<const std::string*>(value)->empty()) return nullptr;
      return *static_cast<const std::string*>(value);
    case Kind::word:
      for (const Word& word : type.words) {
        if (word.value == type.integer(value)) return std::string(word.name);
      }
      return nullptr;
    case Kind::optional:
      if (const void* held = type.held(value)) return value_of(type.element(), held);
      return nullptr;
    case Kind::list: {
      std::vector<std::string> list;
      for (std::size_t i = 0; i < type.size(value); ++i) {
        const Value item = value_of(type.element(), type.item(value, i));
        if (const auto* text = std::get_if<std::string>(&item)) list.push_back(*text);
        if (const auto* number = std::get_if<std::int64_t>(&item))
          list.push_back(fmt::format("{}", *number));
        if (const auto* number = std::get_if<double>(&item)) list.push_back(shortest(*number));
      }
      return list;
    }
    default:
      throw InternalError("an option has a type that cannot be echoed");
  }
}

}  // namespace

void set_from_text(const Member& member, void* value, std::span<const std::string> texts) {
  const Type& type = member.type();
  if (type.kind != Kind::list) {
    if (texts.size() != 1)
      refuse(member, fmt::format("{}", fmt::join(texts, " ")), "must be one value, given once");
    return set_one(member, type, value, texts[0]);
  }
  type.clear(value);
  for (const std::string& text : texts)
    set_one(member, type.element(), type.append(value, {}), text);
}

Value echoed(const Member& member, const void* value) { return value_of(member.type(), value); }

std::string as_text(const Member& member, const void* value) {
  const Value held = echoed(member, value);
  if (const auto* text = std::get_if<std::string>(&held)) return *text;
  if (const auto* number = std::get_if<std::int64_t>(&held)) return fmt::format("{}", *number);
  if (const auto* number = std::get_if<double>(&held)) return shortest(*number);
  if (const auto* list = std::get_if<std::vector<std::string>>(&held))
    return fmt::format("{}", fmt::join(*list, ","));
  return "";
}

Values echo(const Object& object, const void* value) {
  Values values;
  // Nothing is changed: fields() is one function for readers and writers.
  for (const Field& field : fields(object, const_cast<void*>(value))) {
    if (field.member->is_local) continue;
    values.emplace_back(std::string(field.member->key), echoed(*field.member, field.value));
  }
  return values;
}

}  // namespace faultline::describe

#include "faultline/base/describe.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::describe {
namespace {

void collect(const Object& object, void* value, std::vector<Field>& out) {
  for (const Member& member : object.members) {
    void* at = member.at(value);
    if (!member.is_inlined) {
      out.push_back({.member = &member, .value = at});
      continue;
    }
    const Type* type = &member.type();
    if (type->kind == Kind::optional) {
      // The value of an optional may be changed through the field; the optional itself may not.
      at = const_cast<void*>(type->held(at));
      if (at == nullptr) continue;
      type = &type->element();
    }
    collect(type->object(), at, out);
  }
}

bool outside(const Member& member, double number) {
  if (member.least && (member.open_least ? !(number > *member.least) : !(number >= *member.least)))
    return true;
  return member.most && (member.open_most ? !(number < *member.most) : !(number <= *member.most));
}

void check(const Member& member, const Type& type, const void* value) {
  double number = 0;
  switch (type.kind) {
    case Kind::integer:
      number = static_cast<double>(type.integer(value));
      break;
    case Kind::natural:
      number = static_cast<double>(detail::as<std::uint64_t>(value));
      break;
    case Kind::number:
      number = detail::as<double>(value);
      break;
    case Kind::optional:
      if (const void* held = type.held(value)) check(member, type.element(), held);
      return;
    case Kind::list:
      for (std::size_t i = 0; i < type.size(value); ++i)
        check(member, type.element(), type.item(value, i));
      return;
    default:
      return;
  }
  if (outside(member, number))
    throw OptionError(std::string(member.key), shortest(number), range_in_words(member));
}

}  // namespace

std::vector<Field> fields(const Object& object, void* value) {
  std::vector<Field> out;
  collect(object, value, out);
  return out;
}

void check_ranges(const Object& object, const void* value) {
  // Nothing is changed: fields() is one function for readers and writers.
  for (const Field& field : fields(object, const_cast<void*>(value))) {
    if (field.member->least || field.member->most)
      check(*field.member, field.member->type(), field.value);
  }
}

std::string range_in_words(const Member& member) {
  if (member.least && member.most) {
    const std::string least = shortest(*member.least);
    const std::string most = shortest(*member.most);
    if (!member.open_least && !member.open_most)
      return fmt::format("must be from {} to {}", least, most);
    return fmt::format("must be {} {} and {} {}", member.open_least ? "above" : "at least", least,
                       member.open_most ? "below" : "at most", most);
  }
  if (member.least && member.open_least)
    return fmt::format("must be above {}", shortest(*member.least));
  if (member.least) return fmt::format("must be {} or more", shortest(*member.least));
  if (member.most) return fmt::format("must be {} or less", shortest(*member.most));
  return "";
}

std::vector<std::string> names_of(std::span<const Word> words) {
  std::vector<std::string> names;
  for (const Word& word : words) names.emplace_back(word.name);
  return names;
}

}  // namespace faultline::describe

#include "cli/options/member_words.hpp"

#include "cli/terminal/spelling.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace faultline::cli {
namespace {

const describe::Type& value_type(const describe::Type& type) {
  const bool wraps = type.kind == describe::Kind::optional || type.kind == describe::Kind::list;
  return wraps ? type.element() : type;
}

}  // namespace

std::string names_of(const describe::Member& member) {
  if (member.is_positional) return std::string(member.key);
  std::string names = dashed(member.key);
  if (!member.also.empty()) names += "," + dashed(member.also);
  return names;
}

std::string value_name(const describe::Member& member) {
  if (!member.value_name.empty()) return std::string(member.value_name);
  const describe::Type& type = value_type(member.type());
  switch (type.kind) {
    case describe::Kind::integer:
    case describe::Kind::natural:
      return "N";
    case describe::Kind::number:
      return "X";
    case describe::Kind::word:
      return fmt::format("{}", fmt::join(describe::names_of(type.words), "|"));
    default:
      return "";
  }
}

std::string help_of(const describe::Member& member) {
  const std::string range = describe::range_in_words(member);
  std::string help = as_typed(member.help);
  if (!range.empty()) help += fmt::format(" ({})", range.substr(range.find("be ") + 3));
  return help;
}

}  // namespace faultline::cli

#include "faultline/run/option_list.hpp"

#include <optional>
#include <vector>

#include "faultline/base/error.hpp"
#include "faultline/base/json.hpp"
#include "faultline/base/options.hpp"
#include "faultline/run/any_spec.hpp"

namespace faultline::run {
namespace {

using describe::Kind;
using describe::member;

struct Term {
  std::string name{};
  std::string help{};
};
const describe::Object& description(const Term*) {
  static const describe::Object object{"An allowed word",
                                       {member<&Term::name>("name", "As it is written"),
                                        member<&Term::help>("help", "What it means")}};
  return object;
}

struct OptionEntry {
  std::string key{};
  std::string kind{};  // of the value, or of each value of a list
  bool list = false;
  bool optional = false;
  Value default_value{};
  std::optional<double> least{};
  std::optional<double> most{};
  bool above = false;
  bool below = false;
  std::vector<Term> words{};
  std::string heading{};
  std::string value_name{};
  std::string also{};
  bool local = false;
  std::string help{};
};
const describe::Object& description(const OptionEntry*) {
  static const describe::Object object{
      "An option",
      {member<&OptionEntry::key>("key", "Its name in specs and results"),
       member<&OptionEntry::kind>("kind", "boolean, integer, number, text or word"),
       member<&OptionEntry::list>("list", "Whether it takes several values"),
       member<&OptionEntry::optional>("optional", "Whether there need be no value"),
       member<&OptionEntry::default_value>("default", "Its value when it is not given"),
       member<&OptionEntry::least>("least", "The least value"),
       member<&OptionEntry::most>("most", "The largest value"),
       member<&OptionEntry::above>("above", "The value must be above the least"),
       member<&OptionEntry::below>("below", "The value must be below the largest"),
       member<&OptionEntry::words>("words", "Allowed words"),
       member<&OptionEntry::heading>("heading", "What it belongs to"),
       member<&OptionEntry::value_name>("value_name", "What help calls the value"),
       member<&OptionEntry::also>("also", "Another name"),
       member<&OptionEntry::local>("local", "Of the machine, not of the analysis"),
       member<&OptionEntry::help>("help", "What it does")}};
  return object;
}

struct Method {
  Command command = Command::scan;
  std::string help{};
  std::vector<OptionEntry> options{};
};
const describe::Object& description(const Method*) {
  static const describe::Object object{"A command",
                                       {member<&Method::command>("command", "Its name"),
                                        member<&Method::help>("help", "What it does"),
                                        member<&Method::options>("options", "What it takes")}};
  return object;
}

struct OptionList {
  std::vector<Method> commands{};
};
const describe::Object& description(const OptionList*) {
  static const describe::Object object{
      "All options", {member<&OptionList::commands>("commands", "Commands that take a spec")}};
  return object;
}

std::string kind_name(Kind kind) {
  switch (kind) {
    case Kind::boolean:
      return "boolean";
    case Kind::integer:
    case Kind::natural:
      return "integer";
    case Kind::number:
      return "number";
    case Kind::text:
      return "text";
    case Kind::word:
      return "word";
    default:
      throw InternalError("an option has a kind that cannot be given");
  }
}

OptionEntry listed(const describe::Field& field, const std::string& heading) {
  const describe::Member& option = *field.member;
  const describe::Type* type = &option.type();
  OptionEntry entry;
  entry.list = type->kind == Kind::list;
  entry.optional = type->kind == Kind::optional;
  if (entry.list || entry.optional) type = &type->element();
  entry.key = option.key;
  entry.kind = kind_name(type->kind);
  entry.default_value = describe::echoed(option, field.value);
  entry.least = option.least;
  entry.most = option.most;
  entry.above = option.open_least;
  entry.below = option.open_most;
  for (const describe::Word& word : type->words)
    entry.words.push_back({std::string(word.name), std::string(word.help)});
  entry.heading = heading;
  entry.value_name = option.value_name;
  entry.also = option.also;
  entry.local = option.is_local;
  entry.help = option.help;
  return entry;
}

}  // namespace

std::string option_list() {
  OptionList all;
  for (const Command command : commands()) {
    AnySpec spec = spec_of(command);
    Method& method = all.commands.emplace_back();
    method.command = command;
    method.help = run::description(spec).help;
    std::string heading;
    for (const describe::Field& field : describe::fields(run::description(spec), address(spec))) {
      if (!field.member->heading.empty()) heading = field.member->heading;
      if (!field.member->is_unlisted) method.options.push_back(listed(field, heading));
    }
  }
  return json::write(all);
}

}  // namespace faultline::run

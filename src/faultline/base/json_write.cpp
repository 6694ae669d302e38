#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "faultline/base/json.hpp"

namespace faultline::json {
namespace {

using Json = nlohmann::ordered_json;
using describe::Kind;
using describe::Member;
using describe::Type;

Json number(double value, bool whole) {
  // Above this a double cannot tell neighbouring whole numbers apart.
  constexpr double kLargestWhole = 9007199254740992.0;
  if (!std::isfinite(value)) return nullptr;
  if (whole && std::floor(value) == value && std::abs(value) < kLargestWhole)
    return static_cast<std::int64_t>(value);
  return value;
}

Json to_json(const Type& type, const void* value, const Member* member);

bool is_absent(const Type& type, const void* value) {
  switch (type.kind) {
    case Kind::optional:
      return type.held(value) == nullptr;
    case Kind::list:
    case Kind::map:
      return type.size(value) == 0;
    case Kind::text:
      return static_cast<const std::string*>(value)->empty();
    default:
      return false;
  }
}

/// An interval with an end that is no number is none; an infinite end is one where null reads so.
bool is_no_interval(const Type& type, const void* value, const Member* member) {
  if (type.kind != Kind::pair || type.element().kind != Kind::number) return false;
  const bool open = member != nullptr && member->null_number;
  for (std::size_t i = 0; i < 2; ++i) {
    const double end = *static_cast<const double*>(type.item(value, i));
    if (std::isnan(end) || (std::isinf(end) && !open)) return true;
  }
  return false;
}

void add_members(const describe::Object& object, const void* value, Json& out) {
  for (const Member& member : object.members) {
    if (member.present != nullptr && !member.present(value)) continue;
    // Nothing is changed: one accessor serves readers and writers.
    const void* at = member.at(const_cast<void*>(value));
    const Type* type = &member.type();
    Json& place = member.group.empty() ? out : out[std::string(member.group)];
    if (member.is_inlined) {
      if (type->kind == Kind::optional) {
        at = type->held(at);
        if (at == nullptr) continue;
        type = &type->element();
      }
      add_members(type->object(), at, place);
    } else if (!is_absent(*type, at)) {
      place[std::string(member.key)] = to_json(*type, at, &member);
    } else if (!member.is_sparse) {
      place[std::string(member.key)] =
          member.is_nullable ? Json(nullptr) : to_json(*type, at, &member);
    }
  }
}

Json to_json(const Type& type, const void* value, const Member* member) {
  switch (type.kind) {
    case Kind::boolean:
      return *static_cast<const bool*>(value);
    case Kind::integer:
      return type.integer(value);
    case Kind::natural:
      return *static_cast<const std::uint64_t*>(value);
    case Kind::number:
      return number(*static_cast<const double*>(value), member != nullptr && member->is_whole);
    case Kind::text:
      return *static_cast<const std::string*>(value);
    case Kind::word:
      for (const describe::Word& word : type.words) {
        if (word.value == type.integer(value)) return std::string(word.name);
      }
      throw InternalError("a value of an enum has no name");
    case Kind::optional: {
      const void* held = type.held(value);
      if (held == nullptr || is_no_interval(type.element(), held, member)) return nullptr;
      return to_json(type.element(), held, member);
    }
    case Kind::list: {
      Json list = Json::array();
      for (std::size_t i = 0; i < type.size(value); ++i)
        list.push_back(to_json(type.element(), type.item(value, i), member));
      return list;
    }
    case Kind::pair:
      return Json::array({to_json(type.element(), type.item(value, 0), member),
                          to_json(type.element(), type.item(value, 1), member)});
    case Kind::map: {
      Json map = Json::object();
      for (std::size_t i = 0; i < type.size(value); ++i)
        map[type.key(value, i)] = to_json(type.element(), type.item(value, i), member);
      return map;
    }
    case Kind::value:
      return std::visit(
          [](const auto& held) -> Json {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, double>) {
              return number(held, false);
            } else {
              return held;
            }
          },
          *static_cast<const Value*>(value));
    case Kind::object: {
      Json object = Json::object();
      add_members(type.object(), value, object);
      return object;
    }
  }
  throw InternalError("a kind of value has no JSON");
}

/// A list of plain values stays on one line: a thousand null scores are one line, not a thousand.
void print(const Json& json, int depth, std::string& out) {
  const auto flat = [](const Json& item) { return item.is_primitive() || item.empty(); };
  const bool one_line = json.is_array() && std::all_of(json.begin(), json.end(), flat);
  if (json.is_primitive() || json.empty()) {
    out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  const std::string line_break =
      one_line ? "" : "\n" + std::string(2U * static_cast<std::size_t>(depth + 1), ' ');
  out += json.is_array() ? '[' : '{';
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    if (!first) out += one_line ? ", " : ",";
    first = false;
    out += line_break;
    if (json.is_object())
      out += Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
    print(value, depth + 1, out);
  }
  if (!one_line) out += "\n" + std::string(2U * static_cast<std::size_t>(depth), ' ');
  out += json.is_array() ? ']' : '}';
}

}  // namespace

std::string write(const Type& type, const void* value) {
  std::string out;
  print(to_json(type, value, nullptr), 0, out);
  return out + "\n";
}

}  // namespace faultline::json

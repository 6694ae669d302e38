#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "faultline/base/json.hpp"
#include "faultline/base/text.hpp"

namespace faultline::json {
namespace {

using Json = nlohmann::ordered_json;
using describe::Kind;
using describe::Member;
using describe::Object;
using describe::Type;

/// Nothing of ours nests deeper than ten levels; writing a part recurs, and brackets by the hundred
/// thousand would end the stack.
constexpr int kDeepest = 100;

/// The JSON, or NotJson.
Json parse(std::string_view text) {
  const auto refuse_deep = [](int depth, Json::parse_event_t, const Json&) {
    if (depth > kDeepest) throw NotJson("the text is not JSON");
    return true;
  };
  Json json = Json::parse(text, refuse_deep, false);
  if (json.is_discarded()) throw NotJson("the text is not JSON");
  return json;
}

class Reader {
 public:
  explicit Reader(Reading reading) : reading_(reading) {}

  void value(const Json& json, const std::string& path, const Type& type, void* into,
             const Member* member) const {
    switch (type.kind) {
      case Kind::boolean:
        if (!json.is_boolean()) throw Damaged(path, "true or false");
        *static_cast<bool*>(into) = json.get<bool>();
        return;
      case Kind::integer:
        type.set_integer(into, integer(json, path, type.bits));
        return;
      case Kind::natural:
        if (!json.is_number_unsigned()) throw Damaged(path, "a whole number that is not negative");
        *static_cast<std::uint64_t*>(into) = json.get<std::uint64_t>();
        return;
      case Kind::number:
        *static_cast<double*>(into) = number(json, path, member);
        return;
      case Kind::text:
        // An absent text is written as null where that is the contract.
        if (json.is_null() && reading_ == Reading::complete) return;
        if (!json.is_string()) throw Damaged(path, "a string");
        *static_cast<std::string*>(into) = json.get<std::string>();
        return;
      case Kind::word:
        type.set_integer(into, word(json, path, type));
        return;
      case Kind::optional:
        type.clear(into);
        if (!json.is_null()) value(json, path, type.element(), type.emplace(into), member);
        return;
      case Kind::list:
        list(json, path, type, into, member);
        return;
      case Kind::pair:
        if (!json.is_array() || json.size() != 2) throw Damaged(path, "a list of two");
        pair(json, path, type, into, member);
        return;
      case Kind::map:
        if (!json.is_object()) throw Damaged(path, "an object");
        type.clear(into);
        for (const auto& [key, item] : json.items()) {
          const std::string here = fmt::format("{}.{}", path, key);
          void* place = type.append(into, key);
          if (place == nullptr) throw Damaged(here, "named by a number");
          value(item, here, type.element(), place, member);
        }
        return;
      case Kind::value:
        *static_cast<Value*>(into) = any(json);
        return;
      case Kind::object:
        if (!json.is_object()) throw Damaged(path, "an object");
        members(json, path, type.object(), into);
        if (reading_ == Reading::partial) refuse_unknown(json, type.object(), into);
        return;
    }
  }

 private:
  static std::int64_t integer(const Json& json, const std::string& path, int bits) {
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    const bool too_large =
        json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(kMost);
    if (!json.is_number_integer() || too_large) throw Damaged(path, "a whole number");
    const auto number = json.get<std::int64_t>();
    if (bits == 32 && (number > std::numeric_limits<std::int32_t>::max() ||
                       number < std::numeric_limits<std::int32_t>::min()))
      throw Damaged(path, "a small whole number");
    return number;
  }

  /// What Value cannot hold becomes its JSON text.
  static Value any(const Json& json) {
    if (json.is_null()) return nullptr;
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_string()) return json.get<std::string>();
    const bool past_64_bits = json.is_number_unsigned() && json.get<std::uint64_t>() >> 63U != 0;
    if (json.is_number_float() || past_64_bits) return json.get<double>();
    if (json.is_number()) return json.get<std::int64_t>();
    if (!json.is_array()) return json.dump();
    std::vector<std::string> list;
    for (const Json& item : json)
      list.push_back(item.is_string() ? item.get<std::string>() : item.dump());
    return list;
  }

  static double number(const Json& json, const std::string& path, const Member* member) {
    if (json.is_null() && (member == nullptr || !member->is_finite)) {
      if (member != nullptr && member->null_number) return *member->null_number;
      return std::numeric_limits<double>::quiet_NaN();
    }
    if (!json.is_number()) throw Damaged(path, "a number");
    return json.get<double>();
  }

  static std::int64_t word(const Json& json, const std::string& path, const Type& type) {
    if (json.is_string()) {
      const auto& name = json.get_ref<const std::string&>();
      for (const describe::Word& word : type.words) {
        if (word.name == name) return word.value;
      }
    }
    const std::vector<std::string> names = describe::names_of(type.words);
    throw Damaged(path, join_words(names, names.size(), "or"));
  }

  void pair(const Json& json, const std::string& path, const Type& type, void* into,
            const Member* member) const {
    for (std::size_t i = 0; i < 2; ++i) {
      void* end = type.change(into, i);
      value(json[i], fmt::format("{}[{}]", path, i), type.element(), end, member);
      const bool open = json[i].is_null() && member != nullptr && member->null_number;
      if (open && i == 0) *static_cast<double*>(end) = -*member->null_number;
    }
  }

  void list(const Json& json, const std::string& path, const Type& type, void* into,
            const Member* member) const {
    if (!json.is_array()) throw Damaged(path, "a list");
    type.clear(into);
    for (std::size_t i = 0; i < json.size(); ++i)
      value(json[i], fmt::format("{}[{}]", path, i), type.element(), type.append(into, {}), member);
  }

  void members(const Json& json, const std::string& path, const Object& object, void* into) const {
    for (const Member& member : object.members) {
      const Json* home = &json;
      std::string home_path = path;
      if (!member.group.empty()) {
        home_path += "." + std::string(member.group);
        const auto found = json.find(std::string(member.group));
        home = found == json.end() ? nullptr : &*found;
        if (home != nullptr && !home->is_object()) throw Damaged(home_path, "an object");
      }
      one(home, home_path, member, into);
    }
  }

  void one(const Json* home, const std::string& path, const Member& member, void* into) const {
    const Type& type = member.type();
    void* at = member.at(into);
    if (member.is_inlined) {
      if (type.kind != Kind::optional) {
        if (home != nullptr) members(*home, path, type.object(), at);
        return;
      }
      type.clear(at);
      if (home != nullptr && home->contains(std::string(member.mark)))
        members(*home, path, type.element().object(), type.emplace(at));
      return;
    }
    const std::string key(member.key);
    const std::string key_path = path + "." + key;
    const auto found = home == nullptr ? Json::const_iterator{} : home->find(key);
    if (home == nullptr || found == home->end()) {
      const bool must = reading_ == Reading::complete && !member.is_sparse && !member.may_lack &&
                        member.present == nullptr && type.kind != Kind::optional;
      if (must) throw Damaged(key_path, "there");
      return;
    }
    // What was not chosen is null in an echo; a spec then keeps the default.
    if (reading_ == Reading::partial && found->is_null() && type.kind != Kind::optional) return;
    value(*found, key_path, type, at, &member);
  }

  static void refuse_unknown(const Json& json, const Object& object, void* into) {
    std::vector<std::string> known;
    for (const describe::Field& field : describe::fields(object, into))
      known.emplace_back(field.member->key);
    for (const auto& [key, item] : json.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      const auto nearest = nearest_name(key, known);
      throw UnknownKey(fmt::format("there is no key '{}'{}", key,
                                   nearest ? fmt::format("; did you mean '{}'?", *nearest) : ""));
    }
  }

  Reading reading_;
};

}  // namespace

void read(std::string_view text, const std::string& root, Reading reading, const Type& type,
          void* value) {
  Reader(reading).value(parse(text), root, type, value, nullptr);
}

std::optional<std::string> part(std::string_view text, std::string_view key) {
  const Json json = parse(text);
  const auto found = json.is_object() ? json.find(std::string(key)) : json.end();
  if (!json.is_object() || found == json.end() || found->is_null()) return std::nullopt;
  return found->dump();
}

std::string without(std::string_view text, std::span<const std::string_view> keys) {
  Json json = parse(text);
  if (!json.is_object()) return std::string(text);
  for (const std::string_view key : keys) json.erase(std::string(key));
  return json.dump();
}

}  // namespace faultline::json

#include "faultline/base/json_schema.hpp"

#include <nlohmann/json.hpp>

namespace faultline::json {
namespace {

using Json = nlohmann::ordered_json;
using describe::Kind;
using describe::Member;
using describe::Object;
using describe::Type;

/// "faultline::result::Report::Group" -> "Report.Group": namespaces are in lower case.
std::string definition_name(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const std::size_t end = name.find("::");
    const std::string_view part = name.substr(0, end);
    if (!part.empty() && part[0] >= 'A' && part[0] <= 'Z')
      out += (out.empty() ? "" : ".") + std::string(part);
    name = end == std::string_view::npos ? std::string_view{} : name.substr(end + 2);
  }
  return out;
}

/// The same, or null.
Json or_null(Json of) {
  if (of.contains("enum")) {
    of["enum"].push_back(nullptr);
  } else if (of.contains("const")) {
    of = Json{{"enum", {of["const"], nullptr}}};
  } else if (of.contains("type") && of["type"].is_string()) {
    of["type"] = Json::array({of["type"], "null"});
  } else if (of.contains("$ref")) {
    of = Json{{"anyOf", {of, {{"type", "null"}}}}};
  }
  return of;
}

class Writer {
 public:
  Json document(const Type& type) {
    Json root = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}};
    root.update(closed(type.object()));
    root["$defs"] = std::move(definitions_);
    return root;
  }

 private:
  static void add_range(const Member* member, Json& to) {
    if (member == nullptr) return;
    if (member->least) to[member->open_least ? "exclusiveMinimum" : "minimum"] = *member->least;
    if (member->most) to[member->open_most ? "exclusiveMaximum" : "maximum"] = *member->most;
    // 0 rather than 0.0.
    for (auto& [key, value] : to.items()) {
      if (value.is_number_float() && value == static_cast<double>(value.get<std::int64_t>()))
        value = value.get<std::int64_t>();
    }
  }

  static Json words(const Type& type, const Member* member) {
    Json names = Json::array();
    for (const describe::Word& word : type.words) {
      if (member == nullptr || member->unwritten != word.value)
        names.push_back(std::string(word.name));
    }
    if (names.size() == 1) return {{"const", names[0]}};
    return {{"enum", names}};
  }

  Json value(const Type& type, const Member* member) {
    Json out = Json::object();
    switch (type.kind) {
      case Kind::boolean:
        return {{"type", "boolean"}};
      case Kind::integer:
        out = {{"type", "integer"}};
        add_range(member, out);
        return out;
      case Kind::natural:
        return {{"type", "integer"}, {"minimum", 0}};
      case Kind::number:
        out = {{"type", "number"}};
        add_range(member, out);
        // What is not finite is null.
        return member != nullptr && member->is_finite ? out : or_null(std::move(out));
      case Kind::text:
        out = {{"type", "string"}};
        if (member != nullptr && !member->pattern.empty())
          out["pattern"] = std::string(member->pattern);
        return member != nullptr && member->is_nullable ? or_null(std::move(out)) : out;
      case Kind::word:
        return words(type, member);
      case Kind::optional:
        return or_null(value(type.element(), member));
      case Kind::list:
        return {{"type", "array"}, {"items", value(type.element(), member)}};
      case Kind::pair:
        return {{"type", "array"},
                {"items", value(type.element(), member)},
                {"minItems", 2},
                {"maxItems", 2}};
      case Kind::map:
        return {{"type", "object"}, {"additionalProperties", value(type.element(), member)}};
      case Kind::value:
        return out;
      case Kind::object:
        return {{"$ref", "#/$defs/" + define(type)}};
    }
    return out;
  }

  std::string define(const Type& type) {
    std::string name = definition_name(type.name);
    if (!definitions_.contains(name)) {
      definitions_[name] = nullptr;  // a struct may hold itself
      definitions_[name] = closed(type.object());
    }
    return name;
  }

  /// Keys that are not described are refused.
  Json closed(const Object& object) {
    Json out = {{"description", std::string(object.help)}};
    out.update(members(object));
    out[out.contains("allOf") ? "unevaluatedProperties" : "additionalProperties"] = false;
    return out;
  }

  Json members(const Object& object) {
    Json out = {{"type", "object"}, {"required", Json::array()}, {"properties", Json::object()}};
    add_members(object, out);
    return out;
  }

  void add_members(const Object& object, Json& out) {
    for (const Member& member : object.members) {
      Json& place = member.group.empty() ? out : within(member.group, out);
      const Type& type = member.type();
      if (!member.is_inlined) {
        Json property = value(type, &member);
        property["description"] = std::string(member.help);
        place["properties"][std::string(member.key)] = std::move(property);
        if (!member.is_sparse && member.present == nullptr)
          place["required"].push_back(std::string(member.key));
      } else if (type.kind == Kind::optional) {
        // All of its keys or none: the mark says which.
        Json then = members(type.element().object());
        then["description"] = std::string(type.element().object().help);
        place["allOf"].push_back(
            {{"if", {{"required", {std::string(member.mark)}}}}, {"then", std::move(then)}});
      } else {
        add_members(type.object(), place);
      }
    }
  }

  static Json& within(std::string_view group, Json& out) {
    const std::string key(group);
    Json& properties = out["properties"];
    if (!properties.contains(key)) {
      properties[key] = {{"type", "object"},
                         {"required", Json::array()},
                         {"properties", Json::object()},
                         {"additionalProperties", false}};
      out["required"].push_back(key);
    }
    return properties[key];
  }

  Json definitions_ = Json::object();
};

}  // namespace

std::string schema(const Type& type) { return Writer().document(type).dump(2) + "\n"; }

}  // namespace faultline::json

#pragma once
// A value of a JSON document and the path to it, so that a message can name what is wrong
// ("result.findings[0].score must be a number"). Used by report/'s JSON sources only: nlohmann's
// types stay inside them.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/report/display.hpp"
#include "faultline/report/json_value.hpp"

namespace faultline::report {

[[noreturn]] inline void damaged(const std::string& path, const char* wanted) {
  throw InputError(
      fmt::format("the result is damaged, because {} must be {}; make it again with the command "
                  "that wrote it",
                  printable(path), wanted));
}

/// A value and where it stands, for messages.
class Node {
 public:
  Node(const Json& json, std::string path) : json_(&json), path_(std::move(path)) {}

  /// A key that must be there; null counts as there.
  [[nodiscard]] Node at(const char* key) const {
    object();
    const auto found = json_->find(key);
    if (found == json_->end()) damaged(path_ + "." + key, "there");
    return {*found, path_ + "." + key};
  }
  /// None when the key is absent or null.
  [[nodiscard]] std::optional<Node> find(const char* key) const {
    object();
    const auto found = json_->find(key);
    if (found == json_->end() || found->is_null()) return std::nullopt;
    return Node{*found, path_ + "." + key};
  }

  [[nodiscard]] const Json& json() const { return *json_; }
  [[nodiscard]] bool is_null() const { return json_->is_null(); }
  [[nodiscard]] std::string text() const {
    if (!json_->is_string()) damaged(path_, "a text");
    return json_->get<std::string>();
  }
  [[nodiscard]] bool boolean() const {
    if (!json_->is_boolean()) damaged(path_, "true or false");
    return json_->get<bool>();
  }
  [[nodiscard]] double number() const {
    if (!json_->is_number()) damaged(path_, "a number");
    return json_->get<double>();
  }
  /// null reads as `missing`.
  [[nodiscard]] double number_or(double missing) const { return is_null() ? missing : number(); }
  [[nodiscard]] std::int64_t integer() const {
    if (!json_->is_number_integer() || too_large()) damaged(path_, "a whole number");
    return json_->get<std::int64_t>();
  }
  [[nodiscard]] std::uint64_t natural() const {
    if (!json_->is_number_unsigned()) damaged(path_, "a whole number that is not negative");
    return json_->get<std::uint64_t>();
  }
  [[nodiscard]] int small_integer() const {
    const std::int64_t value = integer();
    if (value < 0 || value > std::numeric_limits<int>::max())
      damaged(path_, "a small whole number");
    return static_cast<int>(value);
  }

  [[nodiscard]] std::vector<Node> elements() const {
    if (!json_->is_array()) damaged(path_, "a list");
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < json_->size(); ++i) {
      nodes.emplace_back((*json_)[i], fmt::format("{}[{}]", path_, i));
    }
    return nodes;
  }
  [[nodiscard]] std::vector<std::pair<std::string, Node>> members() const {
    object();
    std::vector<std::pair<std::string, Node>> nodes;
    for (const auto& [key, value] : json_->items()) {
      nodes.emplace_back(key, Node{value, path_ + "." + key});
    }
    return nodes;
  }
  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> list;
    for (const Node& node : elements()) list.push_back(node.text());
    return list;
  }
  [[nodiscard]] std::pair<double, double> pair() const {
    const std::vector<Node> nodes = elements();
    if (nodes.size() != 2) damaged(path_, "a list of two numbers");
    return {nodes[0].number(), nodes[1].number()};
  }
  [[nodiscard]] std::pair<std::string, std::string> text_pair() const {
    const std::vector<Node> nodes = elements();
    if (nodes.size() != 2) damaged(path_, "a list of two texts");
    return {nodes[0].text(), nodes[1].text()};
  }

 private:
  void object() const {
    if (!json_->is_object()) damaged(path_, "an object");
  }
  [[nodiscard]] bool too_large() const {
    return json_->is_number_unsigned() &&
           json_->get<std::uint64_t>() >
               static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  }

  const Json* json_;
  std::string path_;
};

/// Reads the value of a key that may be absent or null.
template <typename Read>
auto maybe(const Node& parent, const char* key, Read read)
    -> std::optional<decltype(read(std::declval<const Node&>()))> {
  const std::optional<Node> node = parent.find(key);
  if (!node) return std::nullopt;
  return read(*node);
}

inline constexpr auto kNumber = [](const Node& node) { return node.number(); };
inline constexpr auto kText = [](const Node& node) { return node.text(); };
inline constexpr auto kTextPair = [](const Node& node) { return node.text_pair(); };
inline constexpr auto kPair = [](const Node& node) { return node.pair(); };
inline constexpr auto kInt = [](const Node& node) { return node.small_integer(); };
inline constexpr auto kBoolean = [](const Node& node) { return node.boolean(); };

inline std::pair<std::string, std::string> read_protected(const Node& node) {
  return {node.at("attribute").text(), node.at("value").text()};
}

}  // namespace faultline::report

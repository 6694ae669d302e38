#pragma once
// Described values <-> JSON. Numbers carry full precision and read back as the same bits; NaN and
// infinity never appear (null instead). nlohmann's types stay inside the json_*.cpp sources.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "faultline/base/describe.hpp"
#include "faultline/base/error.hpp"

namespace faultline::json {

/// The text is not JSON at all.
class NotJson : public InputError {
 public:
  using InputError::InputError;
};

/// A value is not what its description says: "result.findings[0].score must be a number".
class Damaged : public InputError {
 public:
  Damaged(std::string path, std::string wanted)
      : InputError(path + " must be " + wanted),
        path_(std::move(path)),
        wanted_(std::move(wanted)) {}
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& wanted() const { return wanted_; }

 private:
  std::string path_;
  std::string wanted_;
};

/// A spec has a key that its description does not have: "there is no key 'inptu'".
class UnknownKey : public InputError {
 public:
  using InputError::InputError;
};

/// Keys in the order of the description, indented; a list of plain values stands on one line; one
/// final line break. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string write(const describe::Type& type, const void* value);

template <typename T>
[[nodiscard]] std::string write(const T& value) {
  return write(describe::type_of<T>(), &value);
}

/// Whether a spec or a result is read.
enum class Reading {
  complete,  // every key must be there; keys that are not known are ignored (a newer result)
  partial,   // what is absent keeps its value; a key that is not known is an error with the nearest
};

/// Reads into `value`; `root` is what messages call the text, "result". Throws NotJson, Damaged,
/// UnknownKey.
void read(std::string_view text, const std::string& root, Reading reading,
          const describe::Type& type, void* value);

template <typename T>
[[nodiscard]] T read(std::string_view text, const std::string& root, Reading reading) {
  T value{};
  read(text, root, reading, describe::type_of<T>(), &value);
  return value;
}

/// The text of one member of a JSON object; none when it is not there, or is null. Throws NotJson.
[[nodiscard]] std::optional<std::string> part(std::string_view text, std::string_view key);
/// A JSON object without these members; anything else as it is. Throws NotJson.
[[nodiscard]] std::string without(std::string_view text, std::span<const std::string_view> keys);

}  // namespace faultline::json

#pragma once
// Structs described once. A member list beside a struct names each member's key, range, allowed
// words and help; from it come JSON out and in and its schema (base/json.hpp), and for options the
// command line, its help, the spec's check and its message, and the echo in the result.
//
//   const describe::Object& description(const Overlap*) {       // found by its argument's
//   namespace
//     static const describe::Object object{
//         "How far class and comparison resemble each other",
//         {describe::member<&Overlap::edges>("edges", "Edges of the histogram of propensities"),
//          describe::member<&Overlap::extreme_share>("extreme_share", "...").from(0).to(1)}};
//     return object;
//   }
//
// An enum is described by `std::span<const describe::Word> words(Enum)`, likewise beside it. What
// is read and written through a description is type-erased, so that a face is one source, not one
// template per struct.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "faultline/base/text.hpp"

namespace faultline::describe {

/// One value of an enum: its number, its name in files and on the command line, and what it means
/// (may be empty).
struct Word {
  int value = 0;
  std::string_view name{};
  std::string_view help{};
};

/// An entry of an enum's table: word(Missing::drop, "drop", "Leave them out").
template <typename Enum>
[[nodiscard]] constexpr Word word(Enum value, std::string_view name, std::string_view help = {}) {
  return {.value = static_cast<int>(value), .name = name, .help = help};
}

enum class Kind {
  boolean,
  integer,  // signed
  natural,  // 64 bits without sign
  number,   // double
  text,
  word,      // an enum
  optional,  // of an element
  list,      // of elements
  pair,      // of two elements, in JSON a list of two
  map,       // vector of (key, element), in JSON an object; keys are text or numbers
  value,     // any of the above that Value can hold
  object,    // a described struct
};

struct Object;

/// How a C++ type is seen: its kind, and operations on a value behind a pointer.
struct Type {
  Kind kind = Kind::object;
  std::int64_t (*integer)(const void*) = nullptr;           // integer, word
  void (*set_integer)(void*, std::int64_t) = nullptr;       // integer, word; within `bits`
  int bits = 64;                                            // integer
  std::span<const Word> words{};                            // word
  const Type& (*element)() = nullptr;                       // optional, list, pair, map
  const Object& (*object)() = nullptr;                      // object
  std::string_view name{};                                  // object: of the C++ struct
  const void* (*held)(const void*) = nullptr;               // optional: null when there is none
  void* (*emplace)(void*) = nullptr;                        // optional
  std::size_t (*size)(const void*) = nullptr;               // list, map
  const void* (*item)(const void*, std::size_t) = nullptr;  // list, pair, map
  void* (*append)(void*, std::string_view key) = nullptr;   // list (no key), map; none: bad key
  std::string (*key)(const void*, std::size_t) = nullptr;   // map
  void (*clear)(void*) = nullptr;                           // optional, list, map
  void* (*change)(void*, std::size_t) = nullptr;            // pair
};

template <typename T>
[[nodiscard]] const Type& type_of();

namespace detail {
template <typename Struct>
Struct owner_of(bool (Struct::*)() const);
template <auto Holds>
bool holds(const void* value) {
  return (static_cast<const decltype(owner_of(Holds))*>(value)->*Holds)();
}
}  // namespace detail

/// One member of a described struct.
struct Member {
  std::string_view key{};
  std::string_view help{};
  const Type& (*type)() = nullptr;
  void* (*at)(void* object) = nullptr;

  // Range of a number, or of each number of a list.
  std::optional<double> least{};
  std::optional<double> most{};
  bool open_least = false;
  bool open_most = false;

  // In JSON.
  bool is_inlined = false;   // its members stand in the parent; an absent optional has none of them
  bool is_whole = false;     // a count that may be an expectation: 872 rather than 872.0
  bool is_sparse = false;    // left out, not null, when there is none (optional) or nothing (list)
  bool may_lack = false;     // older results lack the key: the default then stands
  bool is_finite = false;    // a number always: null is damage
  bool is_nullable = false;  // a text that is null when it is empty
  std::string_view pattern{};              // regular expression of a text
  std::optional<int> unwritten{};          // value of an enum that no result has
  std::optional<double> null_number{};     // what null reads as; NaN without it. The lower end of
                                           // a pair reads as its negative
  bool (*present)(const void*) = nullptr;  // left out unless this holds of the parent
  std::string_view group{};                // stands in this object inside the parent
  std::string_view mark{};  // inlined optionals: the key whose presence means that it is there

  // As an option.
  std::string_view value_name{};  // COL[=POSITIVE]; without it N, X or the allowed words
  std::string_view also{};        // a second name
  std::string_view heading{};     // of the help, for this option and those after it
  bool is_split = false;          // a list typed with commas
  bool is_positional = false;
  bool is_unlisted = false;  // stands in specs and results, but is no option of the command line
  bool is_refused = false;   // an option that every run refuses, saying why: help leaves it out
  bool is_local = false;     // of this machine, not of the analysis: neither printed nor echoed

  Member&& from(double value) && { return least = value, std::move(*this); }
  Member&& above(double value) && { return least = value, open_least = true, std::move(*this); }
  Member&& to(double value) && { return most = value, std::move(*this); }
  Member&& below(double value) && { return most = value, open_most = true, std::move(*this); }
  Member&& inlined(std::string_view key_of_presence = {}) && {
    return is_inlined = true, mark = key_of_presence, std::move(*this);
  }
  Member&& within(std::string_view name) && { return group = name, std::move(*this); }
  Member&& whole() && { return is_whole = true, std::move(*this); }
  Member&& sparse() && { return is_sparse = true, std::move(*this); }
  Member&& lenient() && { return may_lack = true, std::move(*this); }
  Member&& finite() && { return is_finite = true, std::move(*this); }
  Member&& nullable() && { return is_nullable = true, std::move(*this); }
  Member&& matching(std::string_view expression) && {
    return pattern = expression, std::move(*this);
  }
  template <typename Enum>
  Member&& never(Enum value) && {
    return unwritten = static_cast<int>(value), std::move(*this);
  }
  Member&& null_is(double value) && { return null_number = value, std::move(*this); }
  /// `Holds` is asked of the struct that has the member: .when<&Finding::is_ijdi>().
  template <auto Holds>
  Member&& when() && {
    return present = &detail::holds<Holds>, std::move(*this);
  }
  Member&& named(std::string_view value) && { return value_name = value, std::move(*this); }
  Member&& alias(std::string_view name) && { return also = name, std::move(*this); }
  Member&& under(std::string_view text) && { return heading = text, std::move(*this); }
  Member&& split() && { return is_split = true, std::move(*this); }
  Member&& positional() && { return is_positional = true, std::move(*this); }
  Member&& unlisted() && { return is_unlisted = true, std::move(*this); }
  Member&& refused() && { return is_refused = true, std::move(*this); }
  Member&& local() && { return is_local = true, std::move(*this); }
};

struct Object {
  Object(std::string_view about, std::initializer_list<Member> list) : help(about), members(list) {}
  std::string_view help{};
  std::vector<Member> members{};
};

/// A member by its address: member<&Finding::score>("score", "..."). A member of a base needs the
/// struct that is described: member<&Spec::fail_on, ScanSpec>(...).
template <auto Pointer, typename Struct = void>
[[nodiscard]] Member member(std::string_view key, std::string_view help);

/// The members of a base, as if they were the struct's own.
template <typename Struct, typename Base>
[[nodiscard]] Member base();

/// One member of each item of a list, as a list of its own:
/// column<&Report::decisions, &Decision::name>("decisions", "..."). Read before the list itself.
template <auto List, auto Pointer>
[[nodiscard]] Member column(std::string_view key, std::string_view help);

/// The only item of a list, without what its type adds to `Base`; none when the list has more or
/// fewer. Inlined: a list of one then stands in its parent's place.
template <auto List, typename Base>
[[nodiscard]] Member only();

/// A member with inlined ones resolved, and where its value is.
struct Field {
  const Member* member = nullptr;
  void* value = nullptr;
};

/// The members of `value`, inlined ones in place of their parents. An absent inlined optional has
/// none.
[[nodiscard]] std::vector<Field> fields(const Object& object, void* value);

/// Throws ConfigError when a number is outside its range, "alpha = 2: must be between 0 and 1".
void check_ranges(const Object& object, const void* value);

/// "must be above 0 and below 1", "must be from 0 to 1024", "must be 1 or more"; empty without a
/// range.
[[nodiscard]] std::string range_in_words(const Member& member);

/// The name of an enum's value.
template <typename Enum>
  requires std::is_enum_v<Enum>
[[nodiscard]] std::string_view name_of(Enum value) {
  for (const Word& word : words(value)) {
    if (word.value == static_cast<int>(value)) return word.name;
  }
  return "";
}

/// The enum's value by its name; none when there is no such name.
template <typename Enum>
[[nodiscard]] std::optional<Enum> value_named(std::string_view name) {
  for (const Word& word : words(Enum{})) {
    if (word.name == name) return static_cast<Enum>(word.value);
  }
  return std::nullopt;
}

[[nodiscard]] std::vector<std::string> names_of(std::span<const Word> words);

}  // namespace faultline::describe

#include "faultline/base/describe_types.hpp"

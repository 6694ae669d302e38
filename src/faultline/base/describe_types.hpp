#pragma once
// How C++ types become describe::Type. Included by describe.hpp alone.

#include "faultline/base/describe.hpp"
#include "faultline/base/value.hpp"

namespace faultline::describe {
namespace detail {

template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <typename T>
inline constexpr bool kIsList = false;
template <typename T>
inline constexpr bool kIsList<std::vector<T>> = true;
template <typename T>
inline constexpr bool kIsPair = false;
template <typename A, typename B>
inline constexpr bool kIsPair<std::pair<A, B>> = true;
/// A list of (key, value) is a map where the key is a text, or a number of another type than text.
template <typename T>
inline constexpr bool kIsMap = false;
template <typename V>
inline constexpr bool kIsMap<std::vector<std::pair<std::string, V>>> = true;
template <typename V>
inline constexpr bool kIsMap<std::vector<std::pair<double, V>>> = true;

template <typename T>
const T& as(const void* value) {
  return *static_cast<const T*>(value);
}
template <typename T>
T& as(void* value) {
  return *static_cast<T*>(value);
}

template <typename T>
Type integer_type(Kind kind) {
  Type type;
  type.kind = kind;
  type.bits = static_cast<int>(8 * sizeof(T));
  type.integer = [](const void* value) { return static_cast<std::int64_t>(as<T>(value)); };
  type.set_integer = [](void* value, std::int64_t number) {
    as<T>(value) = static_cast<T>(number);
  };
  return type;
}

template <typename T>
Type word_type() {
  Type type = integer_type<T>(Kind::word);
  type.words = words(T{});
  return type;
}

template <typename T>
Type optional_type() {
  Type type;
  type.kind = Kind::optional;
  type.element = &type_of<typename T::value_type>;
  type.held = [](const void* value) -> const void* {
    return as<T>(value) ? &*as<T>(value) : nullptr;
  };
  // Not emplace(): Clang takes a struct inside a struct for one that cannot be made of nothing.
  type.emplace = [](void* value) -> void* {
    return &(as<T>(value) = typename T::value_type{}).value();
  };
  type.clear = [](void* value) { as<T>(value).reset(); };
  return type;
}

template <typename T>
Type list_type() {
  Type type;
  type.kind = Kind::list;
  type.element = &type_of<typename T::value_type>;
  type.size = [](const void* value) { return as<T>(value).size(); };
  type.item = [](const void* value, std::size_t i) -> const void* { return &as<T>(value)[i]; };
  type.append = [](void* value, std::string_view) -> void* { return &as<T>(value).emplace_back(); };
  type.clear = [](void* value) { as<T>(value).clear(); };
  return type;
}

template <typename T>
Type pair_type() {
  static_assert(std::is_same_v<typename T::first_type, typename T::second_type>,
                "a pair of two types is a struct: describe it");
  Type type;
  type.kind = Kind::pair;
  type.element = &type_of<typename T::first_type>;
  type.item = [](const void* value, std::size_t i) -> const void* {
    return i == 0 ? &as<T>(value).first : &as<T>(value).second;
  };
  type.change = [](void* value, std::size_t i) -> void* {
    return i == 0 ? &as<T>(value).first : &as<T>(value).second;
  };
  return type;
}

template <typename T>
Type map_type() {
  using Key = typename T::value_type::first_type;
  Type type;
  type.kind = Kind::map;
  type.element = &type_of<typename T::value_type::second_type>;
  type.size = [](const void* value) { return as<T>(value).size(); };
  type.item = [](const void* value, std::size_t i) -> const void* {
    return &as<T>(value)[i].second;
  };
  type.key = [](const void* value, std::size_t i) -> std::string {
    if constexpr (std::is_same_v<Key, std::string>) {
      return as<T>(value)[i].first;
    } else {
      return shortest(as<T>(value)[i].first);
    }
  };
  type.append = [](void* value, std::string_view key) -> void* {
    if constexpr (std::is_same_v<Key, std::string>) {
      return &as<T>(value)
                  .emplace_back(std::string(key), typename T::value_type::second_type{})
                  .second;
    } else {
      const std::optional<double> number = parse_double(key);
      if (!number) return nullptr;
      return &as<T>(value).emplace_back(*number, typename T::value_type::second_type{}).second;
    }
  };
  type.clear = [](void* value) { as<T>(value).clear(); };
  return type;
}

template <typename T>
const Object& object_of() {
  return description(static_cast<const T*>(nullptr));
}

/// "faultline::result::Finding", as the compiler writes it.
template <typename T>
constexpr std::string_view struct_name() {
  constexpr std::string_view kBegin = "T = ";
  const std::string_view whole = __PRETTY_FUNCTION__;
  const std::size_t begin = whole.find(kBegin) + kBegin.size();
  return whole.substr(begin, whole.find_first_of(";]", begin) - begin);
}

template <typename T>
Type make_type() {
  Type type;
  if constexpr (std::is_same_v<T, bool>) {
    type.kind = Kind::boolean;
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    type.kind = Kind::natural;
  } else if constexpr (std::is_integral_v<T>) {
    return integer_type<T>(Kind::integer);
  } else if constexpr (std::is_same_v<T, double>) {
    type.kind = Kind::number;
  } else if constexpr (std::is_same_v<T, std::string>) {
    type.kind = Kind::text;
  } else if constexpr (std::is_same_v<T, Value>) {
    type.kind = Kind::value;
  } else if constexpr (std::is_enum_v<T>) {
    return word_type<T>();
  } else if constexpr (kIsOptional<T>) {
    return optional_type<T>();
  } else if constexpr (kIsMap<T>) {
    return map_type<T>();
  } else if constexpr (kIsList<T>) {
    return list_type<T>();
  } else if constexpr (kIsPair<T>) {
    return pair_type<T>();
  } else {
    type.object = &object_of<T>;
    type.name = struct_name<T>();
  }
  return type;
}

template <typename T>
struct PointerParts;
template <typename Struct, typename T>
struct PointerParts<T Struct::*> {
  using Owner = Struct;
  using Value = T;
};

}  // namespace detail

template <typename T>
const Type& type_of() {
  static const Type type = detail::make_type<T>();
  return type;
}

template <auto Pointer, typename Struct>
Member member(std::string_view key, std::string_view help) {
  using Parts = detail::PointerParts<decltype(Pointer)>;
  using Owner = std::conditional_t<std::is_void_v<Struct>, typename Parts::Owner, Struct>;
  Member described;
  described.key = key;
  described.help = help;
  described.type = &type_of<typename Parts::Value>;
  described.at = [](void* object) -> void* { return &(static_cast<Owner*>(object)->*Pointer); };
  return described;
}

template <auto List, auto Pointer>
Member column(std::string_view key, std::string_view help) {
  using Items = typename detail::PointerParts<decltype(List)>::Value;
  using Value = typename detail::PointerParts<decltype(Pointer)>::Value;
  Member described = member<List>(key, help);
  described.type = []() -> const Type& {
    static const Type type = [] {
      Type list = detail::list_type<Items>();
      list.element = &type_of<Value>;
      list.item = [](const void* items, std::size_t i) -> const void* {
        return &(detail::as<Items>(items)[i].*Pointer);
      };
      list.append = [](void* items, std::string_view) -> void* {
        return &(detail::as<Items>(items).emplace_back().*Pointer);
      };
      return list;
    }();
    return type;
  };
  return described;
}

template <auto List, typename Base>
Member only() {
  using Items = typename detail::PointerParts<decltype(List)>::Value;
  Member described = member<List>({}, {});
  described.type = []() -> const Type& {
    static const Type type = [] {
      Type one;
      one.kind = Kind::optional;
      one.element = &type_of<Base>;
      one.held = [](const void* items) -> const void* {
        const auto& list = detail::as<Items>(items);
        return list.size() == 1 ? static_cast<const Base*>(&list.front()) : nullptr;
      };
      one.emplace = [](void* items) -> void* {
        detail::as<Items>(items).resize(1);
        return static_cast<Base*>(&detail::as<Items>(items).front());
      };
      // What else is known of the items was read elsewhere.
      one.clear = [](void*) {};
      return one;
    }();
    return type;
  };
  return described;
}

template <typename Struct, typename Base>
Member base() {
  Member described;
  described.type = &type_of<Base>;
  described.at = [](void* object) -> void* {
    return static_cast<Base*>(static_cast<Struct*>(object));
  };
  described.is_inlined = true;
  return described;
}

}  // namespace faultline::describe

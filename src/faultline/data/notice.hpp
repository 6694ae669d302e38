#pragma once
// What a person should be told beside the numbers, one shape for all of it: what undermines a
// result, what was assumed, who and what was left out, and why. Readers, models and methods write
// notices; results carry them, and pages show them. It stands in data/ because readers are the
// first to have something to tell.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"

namespace faultline::data {

using describe::name_of;  // found by the argument's namespace

enum class NoticeKind {
  warning,   // undermines what it is about
  note,      // a remark
  dropped,   // people who were left out of the data
  left_out,  // a column that was not scanned
  cut,       // a part of an analysis that was not done, or not fully
  excluded,  // a group that summaries leave out
};
[[nodiscard]] std::span<const describe::Word> words(NoticeKind);

enum class Severity { info, warning };
[[nodiscard]] std::span<const describe::Word> words(Severity);

/// Made by the function of its kind, which sets the severity.
struct Notice {
  NoticeKind kind = NoticeKind::warning;
  Severity severity = Severity::warning;
  std::string text{};      // a sentence
  std::string about{};     // column, group or part; empty: whatever carries the notice
  std::int64_t count = 0;  // people who were dropped; distinct values of a column left out

  /// Whether `count` says something.
  [[nodiscard]] bool has_count() const {
    return kind == NoticeKind::dropped || kind == NoticeKind::left_out;
  }

  [[nodiscard]] static Notice warning(std::string text, std::string about = {});
  [[nodiscard]] static Notice note(std::string text, std::string about = {});
  [[nodiscard]] static Notice dropped(std::string reason, std::int64_t people);
  [[nodiscard]] static Notice left_out(std::string text, std::string column, std::int64_t values);
  [[nodiscard]] static Notice cut(std::string text, std::string part = {});
  [[nodiscard]] static Notice excluded(std::string text, std::string group = {});

  friend bool operator==(const Notice&, const Notice&) = default;
};
[[nodiscard]] const describe::Object& description(const Notice*);

using Notices = std::vector<Notice>;

void append(Notices& to, const Notices& more);
[[nodiscard]] Notices of_kind(const Notices& notices, NoticeKind kind);
/// The sentences alone.
[[nodiscard]] std::vector<std::string> texts(const Notices& notices);
[[nodiscard]] std::vector<std::string> texts(const Notices& notices, NoticeKind kind);

}  // namespace faultline::data

#include "faultline/data/notice.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace faultline::data {

using describe::member;
using describe::word;

std::span<const describe::Word> words(NoticeKind) {
  static constexpr std::array kWords{
      word(NoticeKind::warning, "warning", "It undermines what it is about"),
      word(NoticeKind::note, "note", "A remark"),
      word(NoticeKind::dropped, "dropped", "People who were left out of the data"),
      word(NoticeKind::left_out, "left-out", "A column that was not scanned"),
      word(NoticeKind::cut, "cut", "A part that was not done, or not fully"),
      word(NoticeKind::excluded, "excluded", "A group that summaries leave out")};
  return kWords;
}

std::span<const describe::Word> words(Severity) {
  static constexpr std::array kWords{word(Severity::info, "info", "Good to know"),
                                     word(Severity::warning, "warning", "To be read with care")};
  return kWords;
}

Notice Notice::warning(std::string text, std::string about) {
  return {NoticeKind::warning, Severity::warning, std::move(text), std::move(about)};
}

Notice Notice::note(std::string text, std::string about) {
  return {NoticeKind::note, Severity::info, std::move(text), std::move(about)};
}

Notice Notice::dropped(std::string reason, std::int64_t people) {
  return {NoticeKind::dropped, Severity::info, std::move(reason), {}, people};
}

Notice Notice::left_out(std::string text, std::string column, std::int64_t values) {
  return {NoticeKind::left_out, Severity::info, std::move(text), std::move(column), values};
}

Notice Notice::cut(std::string text, std::string part) {
  return {NoticeKind::cut, Severity::warning, std::move(text), std::move(part)};
}

Notice Notice::excluded(std::string text, std::string group) {
  return {NoticeKind::excluded, Severity::warning, std::move(text), std::move(group)};
}

const describe::Object& description(const Notice*) {
  static const describe::Object object{
      "What a person should be told beside the numbers",
      {member<&Notice::kind>("kind", "What it is about.").never(NoticeKind::dropped),
       member<&Notice::severity>("severity", "Whether it is to be read with care."),
       member<&Notice::text>("text", "The notice, as a sentence."),
       member<&Notice::about>(
           "about", "Column, group or part that it is about; empty: what carries the notice."),
       member<&Notice::count>("count", "Number of distinct values of a column that was left out.")
           .from(0)
           .when<&Notice::has_count>()}};
  return object;
}

void append(Notices& to, const Notices& more) { to.insert(to.end(), more.begin(), more.end()); }

Notices of_kind(const Notices& notices, NoticeKind kind) {
  Notices found;
  std::copy_if(notices.begin(), notices.end(), std::back_inserter(found),
               [kind](const Notice& notice) { return notice.kind == kind; });
  return found;
}

std::vector<std::string> texts(const Notices& notices) {
  std::vector<std::string> out;
  out.reserve(notices.size());
  for (const Notice& notice : notices) out.push_back(notice.text);
  return out;
}

std::vector<std::string> texts(const Notices& notices, NoticeKind kind) {
  return texts(of_kind(notices, kind));
}

}  // namespace faultline::data

#include "faultline/report/methods/conditional/class_notices.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "faultline/base/text.hpp"
#include "faultline/report/methods/conditional/words.hpp"

namespace faultline::report {
namespace {

/// What follows the name of the class that a notice opens with, its mark included: ": ..." or
/// ", fpr and ppv: ...".
std::string after_class(const result::Notice& notice) {
  return notice.text.starts_with(notice.about) ? notice.text.substr(notice.about.size())
                                               : ": " + notice.text;
}

/// Whether a list as sentences have it, "balance-negative, fpr and ppv", names it.
bool names(std::string_view list, std::string_view wanted) {
  std::string text(list);
  if (const auto last = text.rfind(" and "); last != std::string::npos) text.replace(last, 5, ",");
  const std::vector<std::string> items = split(text, ',');
  return std::find(items.begin(), items.end(), wanted) != items.end();
}

}  // namespace

bool about_a_class(const result::Notice& notice, const result::Result& result) {
  if (notice.about.empty()) return false;
  return std::any_of(
      result.findings.begin(), result.findings.end(), [&notice](const result::Finding& finding) {
        return finding.protected_class && class_words(*finding.protected_class) == notice.about;
      });
}

std::vector<std::string> class_notices(const result::Result& result, result::NoticeKind kind) {
  std::vector<std::pair<std::string, std::vector<std::string>>> told;  // text, classes
  for (const result::Notice& notice : result.notices) {
    if (notice.kind != kind || !about_a_class(notice, result)) continue;
    const std::string text = after_class(notice);
    const auto known =
        std::find_if(told.begin(), told.end(), [&](const auto& one) { return one.first == text; });
    auto& classes = known != told.end()
                        ? known->second
                        : told.emplace_back(text, std::vector<std::string>{}).second;
    classes.push_back(notice.about);
  }
  std::vector<std::string> sentences;
  sentences.reserve(told.size());
  for (const auto& [text, classes] : told) {
    sentences.push_back(join_words(classes, classes.size()) + text);
  }
  return sentences;
}

std::string membership_drawn(const result::Finding& finding, const result::Result& result) {
  constexpr std::string_view kMark = ": membership is ";
  if (!finding.protected_class) return "";
  for (const result::Notice& notice : result.notices) {
    if (notice.kind != result::NoticeKind::note ||
        notice.about != class_words(*finding.protected_class))
      continue;
    const std::string text = after_class(notice);
    const auto mark = text.find(kMark);
    if (mark == std::string::npos ||
        !names(std::string_view(text).substr(0, mark), name_of(finding.metric)))
      continue;
    const std::string drawn = text.substr(mark + kMark.size());
    return std::string(trim(std::string_view(drawn).substr(0, drawn.find_first_of(";("))));
  }
  return "";
}

std::vector<std::string> notices_about(const result::ProtectedClass& who,
                                       const result::Result& result, result::NoticeKind kind) {
  std::vector<std::string> sentences;
  for (const result::Notice& notice : result.notices) {
    // The mark and the blank after it are left out.
    if (notice.kind == kind && notice.about == class_words(who))
      sentences.push_back(after_class(notice).substr(2));
  }
  return sentences;
}

}  // namespace faultline::report

#include "cli/terminal/help_page.hpp"

#include <fmt/format.h>

#include "faultline/report/render/display.hpp"

namespace faultline::cli {
namespace {

// A terminal of 80 columns: 32 for names leave 48 for words, and most names fit.
constexpr int kWidth = 80;
constexpr int kNameColumns = 32;

std::string entry_text(const HelpPage::Entry& entry) {
  std::string first = "  " + entry.name;
  std::string words = entry.words;
  if (!entry.default_value.empty()) words += fmt::format(" [default: {}]", entry.default_value);
  std::string text;
  if (report::display_width(first) >= kNameColumns) {
    text = first + "\n";
    first.clear();
  }
  return text + report::wrap(report::pad(first, kNameColumns), words, kWidth);
}

}  // namespace

std::string to_text(const HelpPage& page) {
  std::string text = report::wrap("", page.about, kWidth);
  text += fmt::format("\nusage: {}", page.usage);
  for (const HelpPage::Entry& entry : page.positionals) text += " " + entry.name;
  text += " [OPTIONS]\n";
  if (!page.positionals.empty()) text += "\n";
  for (const HelpPage::Entry& entry : page.positionals) text += entry_text(entry);
  for (const HelpPage::Group& group : page.groups) {
    if (group.heading.empty() || group.entries.empty()) continue;
    text += fmt::format("\n{}:\n", group.heading);
    for (const HelpPage::Entry& entry : group.entries) text += entry_text(entry);
  }
  return text + page.footer;
}

}  // namespace faultline::cli

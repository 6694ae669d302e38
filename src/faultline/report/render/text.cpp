#include "faultline/report/render/text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/render/text_page.hpp"
#include "faultline/report/render/text_table.hpp"

namespace faultline::report {
namespace {

constexpr const char* kMargin = "  ";
constexpr const char* kYellow = "33";

const char* colour_of(Badge::Standing standing) {
  switch (standing) {
    case Badge::Standing::evidence:
      return "1;31";
    case Badge::Standing::untested:
      return "1;33";
    case Badge::Standing::open:
    case Badge::Standing::none:
    case Badge::Standing::advice:
      break;
  }
  return "1";
}

/// How many of `size` things to list: one more line would say no less than "and 1 more".
std::size_t listed(std::size_t size, std::size_t limit) {
  return limit == 0 || size <= limit + 1 ? size : limit;
}

std::string more_words(std::size_t left_out, const std::string& noun) {
  return fmt::format("and {} more {}s; `html` and `json` have them all", left_out, noun);
}

/// A line of a command, broken at blanks as a shell lets one where it is wider than the page.
std::string folded(std::string line, int width) {
  std::string out;
  std::string indent = "    ";
  const auto room = [&] { return static_cast<std::size_t>(width) - indent.size(); };
  while (line.size() > room()) {
    const std::size_t blank = line.rfind(' ', room() - 2);
    if (blank == std::string::npos || line.find_first_not_of(' ') > blank) break;
    out += indent + line.substr(0, blank) + " \\\n";
    line = line.substr(blank + 1);
    if (line == "\\") return out;  // the line went on already
    indent = "      ";
  }
  return out + indent + line + "\n";
}

class Writer {
 public:
  explicit Writer(Page& page) : page_(page) {}

  void operator()(const Paragraph& one) { page_.paragraph(one.text, kMargin); }

  void operator()(const List& one) {
    const std::size_t shown = listed(one.items.size(), one.limit);
    for (std::size_t i = 0; i < shown; ++i) {
      page_.paragraph(one.items[i], one.numbered ? fmt::format("  {}. ", i + 1) : "  - ");
    }
    if (shown < one.items.size()) {
      page_.paragraph(more_words(one.items.size() - shown, one.noun), "    ");
    }
  }

  void operator()(const Verdicts& one) {
    std::size_t number = 0;
    for (const Verdicts::Line& line : one.list) {
      page_.paragraph(fmt::format("{}: {}{}{}", line.badge.words, line.title,
                                  line.words.empty() ? "" : ": ", line.words),
                      fmt::format("  {}. ", ++number));
    }
  }

  void operator()(const Warnings& one) {
    const std::size_t shown = listed(one.items.size(), one.limit);
    for (std::size_t i = 0; i < shown; ++i) page_.field(one.title, one.items[i], kYellow);
    if (shown < one.items.size()) {
      page_.field(one.title, more_words(one.items.size() - shown, "warning"), kYellow);
    }
  }

  void operator()(const Facts& one) {
    if (!one.caption.empty()) heading(one.caption);
    for (const Fact& fact : one.list) {
      const std::string& label = fact.brief.empty() ? fact.label : fact.brief;
      page_.field(label,
                  fact.note.empty() ? fact.value : fmt::format("{} ({})", fact.value, fact.note));
    }
  }

  void operator()(const Subgroup& one) { page_.field("Subgroup", one.words); }
  void operator()(const Table& one) { write_table(one, page_); }
  void operator()(const Figures&) {}

  void operator()(const Code& one) {
    for (const std::string& line : one.lines) page_.lines(folded(printable(line), page_.width()));
  }

  void operator()(const Guide& one) {
    for (const GuideEntry& entry : one.entries) {
      if (entry.detail == Detail::full) continue;
      heading(entry.term);
      if (!entry.meaning.empty()) page_.paragraph(entry.meaning, kMargin);
      for (const auto& [name, meaning] : entry.items) {
        page_.paragraph(fmt::format("{}: {}", name, meaning), kMargin);
      }
    }
  }

  void operator()(const Section& one) {
    std::string words = one.heading;
    if (!one.lead_in.empty()) words += ": " + one.lead_in;
    const bool in_list = std::exchange(in_list_, one.limit > 0);
    // In a list of sections each takes a line less.
    if (in_list) {
      for (const Badge& badge : one.badges) words += fmt::format(" [{}]", badge.words);
    }
    if (!words.empty()) heading(words);
    if (!in_list) {
      for (const Badge& badge : one.badges) {
        page_.field("Verdict", badge.words, colour_of(badge.standing));
      }
    }
    const auto inside = static_cast<std::size_t>(std::ranges::count_if(one.blocks, is_section));
    const std::size_t most = listed(inside, one.limit);
    std::size_t shown = 0;
    for (const Block& block : one.blocks) {
      if (is_section(block) && ++shown > most) continue;
      write(block);
    }
    if (most < inside) page_.paragraph(more_words(inside - most, one.noun), kMargin);
    in_list_ = in_list;
  }

  void write(const Block& block) {
    if (shows(block)) std::visit(*this, block.content);
  }

 private:
  void heading(const std::string& words) {
    page_.blank();
    page_.heading(words);
  }

  static bool is_section(const Block& block) {
    return std::holds_alternative<Section>(block.content);
  }

  /// Whether a terminal shows anything of the block: a heading never stands alone.
  static bool shows(const Block& block) {
    if (block.detail == Detail::full) return false;
    if (const auto* section = std::get_if<Section>(&block.content)) {
      return !section->badges.empty() || std::ranges::any_of(section->blocks, &Writer::shows);
    }
    if (const auto* guide = std::get_if<Guide>(&block.content)) {
      return std::ranges::any_of(
          guide->entries, [](const GuideEntry& entry) { return entry.detail == Detail::brief; });
    }
    return !std::holds_alternative<Figures>(block.content);
  }

  Page& page_;
  bool in_list_ = false;  // inside a section that limits those in it
};

void write_front(const Document& document, Page& page) {
  page.heading(
      fmt::format("Faultline {}: {}, seed {}", document.version, document.method, document.seed));
  if (!document.opening.empty()) {
    page.paragraph(document.source.empty()
                       ? document.opening
                       : fmt::format("{}: {}", document.source, document.opening));
  }
  for (const std::string& remark : document.remarks) page.paragraph(remark, kMargin);
  if (const auto columns = static_cast<std::int64_t>(document.left_out.items.size())) {
    page.paragraph(fmt::format("{} {} not scanned; reasons are listed at the end",
                               plural(columns, "column"), columns == 1 ? "was" : "were"),
                   kMargin);
  }
  if (document.partial) {
    page.blank();
    page.heading(fmt::format("PARTIAL: {}", kPartial));
  }
}

/// Behind the answer, which a file with many columns would push off the screen.
void write_left_out(const List& left_out, Page& page) {
  if (left_out.items.empty()) return;
  page.blank();
  page.heading("Columns that were not scanned");
  const std::size_t shown = listed(left_out.items.size(), left_out.limit);
  for (std::size_t i = 0; i < shown; ++i) page.paragraph(left_out.items[i], kMargin);
  if (shown < left_out.items.size()) {
    page.paragraph(more_words(left_out.items.size() - shown, left_out.noun), kMargin);
  }
}

}  // namespace

std::string render_text(const Document& document, const TextOptions& options) {
  Page page(options);
  write_front(document, page);
  Writer writer(page);
  for (const Block& block : document.blocks) writer.write(block);
  write_left_out(document.left_out, page);
  if (!document.warnings.empty()) page.blank();
  writer(Warnings{.items = document.warnings});
  return std::move(page).finish();
}

}  // namespace faultline::report

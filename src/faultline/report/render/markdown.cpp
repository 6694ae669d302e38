#include "faultline/report/render/markdown.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/report/render/display.hpp"

namespace faultline::report {
namespace {

/// Whether the character at a place would be read as Markdown. Within a word an underscore begins
/// nothing, and brackets make a link or its definition only before these signs (or a box to tick,
/// at the start): names of columns and "[1]" stay readable.
bool is_markup(std::string_view text, std::size_t at) {
  const auto alphanumeric = [&](std::size_t i) {
    if (i >= text.size()) return false;  // also before the first
    const char c = text[i];
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  };
  switch (text[at]) {
    case '\\':
    case '*':
    case '|':
    case '#':
      return true;
    case '_':
      return !(alphanumeric(at - 1) && alphanumeric(at + 1));
    case '[':
      return at == 0;
    case ']':
      return text.substr(at + 1).find_first_of("([:") == 0;
    default:
      return false;
  }
}

std::string cell_words(const Cell& cell) {
  std::string words = escape_markdown(cell.badge ? cell.badge->words : cell.text);
  if (cell.strong && !words.empty()) words = "**" + words + "**";
  if (!cell.note.empty()) words += (words.empty() ? "" : "<br>") + escape_markdown(cell.note);
  return words;
}

std::vector<std::size_t> shown_columns(const Table& table) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (table.has_words(c)) columns.push_back(c);
  }
  return columns;
}

class Writer {
 public:
  explicit Writer(std::string& out, int level) : out_(out), level_(level) {}

  void operator()(const Paragraph& one) { paragraph(escape_markdown(one.text)); }

  void operator()(const List& one) { list(one.items, one.numbered); }

  void operator()(const Verdicts& one) {
    std::string lines;
    for (const Verdicts::Line& line : one.list) {
      lines += fmt::format("- **{}**: {}{}{}\n", escape_markdown(line.badge.words),
                           escape_markdown(line.title), line.words.empty() ? "" : ": ",
                           escape_markdown(line.words));
    }
    out_ += lines + "\n";
  }

  void operator()(const Warnings& one) {
    for (const std::string& item : one.items) {
      paragraph(fmt::format("> **{}:** {}", escape_markdown(one.title), escape_markdown(item)));
    }
  }

  void operator()(const Facts& one) {
    Table table{.caption = one.caption, .columns = columns_of({"Item", "Value"}, 2)};
    for (const Fact& fact : one.list) table.add({fact.label, Cell(fact.value, fact.note)});
    (*this)(table);
  }

  void operator()(const Subgroup& one) {
    paragraph(fmt::format("**Subgroup:** {}", escape_markdown(one.words)));
  }

  void operator()(const Table& one) {
    if (!one.caption.empty()) paragraph(fmt::format("*{}*", escape_markdown(one.caption)));
    out_ += render_markdown(one) + "\n";
    std::string legend;
    for (const Column& column : one.columns) {
      if (column.meaning.empty() || column.kind == Column::Kind::badge) continue;
      legend += fmt::format("{}{}: {}.", legend.empty() ? "" : " ", column.head, column.meaning);
    }
    if (!one.note.empty()) legend += (legend.empty() ? "" : " ") + one.note;
    if (!legend.empty()) paragraph(escape_markdown(legend));
  }

  void operator()(const Figures& one) {
    for (const Figure& figure : one.list) {
      if (figure.caption.empty()) continue;
      paragraph(figure.title.empty() ? escape_markdown(figure.caption)
                                     : fmt::format("**{}.** {}", escape_markdown(figure.title),
                                                   escape_markdown(figure.caption)));
    }
  }

  void operator()(const Code& one) {
    out_ += "```\n";
    // Nothing that came from data ends the fence.
    for (const std::string& line : one.lines)
      out_ += (line.starts_with("```") ? " " : "") + printable(line) + "\n";
    out_ += "```\n\n";
  }

  void operator()(const Guide& one) {
    for (const GuideEntry& entry : one.entries) {
      paragraph(
          fmt::format("**{}.** {}", escape_markdown(entry.term), escape_markdown(entry.meaning)));
      std::vector<std::string> items;
      items.reserve(entry.items.size());
      for (const auto& [name, meaning] : entry.items) {
        items.push_back(fmt::format("{}: {}", name, meaning));
      }
      list(items, false);
    }
  }

  void operator()(const Section& one) {
    if (!one.heading.empty()) {
      std::string words = escape_markdown(one.heading);
      if (!one.lead_in.empty()) words += ": " + escape_markdown(one.lead_in);
      paragraph(fmt::format("{} {}", std::string(static_cast<std::size_t>(level_), '#'), words));
    }
    for (const Badge& badge : one.badges) {
      paragraph(fmt::format("**{}**", escape_markdown(badge.words)));
    }
    // Deeper headings than the sixth there are none.
    Writer(out_, std::min(level_ + 1, 6)).write(one.blocks);
  }

  void write(const std::vector<Block>& blocks) {
    for (const Block& block : blocks) std::visit(*this, block.content);
  }

 private:
  void paragraph(const std::string& text) { out_ += text + "\n\n"; }

  void list(const std::vector<std::string>& items, bool numbered) {
    if (items.empty()) return;
    std::size_t number = 0;
    for (const std::string& item : items) {
      out_ += numbered ? fmt::format("{}. ", ++number) : "- ";
      out_ += escape_markdown(item) + "\n";
    }
    out_ += "\n";
  }

  std::string& out_;
  int level_;
};

}  // namespace

std::string escape_markdown(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<') {
      out += "&lt;";
    } else if (c == '\n' || c == '\r') {
      out += ' ';
    } else {
      if (is_markup(text, i)) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string render_markdown(const Table& table) {
  const std::vector<std::size_t> columns = shown_columns(table);
  std::string heads = "|";
  std::string rule = "|";
  for (const std::size_t c : columns) {
    const std::string& head = table.columns[c].head;
    heads += head.empty() ? " |" : fmt::format(" {} |", escape_markdown(head));
    rule += table.columns[c].kind == Column::Kind::number ? "--:|" : "---|";
  }
  std::string out = heads + "\n" + rule + "\n";
  for (const RowGroup& group : table.groups) {
    if (group.rows.empty()) continue;
    if (!group.title.empty()) {
      const std::string tag = group.tag.empty() ? "" : fmt::format(" ({})", group.tag);
      out += fmt::format("| **{}**{} |", escape_markdown(group.title), escape_markdown(tag));
      for (std::size_t i = 1; i < columns.size(); ++i) out += " |";
      out += "\n";
    }
    for (const Row& row : group.rows) {
      out += "|";
      for (const std::size_t c : columns) out += fmt::format(" {} |", cell_words(row.cells[c]));
      out += "\n";
    }
  }
  return out;
}

std::string render_markdown(const Document& document) {
  std::string out = fmt::format(
      "# {}\n\n", escape_markdown(fmt::format("{}: {}", document.method, document.question)));
  if (!document.opening.empty()) {
    out += escape_markdown(fmt::format("{}: {}", document.source, document.opening)) + "\n\n";
  }
  if (document.partial) out += fmt::format("> **Partial result:** {}\n\n", kPartial);
  Writer writer(out, 2);
  writer(Warnings{.items = document.warnings});
  writer.write(document.blocks);
  out += fmt::format("Made by Faultline {} with seed {}.\n", document.version, document.seed);
  return out;
}

}  // namespace faultline::report

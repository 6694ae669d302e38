#pragma once
// A result as a document: sections of sentences, facts, tables and charts, in the order in which
// they are read. A method writes it once (report/methods/), a medium renders it (report/render/);
// neither knows of the other. Text is plain: renderers escape it, and set an option between
// backticks as their readers know it.

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "faultline/report/document/chart.hpp"
#include "faultline/report/document/detail.hpp"
#include "faultline/report/document/table.hpp"

namespace faultline::report {

struct Paragraph {
  enum class Tone { plain, lead, note };
  std::string text{};
  Tone tone = Tone::plain;
};

struct List {
  std::vector<std::string> items{};
  bool numbered = false;
  std::size_t limit = 0;  // items that a terminal shows; 0: all
  std::string noun = "item";
};

/// The answers of a run, one line each: a verdict, what it is about, and who.
struct Verdicts {
  struct Line {
    Badge badge{};
    std::string title{};
    std::string link{};  // anchor of the section that tells all
    std::string words{};
  };
  std::vector<Line> list{};
};

/// What must be seen: a box on a page, marked lines on a terminal.
struct Warnings {
  std::vector<std::string> items{};
  std::string title = "Warning";
  std::size_t limit = 0;  // as above
};

struct Fact {
  std::string label{};
  std::string value{};
  std::string note{};
  std::string brief{};  // label on a terminal, at most twelve columns; empty: the same
};
struct Facts {
  enum class Form { cards, table };  // a few large numbers, or many lines
  std::vector<Fact> list{};
  Form form = Form::cards;
  std::string caption{};  // of a table
};

/// Who: one line per restricted attribute; none for everybody.
struct Subgroup {
  std::string words{};
  std::vector<std::pair<std::string, std::string>> attributes{};
};

struct Figures {
  std::vector<Figure> list{};
  bool wide = false;
  std::vector<std::pair<PlotMark, std::string>> key{};  // what the marks mean in all of them
};

/// What is to be typed or copied, line by line as it stands.
struct Code {
  std::vector<std::string> lines{};
};

/// How to read the document: a term and what it means.
struct GuideEntry {
  std::string term{};
  std::string meaning{};
  std::vector<std::pair<std::string, std::string>> items{};  // "fpr", "among people ...?"
  Detail detail = Detail::full;  // a terminal shows the entries that its tables need
};
struct Guide {
  std::vector<GuideEntry> entries{};
};

struct Block;
/// A vector that may stand in a section, where Block is incomplete: what needs to know a block is
/// written below.
struct Blocks : std::vector<Block> {
  Blocks();
  Blocks(const Blocks&);
  Blocks(Blocks&&) noexcept;
  Blocks& operator=(const Blocks&);
  Blocks& operator=(Blocks&&) noexcept;
  ~Blocks();
};

struct Section {
  enum class Fold { none, open, closed };
  std::string heading{};
  std::string id{};             // anchor; empty: none
  std::string link{};           // of the heading: anchor of the section that tells all
  std::string lead_in{};        // after the heading of a folded section, less weight
  std::vector<Badge> badges{};  // after the heading
  Fold fold = Fold::none;
  Blocks blocks{};
  std::size_t limit = 0;  // sections inside it that a terminal shows; 0: all
  std::string noun = "section";

  /// Appends; what has nothing to show (no rows, no items, no words) is left out.
  void add(Block block);
};

struct Block {
  using Content = std::variant<Paragraph, List, Verdicts, Warnings, Facts, Subgroup, Table, Figures,
                               Code, Guide, Section>;
  Content content{};
  Detail detail = Detail::brief;
};

[[nodiscard]] bool is_empty(const Block& block);

/// A block that only pages show.
[[nodiscard]] Block full(Block::Content content);
[[nodiscard]] Block brief(Block::Content content);

/// What a document says that is `partial`.
inline constexpr const char* kPartial =
    "the run was interrupted. What is here is finished and valid, but it is not all that was "
    "asked.";

/// The front page: what was asked of which data, and what a reader must know first.
struct Document {
  std::string version{};
  std::uint64_t seed = 0;
  std::string method{};    // "Bias Scan"
  std::string question{};  // "Where are the predictions too high or too low?"
  std::string source{};
  std::string opening{};  // one sentence on the data
  std::vector<std::pair<std::string, std::string>> roles{};
  std::vector<std::string> remarks{};  // on the data, below the opening of a terminal's text
  List left_out{};                     // columns that were not scanned
  bool partial = false;
  std::vector<std::string> warnings{};  // of the whole run
  std::vector<Block> blocks{};

  /// As Section::add.
  void add(Block block);
};

}  // namespace faultline::report

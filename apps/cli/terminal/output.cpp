#include "cli/terminal/output.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "cli/terminal/spelling.hpp"
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "faultline/base/error.hpp"
#include "faultline/base/whole_file.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/junit.hpp"
#include "faultline/report/markdown.hpp"
#include "faultline/report/model_card.hpp"
#include "faultline/report/render/display.hpp"
#include "faultline/report/sarif.hpp"
#include "faultline/report/text.hpp"

namespace faultline::cli {
namespace {

report::TextOptions terminal() {
  report::TextOptions options;
  if (::isatty(STDOUT_FILENO) == 0) return options;
  options.colour = std::getenv("NO_COLOR") == nullptr;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) {
    options.width = std::min<int>(size.ws_col, 120);
  }
  return options;
}

}  // namespace

std::span<const describe::Word> words(OutputFormat) {
  static constexpr std::array kWords{describe::word(OutputFormat::text, "text"),
                                     describe::word(OutputFormat::json, "json")};
  return kWords;
}

const describe::Object& description(const OutputOptions*) {
  using describe::member;
  static const describe::Object object{
      "Where the result goes",
      {member<&OutputOptions::json>("json", "Write the result to this file as JSON")
           .under("Output")
           .named("FILE"),
       member<&OutputOptions::html>(
           "html", "Write the result to this file as one HTML page that needs no network")
           .named("FILE"),
       member<&OutputOptions::markdown>(
           "markdown", "Write the result to this file as Markdown, without the charts")
           .named("FILE"),
       member<&OutputOptions::sarif>(
           "sarif", "Write the verdicts to this file as SARIF 2.1.0, for code scanning")
           .named("FILE"),
       member<&OutputOptions::junit>(
           "junit", "Write the verdicts to this file as JUnit XML, for build servers")
           .named("FILE"),
       member<&OutputOptions::model_card>(
           "model_card",
           "Write a section for a model card to this file: Markdown, with Hugging Face metadata")
           .named("FILE"),
       member<&OutputOptions::format>("format",
                                      "Print the result to standard output as text or JSON"),
       member<&OutputOptions::quiet>("quiet", "Print nothing but errors"),
       member<&OutputOptions::print_spec>(
           "print_spec",
           "Run nothing; print the complete spec as JSON, which `faultline run` takes")}};
  return object;
}

std::vector<std::pair<std::string, std::string>> files_of(const OutputOptions& output) {
  std::vector<std::pair<std::string, std::string>> files = {
      {"--json", output.json},   {"--html", output.html},   {"--markdown", output.markdown},
      {"--sarif", output.sarif}, {"--junit", output.junit}, {"--model-card", output.model_card}};
  std::erase_if(files, [](const auto& file) { return file.second.empty(); });
  return files;
}

void check_file(const std::string& option, const std::string& path) {
  if (path.empty()) return;
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) {
    throw ConfigError(fmt::format("{} '{}' is a folder; name a file", option, path));
  }
  auto folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (!std::filesystem::is_directory(folder, failed)) {
    throw ConfigError(
        fmt::format("{} '{}': there is no folder '{}'", option, path, folder.string()));
  }
  if (::access(folder.c_str(), W_OK) != 0) {
    throw ConfigError(
        fmt::format("{} '{}': cannot write there: {}", option, path, std::strerror(errno)));
  }
}

void check_writable(const OutputOptions& output) {
  std::vector<std::pair<std::string, std::string>> named;
  for (const auto& [option, path] : files_of(output)) {
    check_file(option, path);
    for (const auto& [other, same] : named) {
      if (same == path)
        throw ConfigError(fmt::format("{} and {} both name '{}'", other, option, path));
    }
    named.emplace_back(option, path);
  }
}

void write_outputs(const result::Result& result, const OutputOptions& output) {
  const std::string json = report::to_json(result);
  if (!output.json.empty()) write_whole_file(output.json, json);
  if (!output.html.empty()) write_whole_file(output.html, report::to_html(json));
  if (!output.markdown.empty()) write_whole_file(output.markdown, report::to_markdown(result));
  if (!output.sarif.empty()) write_whole_file(output.sarif, report::to_sarif(result));
  if (!output.junit.empty()) write_whole_file(output.junit, report::to_junit(result));
  if (!output.model_card.empty())
    write_whole_file(output.model_card, report::to_model_card(result));
  if (output.quiet) return;
  print(output.format == OutputFormat::json ? json : as_typed(report::to_text(result, terminal())));
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw ConfigError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

void print_paragraph(std::string_view text, std::string_view first) {
  fmt::print("{}", report::wrap(first, report::printable(text), report::TextOptions{}.width));
}

void make_folder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed)
    throw ConfigError(
        fmt::format("--output '{}': cannot make the folder: {}", folder, failed.message()));
}

}  // namespace faultline::cli

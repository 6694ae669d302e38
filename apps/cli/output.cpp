#include "cli/output.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "cli/counterfactual_gate.hpp"
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "faultline/audit/sources/recommendation.hpp"
#include "faultline/base/error.hpp"
#include "faultline/report/display.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/json.hpp"
#include "faultline/report/text.hpp"

namespace faultline::cli {
namespace {

constexpr int kInterrupted = 130;

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

void add_output_options(Options& options, OutputOptions& output, const std::string& gate) {
  options.heading("Output");
  options.unechoed(
      options.add("--json", output.json, "Write the result as JSON")->type_name("FILE"));
  options.unechoed(options.add("--html", output.html, "Write the result as one offline HTML page")
                       ->type_name("FILE"));
  options.unechoed(
      options.choice("--format", output.format, {"text", "json"}, "What goes to standard output"));
  options.unechoed(options.flag("--quiet", output.quiet, "Print nothing but errors"));
  options.choice("--fail-on", output.fail_on, {"finding"}, gate);
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
  check_file("--json", output.json);
  check_file("--html", output.html);
  if (!output.json.empty() && output.json == output.html) {
    throw ConfigError(fmt::format("--json and --html both name '{}'", output.json));
  }
}

void write_file(const std::string& given, const std::string& text) {
  // A link keeps pointing where it points: its target is what is written. A device or a pipe is
  // written to, never replaced.
  std::error_code unresolved;
  const auto resolved = std::filesystem::weakly_canonical(given, unresolved);
  const std::string path = unresolved ? given : resolved.string();
  const auto status = std::filesystem::status(path, unresolved);
  const bool exists = std::filesystem::exists(status);
  if (exists && !std::filesystem::is_regular_file(status)) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw ConfigError(fmt::format("cannot write '{}': {}", given, std::strerror(errno)));
    return;
  }
  const std::string temporary = fmt::format("{}.{}.partial", path, ::getpid());
  {
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    out << text;
    out.close();
    if (!out) {
      const int reason = errno;
      std::error_code ignored;
      std::filesystem::remove(temporary, ignored);
      throw ConfigError(fmt::format("cannot write '{}': {}", path, std::strerror(reason)));
    }
  }
  std::error_code failed;
  if (exists) std::filesystem::permissions(temporary, status.permissions(), failed);
  std::filesystem::rename(temporary, path, failed);
  if (failed) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw ConfigError(fmt::format("cannot write '{}': {}", path, failed.message()));
  }
}

void write_outputs(const audit::Result& result, const OutputOptions& output) {
  const std::string json = report::to_json(result);
  if (!output.json.empty()) write_file(output.json, json);
  if (!output.html.empty()) write_file(output.html, report::to_html(json));
  if (output.quiet) return;
  const std::string text = output.format == "json" ? json : report::to_text(result, terminal());
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw ConfigError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
  }
}

void print_paragraph(std::string_view text, std::string_view first) {
  fmt::print("{}", report::wrap(first, report::printable(text), report::TextOptions{}.width));
}

void check_gate(const OutputOptions& output, std::int64_t replicates) {
  if (output.fail_on.empty() || replicates > 0) return;
  throw ConfigError(
      "--fail-on finding needs a test: --replicates 0 switches it off, so nothing could ever fail");
}

void make_folder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed)
    throw ConfigError(
        fmt::format("--output '{}': cannot make the folder: {}", folder, failed.message()));
}

int exit_code(const audit::Result& result, const OutputOptions& output) {
  if (output.fail_on != "finding") return 0;
  const bool found = std::any_of(
      result.findings.begin(), result.findings.end(),
      [](const audit::Finding& finding) { return finding.significant.value_or(false); });
  if (found || (result.counterfactual && differs(*result.counterfactual)) ||
      (result.sources && audit::has_significant_level(*result.sources, result.alpha)))
    return 1;
  // A gate that was interrupted has not been passed.
  return result.partial ? kInterrupted : 0;
}

}  // namespace faultline::cli

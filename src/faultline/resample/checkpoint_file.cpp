// The file is text, a header and one record per line (replicate_records.hpp):
//   faultline checkpoint <tab> 1 <tab> fingerprint
//   family <tab> replicate <tab> score <tab> score ...
// A record is complete when its line end is there; what follows the last one is cut off.

#include "faultline/resample/checkpoint_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "faultline/base/error.hpp"
#include "faultline/resample/replicate_records.hpp"

namespace faultline::resample {
namespace {

constexpr std::string_view kFormat = "faultline checkpoint\t";
constexpr std::string_view kVersion = "1";

/// A descriptor that is closed with its owner; closing gives up the lock too.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

struct CheckpointFile::State {
  State(const std::string& name, const std::string& fingerprint)
      : path(name),
        file(::open(name.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)),
        header(fmt::format("{}{}\t{}\n", kFormat, kVersion, escaped(fingerprint))) {
    if (file.number() < 0) refuse_writing();
    struct stat status{};
    if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
      throw InputError(fmt::format("the checkpoint '{}' is not a plain file; name another", path));
    }
    // Two runs at once would cut off each other's lines. A file system without locks lets both in.
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      throw InputError(fmt::format(
          "the checkpoint '{}' is in use by another run; wait for its end or name another file",
          path));
    }
    take(contents());
  }

  void take(std::string_view text) {
    const auto line_end = text.find('\n');
    const std::string_view first = text.substr(0, std::min(line_end, text.size()));
    const bool whole = line_end != std::string_view::npos;
    // A header cut short by a crash is the beginning of ours; so is an empty file.
    if (!whole && header.starts_with(first)) {
      cut(0);
      write(header);
      return;
    }
    if (!first.starts_with(kFormat) || !whole) {
      throw InputError(fmt::format(
          "'{}' is not a checkpoint and was left as it is; name another file to continue from",
          path));
    }
    if (fields_of(first).at(1) != kVersion) {
      throw InputError(fmt::format(
          "the checkpoint '{}' was written by another version of Faultline (format {}, this one "
          "writes {}); delete it to start anew, or name another file",
          path, fields_of(first).at(1), kVersion));
    }
    if (text.substr(0, line_end + 1) != header) {
      throw InputError(fmt::format(
          "the checkpoint '{}' belongs to a run with other data or other options; delete it to "
          "start anew, or name another file",
          path));
    }
    std::size_t at = line_end + 1;
    std::int64_t line = 2;
    for (auto end = text.find('\n', at); end != std::string_view::npos;
         end = text.find('\n', at), ++line) {
      if (!records.read(text.substr(at, end - at))) {
        throw InputError(
            fmt::format("line {} of the checkpoint '{}' is damaged; delete the file to start anew",
                        line, path));
      }
      at = end + 1;
    }
    found = records.count();
    if (at < text.size()) cut(at);
  }

  [[nodiscard]] std::string contents() const {
    std::string text;
    std::vector<char> block(std::size_t{1} << 16);
    for (;;) {
      const auto got = ::read(file.number(), block.data(), block.size());
      if (got == 0) return text;
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) {
        throw InputError(
            fmt::format("cannot read the checkpoint '{}': {}", path, std::strerror(errno)));
      }
      text.append(block.data(), static_cast<std::size_t>(got));
    }
  }

  void cut(std::size_t length) const {
    if (::ftruncate(file.number(), static_cast<off_t>(length)) != 0) refuse_writing();
  }

  /// One call per line unless the system takes less; nothing stays in a buffer of ours, so that a
  /// killed run has lost at most the line it was writing.
  void write(std::string_view text) const {
    while (!text.empty()) {
      const auto put = ::write(file.number(), text.data(), text.size());
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) refuse_writing();
      text.remove_prefix(static_cast<std::size_t>(put));
    }
  }

  [[noreturn]] void refuse_writing() const {
    throw InputError(fmt::format(
        "cannot write the checkpoint '{}': {}; what it already holds is kept, so correct this and "
        "start again, or name another file",
        path, std::strerror(errno)));
  }

  /// False when the replicate is not known. Throws InputError when it has other tests.
  bool look_up(const std::string& family, std::uint32_t replicate, std::span<double> scores) {
    const std::lock_guard lock(mutex);
    const std::vector<double>* known = records.find(family, replicate);
    if (known == nullptr) return false;
    if (known->size() != scores.size()) {
      throw InputError(fmt::format(
          "the checkpoint '{}' holds {} scores of replicate {} of '{}' where there are {}; delete "
          "it to start anew",
          path, known->size(), replicate, family, scores.size()));
    }
    std::copy(known->begin(), known->end(), scores.begin());
    return true;
  }

  void note(const std::string& family, std::uint32_t replicate, std::span<const double> scores) {
    const std::string line = record_line(family, replicate, scores);
    const std::lock_guard lock(mutex);
    // After a failed write the file may end in half a line, which nothing may follow.
    if (failed) return;
    failed = true;
    write(line);
    failed = false;
    records.add(family, replicate, scores);
  }

  std::string path;
  Descriptor file;
  std::string header;
  std::mutex mutex{};
  Records records{};
  std::int64_t found = 0;
  bool failed = false;
};

CheckpointFile::CheckpointFile(const std::string& path, const std::string& fingerprint)
    : state_(std::make_unique<State>(path, fingerprint)) {}

CheckpointFile::~CheckpointFile() = default;

Replicate CheckpointFile::remember(const std::string& family, Replicate replicate) {
  return [state = state_.get(), name = escaped(family), replicate = std::move(replicate)](
             std::uint32_t number, std::span<double> scores) {
    if (state->look_up(name, number, scores)) return;
    replicate(number, scores);
    // A score that is not a number ends the run; it must not come back from the file.
    if (std::none_of(scores.begin(), scores.end(), [](double x) { return std::isnan(x); })) {
      state->note(name, number, scores);
    }
  };
}

std::int64_t CheckpointFile::found() const { return state_->found; }

}  // namespace faultline::resample

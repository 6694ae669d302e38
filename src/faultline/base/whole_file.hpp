#pragma once
// Files that appear whole or not at all: what is written goes to a temporary file beside the
// target, which takes the target's name at the end. A link keeps pointing where it points (its
// target is what is replaced), and a file that is replaced keeps its mode. Devices and pipes are
// written to as they are, never replaced.

#include <fstream>
#include <string>
#include <string_view>

namespace faultline {

class WholeFile {
 public:
  /// Opens it for writing. Throws ConfigError when that fails.
  explicit WholeFile(const std::string& path);
  /// Without finish(), nothing is left behind and the target is as it was.
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view text);
  /// The file that is written until finish(), for those who write by its name.
  [[nodiscard]] const std::string& partial() const { return partial_; }
  /// Ends what write() began, so that partial() may be read.
  void close();
  /// Gives the file its name. Throws ConfigError when it could not be written.
  void finish();

 private:
  std::string target_;
  std::string partial_;  // the target itself for a device or a pipe
  std::ofstream out_;
  int failure_ = 0;  // errno of the first write that failed
};

/// A whole text. Throws ConfigError.
void write_whole_file(const std::string& path, std::string_view text);

}  // namespace faultline

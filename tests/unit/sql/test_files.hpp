#pragma once
// Files for the tests of sql/, in a folder of their own that goes with the test.

#include <filesystem>
#include <fstream>
#include <string>

#include "faultline/sql/temporary_file.hpp"

namespace faultline::sql::testing {

class TestFolder {
 public:
  TestFolder() {
    const TemporaryFile unique;  // its name is free again at the end of this block
    folder_ = unique.path().string() + ".d";
    std::filesystem::create_directory(folder_);
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  /// Returns the path.
  std::string write(const std::string& name, const std::string& content) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace faultline::sql::testing

#include "faultline/base/whole_file.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "faultline/base/error.hpp"

namespace faultline {
namespace {

namespace fs = std::filesystem;

class WholeFileTest : public testing::Test {
 protected:
  WholeFileTest() { fs::create_directories(folder_); }
  ~WholeFileTest() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path(name), std::ios::binary).rdbuf();
    return text.str();
  }
  [[nodiscard]] std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

 private:
  const fs::path folder_ =
      fs::path(testing::TempDir()) / ("whole_file_" + std::to_string(::getpid()));
};

TEST_F(WholeFileTest, AppearsAtTheEnd) {
  WholeFile file(path("a.txt"));
  file.write("one ");
  file.write("two");
  EXPECT_FALSE(fs::exists(path("a.txt")));
  file.finish();
  EXPECT_EQ(content("a.txt"), "one two");
  EXPECT_EQ(files(), 1);
}

TEST_F(WholeFileTest, UnfinishedLeavesNothing) {
  write_whole_file(path("a.txt"), "old");
  {
    WholeFile file(path("a.txt"));
    file.write("new");
  }
  EXPECT_EQ(content("a.txt"), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(WholeFileTest, LinkAndModeStay) {
  write_whole_file(path("real.txt"), "old");
  fs::permissions(path("real.txt"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real.txt", path("link.txt"));
  write_whole_file(path("link.txt"), "new");
  EXPECT_TRUE(fs::is_symlink(path("link.txt")));
  EXPECT_EQ(content("real.txt"), "new");
  EXPECT_EQ(fs::status(path("real.txt")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files(), 2);
}

TEST_F(WholeFileTest, DevicesAreWrittenTo) {
  write_whole_file("/dev/null", "text");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  fs::create_symlink("/dev/null", path("link.txt"));
  write_whole_file(path("link.txt"), "text");
  EXPECT_TRUE(fs::is_symlink(path("link.txt")));
}

TEST_F(WholeFileTest, PartialIsForThoseWhoWriteByName) {
  WholeFile file(path("a.bin"));
  file.close();
  std::ofstream(file.partial(), std::ios::binary) << "by name";
  file.finish();
  EXPECT_EQ(content("a.bin"), "by name");
}

TEST_F(WholeFileTest, FailuresNameTheFile) {
  const std::string absent = path("absent/a.txt");
  try {
    write_whole_file(absent, "text");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()),
              "cannot write '" + absent + "': No such file or directory");
  }
  try {
    write_whole_file("/dev/full", std::string(100'000, 'x'));
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(), "cannot write '/dev/full': No space left on device");
  }
}

}  // namespace
}  // namespace faultline

// Runs a fuzz target over files and folders of files: findings of the past and seeds, in every
// build, without libFuzzer. Exit code 1 when there was nothing to run.

#include <algorithm>
#include <vector>

#include "fuzz/target.hpp"

int main(int count, char** arguments) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (int i = 1; i < count; ++i) {
    if (fs::is_regular_file(arguments[i])) files.emplace_back(arguments[i]);
    if (!fs::is_directory(arguments[i])) continue;
    for (const fs::directory_entry& entry : fs::directory_iterator(arguments[i]))
      if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    std::fprintf(stderr, "%s\n", file.c_str());
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  return files.empty() ? 1 : 0;
}

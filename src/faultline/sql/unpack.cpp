// The unpacked copy of spool.hpp.

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <zlib.h>

#include "faultline/base/error.hpp"
#include "faultline/base/read_file.hpp"
#include "faultline/sql/blocks.hpp"
#include "faultline/sql/spool.hpp"
#include "faultline/sql/temporary_copy.hpp"

namespace faultline::sql {

bool is_gzipped(const std::string& path) {
  std::ifstream in = open_file(path);
  std::array<char, 2> head{};
  in.read(head.data(), head.size());
  return in.gcount() == 2 && head[0] == '\x1F' && head[1] == '\x8B';
}

void copy_unpacked(const std::string& from, const std::filesystem::path& to,
                   const std::stop_token& stop) {
  const std::unique_ptr<gzFile_s, decltype(&gzclose)> in(gzopen(from.c_str(), "rb"), &gzclose);
  if (!in) throw InputError(fmt::format("cannot open '{}': {}", from, std::strerror(errno)));
  TemporaryCopy out(to);
  std::vector<char> block(kBlock);
  while (const int read = gzread(in.get(), block.data(), static_cast<unsigned>(block.size()))) {
    if (read < 0) break;
    throw_if_stopped(stop);
    out.write({block.data(), static_cast<std::size_t>(read)});
  }
  int code = Z_OK;
  const std::string reason = gzerror(in.get(), &code);
  if (code != Z_OK && code != Z_STREAM_END) {
    throw InputError(fmt::format("'{}' cannot be unpacked to its end: {}", from,
                                 code == Z_BUF_ERROR ? "it is cut off" : reason));
  }
  out.finish();
}

}  // namespace faultline::sql

#include "cli/terminal/exit_code.hpp"

#include <cstdio>
#include <exception>
#include <new>

#include "cli/terminal/spelling.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {
namespace {

// The README promises these; 130 is what shells report after Ctrl-C.
constexpr int kInternal = 3;
constexpr int kInterrupted = 130;

/// One line, whatever a message quotes from the data.
std::string one_line(std::string message) {
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return std::string(trim(message));
}

int complain(const std::string& message, int code) {
  fmt::print(stderr, "faultline: {}\n", one_line(message));
  return code;
}

}  // namespace

int exit_code_of(int (*run)(std::vector<std::string> words), int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const Cancelled& error) {
    return complain(as_typed(error), kInterrupted);
  } catch (const InternalError& error) {
    return complain(fmt::format("internal error: {} (please report it)", error.what()), kInternal);
  } catch (const Error& error) {
    return complain(as_typed(error), kUsage);
  } catch (const std::bad_alloc&) {
    return complain("out of memory", kInternal);
  } catch (const std::exception& error) {
    return complain(fmt::format("internal error: {} (please report it)", error.what()), kInternal);
  }
}

}  // namespace faultline::cli

// faultline-reproduce STUDY ...: what `faultline reproduce` starts.

#include "cli/command.hpp"
#include "cli/terminal/exit_code.hpp"

int main(int argc, char** argv) {
  return faultline::cli::exit_code_of(&faultline::cli::run_reproduce, argc, argv);
}

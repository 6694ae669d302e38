#pragma once
// Wrong on purpose: the terminal must not know the commands. Never compiled.
#include "cli/commands/method_run.hpp"

"""python -m faultline_audit: the command line, as this package brings it."""

from __future__ import annotations

import os
import sys

from ._library import program


def main() -> None:
    if sys.argv[1:2] == ["sql"]:  # what a warehouse runs is written by ibis, which the program does not have
        from ._sql_command import main as print_sql

        return print_sql(sys.argv[2:])
    path = program()
    if not os.path.exists(path):
        sys.exit(f"python -m faultline_audit: there is no program at {path}; install the package")
    # The program takes this process's place, so that signals and exit codes are its own.
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()

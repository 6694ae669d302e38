#!/usr/bin/env python3
"""What a terminal sees on standard error: the progress line says what is done, and is gone when the result stands."""

import os
import pathlib
import pty
import subprocess
import sys
import tempfile


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        rows = "".join(f"{'ab'[i % 2]},{i % 3 % 2},0.4\n" for i in range(200))
        (pathlib.Path(name) / "people.csv").write_text("group,y,p\n" + rows, encoding="utf-8")
        ours, theirs = pty.openpty()
        done = subprocess.run([str(program), "scan", "people.csv", "--outcome", "y", "--score", "p", "--replicates", "199"],
                              cwd=name, stdout=subprocess.DEVNULL, stderr=theirs, check=False, timeout=300)
        os.close(theirs)
        seen = b""
        try:
            while block := os.read(ours, 65536):
                seen += block
        except OSError:  # how Linux says that the other end is closed
            pass
    text = seen.decode("utf-8", "replace")
    problems = []
    if done.returncode != 0:
        problems.append(f"exit code {done.returncode}")
    if not text.startswith("\r\x1b[Kreading\r\x1b[K"):
        problems.append("does not start with 'reading' alone")
    if "[" not in text.split("reading", 1)[-1].replace("\x1b[K", "") or "100 %" not in text:
        problems.append("shows no bar that fills")
    if not text.endswith("\r\x1b[K"):
        problems.append("does not remove its line")
    for problem in problems:
        print(f"{problem}: {text!r}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

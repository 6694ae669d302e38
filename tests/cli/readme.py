#!/usr/bin/env python3
"""readme.py FAULTLINE README: what the README quotes of the program's answers is what the program says.

Runs the README's commands on the COMPAS file, and the scan that it describes beside the check. Every block of output there must
stand in one of the answers line by line; a line "..." stands for lines that are left out. Skipped where the shared data are not.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

SKIPPED = 77
DATA = "compas-scores-two-years.csv"
TYPED = ("faultline ", "make ", "cat ")


def shared() -> pathlib.Path:
    root = os.environ.get("FAULTLINE_SHARED")
    return pathlib.Path(root) / "data" if root else pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"


def blocks(text: str) -> list:
    """Fenced blocks without a language."""
    return [block for language, block in re.findall(r"^```(\w*)\n(.*?)^```", text, re.M | re.S) if not language]


def commands(typed: list) -> list:
    found = [shlex.split(block.replace("\\\n", " ")) for block in typed if DATA in block and "panel.csv" not in block]
    for command in list(found):
        if command[1] == "check":  # "The scan by itself is the same command with `scan`, without `--protected`"
            at = command.index("--protected")
            found.append(["faultline", "scan", *command[2:at]])
    return found


def chunks(block: str) -> list:
    """Runs of lines between those that are left out, without their common margin."""
    parts = re.split(r"^ *\.\.\.\n", block, flags=re.M)
    return ["\n".join(line.strip() for line in part.splitlines()) for part in parts if part.strip()]


def stands_in(block: str, answer: str) -> bool:
    answer = "\n".join(line.strip() for line in answer.splitlines()) + "\n"
    at = 0
    for chunk in chunks(block):
        at = answer.find(chunk + "\n", at)
        if at < 0:
            return False
        at += len(chunk)
    return True


def main(program: str, readme: str) -> int:
    if not (shared() / DATA).exists():
        print(f"skipped: {shared() / DATA} is not there")
        return SKIPPED
    found = blocks(pathlib.Path(readme).read_text(encoding="utf-8"))
    quoted = [block for block in found if not block.startswith(TYPED)]
    answers = {}
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / DATA).symlink_to(shared() / DATA)
        for command in commands([block for block in found if block.startswith("faultline ")]):
            run = subprocess.run([program, *command[1:]], cwd=folder, capture_output=True, text=True, check=True)
            answers[command[1]] = run.stdout
    stale = [block for block in quoted if not any(stands_in(block, answer) for answer in answers.values())]
    for block in stale:
        print(f"README.md quotes what none of {', '.join(answers)} says:\n{block}")
    return 1 if stale or not quoted else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]))

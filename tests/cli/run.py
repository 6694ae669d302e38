#!/usr/bin/env python3
"""Runs one *.test file: makes its files in an empty folder, runs its commands there, compares what they say.

    # a comment; the first one says what the file tests
    needs data/name.csv            skip unless the shared file is there; {shared} in commands is its root
    file NAME                      the lines up to ---- go into a file
    bytes NAME "\\xef\\xbb\\xbfa,b\\n"  the same for anything, in Python's notation
    run scan people.csv --quiet    a command line, split as a shell would, but run without one
    stdin NAME                     (after run) what it reads on standard input
    exit 2                         (after run) its exit code, 0 unless said
    stdout TEXT   stderr TEXT      that stream holds the text
    stdout-not TEXT                it does not
    stdout-columns 80              no line of it is wider
    is-file NAME   no-file NAME    the file exists, or does not
    in-file NAME TEXT              the file holds the text
    same-file NAME OTHER           both files hold the same

A command that ends with code 2 must print nothing but one line "faultline: ..." on standard error, and one that ends with
0 or 1 nothing there unless the test says what. No test may leave a file that is not named in it.
"""

import ast
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

SKIPPED = 77


class Run:
    def __init__(self, line, arguments):
        self.line = line
        self.arguments = arguments
        self.stdin = None
        self.exit = 0
        self.checks = []


def parse(path, shared):
    files, runs = {}, []
    lines = path.read_text(encoding="utf-8").splitlines()
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        word, _, rest = line.partition(" ")
        if not line.strip() or line.startswith("#"):
            continue
        if word == "needs":
            if not (shared / rest).exists():
                print(f"skipped: needs the shared file {rest}")
                sys.exit(SKIPPED)
        elif word == "file":
            end = lines.index("----", number)
            files[rest] = "".join(text + "\n" for text in lines[number:end]).encode()
            number = end + 1
        elif word == "bytes":
            name, _, literal = rest.partition(" ")
            files[name] = ast.literal_eval("b" + literal)
        elif word == "run":
            runs.append(Run(number, [part.replace("{shared}", str(shared)) for part in shlex.split(rest)]))
        elif word == "stdin":
            runs[-1].stdin = rest
        elif word == "exit":
            runs[-1].exit = int(rest)
        elif word in ("stdout", "stderr", "stdout-not", "stdout-columns", "is-file", "no-file", "in-file", "same-file"):
            runs[-1].checks.append((number, word, rest))
        else:
            sys.exit(f"{path}:{number}: what is '{word}'?")
    if not runs:
        sys.exit(f"{path}: no command is run")
    return files, runs


def complaints(run, done, folder):
    out = done.stdout.decode("utf-8", "replace")
    err = done.stderr.decode("utf-8", "replace")
    if done.returncode != run.exit:
        yield run.line, f"exit code {done.returncode}, expected {run.exit}"
    if run.exit == 2 and run.arguments:
        if out:
            yield run.line, "bad input, but something on standard output"
        if not err.startswith("faultline: ") or err.count("\n") != 1:
            yield run.line, "not one line 'faultline: ...' on standard error"
    said = any(word == "stderr" for _, word, _ in run.checks)
    if run.exit in (0, 1) and err and not said:
        yield run.line, "something on standard error"
    for number, word, text in run.checks:
        name, _, content = text.partition(" ")
        target = folder / name
        if word == "stdout" and text not in out:
            yield number, f"standard output lacks: {text}"
        if word == "stdout-not" and text in out:
            yield number, f"standard output holds: {text}"
        if word == "stdout-columns":
            wide = [line for line in out.splitlines() if len(line) > int(text)]
            if wide:
                yield number, f"wider than {text} columns: {wide[0]}"
        if word == "stderr" and text not in err:
            yield number, f"standard error lacks: {text}"
        if word == "is-file" and not target.exists():
            yield number, f"there is no file {name}"
        if word == "no-file" and target.exists():
            yield number, f"there is a file {name}"
        if word == "in-file" and (not target.exists() or content not in target.read_text(encoding="utf-8")):
            yield number, f"{name} lacks: {content}"
        if word == "same-file" and (not target.exists() or target.read_bytes() != (folder / content).read_bytes()):
            yield number, f"{name} and {content} differ"


def main():
    program, path = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    shared = pathlib.Path(os.environ.get("FAULTLINE_SHARED", path.parents[2] / ".." / "shared")).resolve()
    files, runs = parse(path, shared)
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, content in files.items():
            (folder / file).write_bytes(content)
        for run in runs:
            done = subprocess.run([str(program), *run.arguments], cwd=folder, capture_output=True, check=False, timeout=300,
                                  input=files[run.stdin] if run.stdin else b"")
            found = list(complaints(run, done, folder))
            for number, text in found:
                print(f"{path.name}:{number}: {text}")
            if found:
                print(f"--- {shlex.join(run.arguments)}\n--- stdout\n{done.stdout.decode('utf-8', 'replace')}"
                      f"--- stderr\n{done.stderr.decode('utf-8', 'replace')}---")
            failed += len(found)
        mentioned = path.read_text(encoding="utf-8")
        for left in sorted(folder.iterdir()):
            if left.name not in mentioned:
                print(f"{path.name}: left behind: {left.name}")
                failed += 1
    print(f"{path.name}: {len(runs)} commands, {failed} complaints")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""clang-tidy over the sources of the tidy build: tools/tidy.py [--since REF] [FOLDER...]

Without a folder over everything; with --since only sources that differ from that commit, or include a header that does. A source that was clean is
not looked at again until it, a header of ours that it includes, or .clang-tidy changes (build/tidy/clean remembers).
"""

import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/tidy"
CLEAN = BUILD / "clean"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
# Where quoted includes are looked for, besides the includer's own folder.
ROOTS = [ROOT / folder for folder in ("src", "apps", "tests", "tests/unit", "bench")]
OWN_CODE = ROOT / "tools/tidy_own_code.cpp"
LLVM_HEADERS = "/usr/lib/llvm-19/include"
# The compile commands are GCC's: clang-tidy overlooks warning options that it does not know.
TIDY = ["clang-tidy-19", "-p", str(BUILD), "--quiet", "--warnings-as-errors=*", "--extra-arg=-Wno-unknown-warning-option"]


@functools.cache
def text_of(path):
    return path.read_text(errors="replace")


@functools.cache
def included_by(path):
    found = []
    for name in INCLUDE.findall(text_of(path)):
        for folder in [path.parent, *ROOTS]:
            header = folder / name
            if header.is_file():
                found.append(header.resolve())
                break
    return found


def parts_of(source):
    """The source and every header of ours that it includes."""
    parts, todo = {source}, [source]
    while todo:
        for header in included_by(todo.pop()):
            if header not in parts:
                parts.add(header)
                todo.append(header)
    return sorted(parts)


def key_of(source):
    digest = hashlib.sha256()
    for folder in reversed(source.parents):
        if folder.is_relative_to(ROOT) and (folder / ".clang-tidy").is_file():
            digest.update((folder / ".clang-tidy").read_bytes())
    for part in parts_of(source):
        digest.update(f"{part.relative_to(ROOT)}\n{text_of(part)}".encode())
    return digest.hexdigest()


def quick_environment():
    """The environment in which clang-tidy keeps to our own code, see tidy_own_code.cpp."""
    library = BUILD / "own_code.so"
    if not library.exists() or library.stat().st_mtime < OWN_CODE.stat().st_mtime:
        subprocess.run(["g++", "-std=c++17", "-O1", "-fPIC", "-shared", "-fno-rtti", "-isystem", LLVM_HEADERS, str(OWN_CODE), "-o", str(library)], check=True)
    return {**os.environ, "LD_PRELOAD": str(library)}


def check(source, environment):
    mark = CLEAN / key_of(source)
    if mark.exists():
        return ""
    run = subprocess.run([*TIDY, str(source)], capture_output=True, text=True, env=environment)
    if run.returncode == 0:
        mark.touch()
        return ""
    return run.stdout.strip() or run.stderr.strip()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--since")
    arguments.add_argument("folders", nargs="*")
    options = arguments.parse_args()
    CLEAN.mkdir(exist_ok=True)
    ours = {path.resolve() for path in map(ROOT.joinpath, subprocess.check_output(["git", "ls-files", "*.cpp"], cwd=ROOT, text=True).split())}
    built = {pathlib.Path(entry["file"]).resolve() for entry in json.loads((BUILD / "compile_commands.json").read_text())}
    sources = sorted(ours & built)
    if options.folders:
        folders = [(ROOT / folder).resolve() for folder in options.folders]
        sources = [source for source in sources if any(source.is_relative_to(folder) for folder in folders)]
    if options.since:
        changed = {ROOT / name for name in subprocess.check_output(["git", "diff", "--name-only", options.since], cwd=ROOT, text=True).split()}
        sources = [source for source in sources if changed & set(parts_of(source))]
    environment = quick_environment()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count()))) as pool:
        for report in pool.map(functools.partial(check, environment=environment), sources):
            if report:
                failed += 1
                print(report, flush=True)
    print(f"clang-tidy: {len(sources)} sources, {failed} with reports")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

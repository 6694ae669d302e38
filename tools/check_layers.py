#!/usr/bin/env python3
"""Fails on an #include that goes up the house: a folder may include only what its row names. The rooms of apps/cli/ are folders
too."""

import pathlib
import re
import sys

CORE = ["base", "math", "rng", "parallel", "data"]
MAY_INCLUDE = {
    "base": [],
    "math": ["base"],
    "rng": ["base"],
    "parallel": ["base"],
    "data": ["base"],
    "result": ["base", "data"],
    "sql": ["base", "data"],
    "model": CORE,
    "search": CORE,
    "resample": CORE,
    "methods": CORE + ["result", "model", "search", "resample"],
    "run": CORE + ["result", "model", "search", "resample", "methods"],
    "c_api": CORE + ["result", "sql", "model", "search", "resample", "methods", "run", "report", "simulate"],
    "simulate": ["base", "math", "rng", "data", "model"],
    "rivals": ["base", "math", "rng", "data", "model"],
    "studies": CORE + ["result", "model", "search", "resample", "methods", "simulate", "rivals", "report"],
    "report": ["base", "data", "result"],
}
LIBRARY = list(MAY_INCLUDE)
# Rooms of the command line; what stands beside them (main.cpp, the list of commands) may name everything and be named.
CLI_MAY_INCLUDE = {
    "terminal": ["faultline/" + name for name in ("base", "parallel", "result", "report")],
    "options": ["terminal", "faultline/base"],
    "commands": ["terminal", "options"] + ["faultline/" + name for name in LIBRARY if name not in ("studies", "rivals", "c_api")],
    "simulate": ["terminal", "options"] + ["faultline/" + name for name in LIBRARY if name not in ("rivals", "c_api")],
    "reproduce": ["terminal", "options", "simulate"] + ["faultline/" + name for name in LIBRARY if name != "c_api"],
}
# Heavy or replaceable libraries have one home each.
HOME = {
    "duckdb.h": ["sql"],
    "tbb/": ["parallel"],
    "oneapi/": ["parallel"],
    "Random123/": ["rng"],
    "boost/": ["math"],
    "Eigen/": ["model"],
    "xgboost/": ["model"],
    "nlohmann/": ["base"],
    "utf8proc.h": ["base"],
    "openssl/": ["sql"],
    "CLI/": ["options"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def includes(path: pathlib.Path):
    """Line number and target of every #include."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match.group(1)


def upward(folder: str, target: str) -> str | None:
    """The folder of the library that must not be included from here."""
    parts = target.split("/")
    other = parts[1] if parts[0] == "faultline" and len(parts) > 2 else None
    return other if other and other != folder and other not in MAY_INCLUDE[folder] else None


def upward_in_cli(room: str, target: str) -> str | None:
    """The same for a room of the command line, which may name a folder of the library or another room."""
    parts = target.split("/")
    if parts[0] not in ("faultline", "cli") or len(parts) < 3:
        return None
    other = parts[1] if parts[0] == "cli" else "/".join(parts[:2])
    return other if other != room and other not in CLI_MAY_INCLUDE[room] else None


def complaints(root: pathlib.Path) -> list[str]:
    found = []
    houses = [(root / "src" / "faultline", upward, "{}/"), (root / "apps" / "cli", upward_in_cli, "cli/{}/")]
    for house, forbidden, shown in houses:
        for path in sorted(house.rglob("*.[ch]pp")):
            rooms = path.relative_to(house).parts[:-1]
            for number, target in includes(path):
                where = f"{path.relative_to(root)}:{number}"
                # The facade and the main program, which stand in no room, may name everything.
                if rooms and (other := forbidden(rooms[0], target)):
                    found.append(f"{where}: {shown.format(rooms[0])} must not include {other}/")
                for prefix, homes in HOME.items():
                    if target.startswith(prefix) and not (rooms and rooms[0] in homes):
                        found.append(f"{where}: <{target}> belongs in {', '.join(homes)}/ only")
    return found


if __name__ == "__main__":
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    root = root if root.is_dir() else root.parent.parent
    problems = complaints(root)
    print("\n".join(problems) if problems else "layers: in order")
    sys.exit(1 if problems else 0)

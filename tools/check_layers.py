#!/usr/bin/env python3
"""Fails on an #include that goes up the house: a folder may include only what its row names."""

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
    "scan": CORE,
    "resample": CORE,
    "audit": CORE + ["result", "model", "scan", "resample"],
    "run": CORE + ["result", "model", "scan", "resample", "audit"],
    "c_api": CORE + ["result", "sql", "model", "scan", "resample", "audit", "run", "report"],
    "simulate": ["base", "math", "rng", "data", "model"],
    "rivals": ["base", "math", "rng", "data", "model"],
    "studies": CORE + ["result", "model", "scan", "resample", "audit", "simulate", "rivals"],
    "report": ["base", "data", "result"],
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
    "openssl/": ["sql"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def complaints(root: pathlib.Path) -> list[str]:
    found = []
    source = root / "src" / "faultline"
    for path in sorted(source.rglob("*.[ch]pp")):
        folder = path.relative_to(source).parts[0]
        if folder == "faultline.hpp":  # the facade may name everything
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            target = match.group(1)
            where = f"{path.relative_to(root)}:{number}"
            if target.startswith("faultline/"):
                other = target.split("/")[1]
                if other != folder and other not in MAY_INCLUDE[folder]:
                    found.append(f"{where}: {folder}/ must not include {other}/")
            for prefix, homes in HOME.items():
                if target.startswith(prefix) and folder not in homes:
                    found.append(f"{where}: <{target}> belongs in {', '.join(homes)}/ only")
    return found


if __name__ == "__main__":
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    root = root if root.is_dir() else root.parent.parent
    problems = complaints(root)
    print("\n".join(problems) if problems else "layers: in order")
    sys.exit(1 if problems else 0)

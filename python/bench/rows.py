"""rows.py [ROWS]: a scan of a pandas frame beside the same scan of a Parquet file, the same answer first.

Prints both times and their ratio: the best of three each, taken in turns.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from typing import Any

import numpy
import pandas

import faultline_audit as fl


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    draw = numpy.random.default_rng(1)
    frame = pandas.DataFrame({f"a{i}": draw.choice(["one", "two", "three"], rows) for i in range(4)})
    frame["p"] = draw.random(rows).round(2)
    frame["y"] = (draw.random(rows) < frame["p"]).astype(int)
    frame["note"] = draw.integers(0, rows, rows).astype(str)  # plays no role
    options: dict[str, Any] = {
        "outcome": "y",
        "score": "p",
        "attributes": ["a0", "a1", "a2", "a3"],
        "replicates": 99,
        "clip": 0.001,
    }
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "people.parquet")
        frame.to_parquet(path)
        assert fl.scan(frame, **options).findings == fl.scan(path, **options).findings
        times: dict[str, list[float]] = {"pandas": [], "Parquet": []}
        for _ in range(3):
            for name, data in (("pandas", frame), ("Parquet", path)):
                begun = time.perf_counter()
                fl.scan(data, **options)
                times[name].append(time.perf_counter() - begun)
    best = {name: min(taken) for name, taken in times.items()}
    print(f"{rows:,} rows: pandas {best['pandas']:.2f} s, Parquet {best['Parquet']:.2f} s,", end=" ")
    print(f"ratio {best['pandas'] / best['Parquet']:.2f}")


if __name__ == "__main__":
    main()

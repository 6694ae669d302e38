"""Invented people with a known truth, as `faultline simulate` writes them.

The generators belong to the command line, not to the library, so the program that the package brings makes
the files, and this reads them.
"""

from __future__ import annotations

import csv
import os
import re
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._library import program
from ._options import dict_texts
from ._tables import frame_of_columns

_FILES = {"output", "train", "test", "config"}  # what is written is handed back; options stand in the call
_REPEATED = ("bins", "derive")


@dataclass
class Simulated:
    """Invented people. `data` are those to audit, `training` those a classifier was trained on, where there
    are such, `truth` is what is known of them beyond their columns: a data frame, a text, or None; `text` is
    what the command line says of them."""

    data: Any
    training: Any
    truth: Any
    text: str

    def __repr__(self) -> str:
        return self.text


def simulate(generator: str, input: Any = None, *, library: str | None = None, **options: Any) -> Simulated:
    """People with a known truth: `fl.simulate("cbs", rows=2000, mu_sep=0.3, protected="sex=Female").data`.

    `generator` is "cbs", "counterfactual", "notes", "quadratic", "reviews" or "sampling-bias". `input` is the path
    of a file whose covariates are used, only with "cbs". `library` is that of the data frames: "pandas", "polars",
    "pyarrow" or "dict"; by default the first that is there. The options are those of
    `python -m faultline_audit simulate GENERATOR --help`, with underscores."""
    line = [program(), "simulate", generator]
    if input is not None:
        line.append(os.path.abspath(input))
    for name, value in options.items():
        if name in _FILES:
            raise TypeError(f"`{name}`: simulate() hands back what the command line would write, and reads no options")
        line += _words("seed" if name == "random_state" else name, value)
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(line, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise ValueError(_sentence(done.stderr))
        made = {_part(name): _read(os.path.join(folder, name), library or "") for name in sorted(os.listdir(folder))}
    text = "\n".join(one for one in done.stdout.splitlines() if not one.startswith("wrote ")).strip()
    return Simulated(made["data"], made.get("training"), made.get("truth"), text)


def _words(name: str, value: Any) -> list[str]:
    """An option of the command line; a dict as everywhere in this package, True as a switch."""
    option = "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [option]
    if isinstance(value, Mapping):
        value = dict_texts(name, value) if name in _REPEATED else [";".join(dict_texts(name, value))]
    elif isinstance(value, str) or not hasattr(value, "__iter__"):
        value = [value]
    elif name not in _REPEATED:
        value = [",".join(map(str, value))]
    return [f"{option}={one}" for one in value]


def _sentence(told: str) -> str:
    """What the command line says, with options as arguments."""
    text = " ".join(told.split()).removeprefix("faultline: ")
    return re.sub(r"--([a-z][a-z-]*)", lambda found: f"`{found[1].replace('-', '_')}`", text)


def _part(name: str) -> str:
    return "truth" if ".truth." in name else "training" if name == "train.csv" else "data"


def _read(path: str, library: str) -> Any:
    with open(path, encoding="utf-8", newline="") as file:
        if not path.endswith(".csv"):
            return file.read().strip()
        names, *rows = csv.reader(file)
    return frame_of_columns({name: _typed(values) for name, values in zip(names, zip(*rows))}, library)


def _typed(values: tuple[str, ...]) -> list[Any]:
    """Whole numbers, numbers or texts: the first that all values are. 00 is a text."""
    if all(re.fullmatch(r"-?(0|[1-9]\d*)", value) for value in values):
        return [int(value) for value in values]
    try:
        return [float(value) for value in values]
    except ValueError:
        return list(values)

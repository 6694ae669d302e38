"""People for the tests: drawn by the program, once for all of them."""

from __future__ import annotations

import os
import pathlib
import subprocess
from typing import Any, Callable

import pandas
import pytest

PROGRAM = os.environ["FAULTLINE_PROGRAM"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    made = tmp_path_factory.mktemp("people")
    for line in (
        "simulate cbs --mu-sep 0.3 --protected sex=Female --rows 800 --output people.csv",
        "simulate counterfactual --scenario 2 --people 600 --output patients.csv",
    ):
        subprocess.run([PROGRAM, *line.split()], cwd=made, check=True, capture_output=True)
    return made


@pytest.fixture(scope="session")
def program(folder: pathlib.Path) -> Callable[[str], str]:
    """What the command line answers, in the folder of the people."""

    def run(line: str) -> str:
        done = subprocess.run([PROGRAM, *line.split()], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def read(path: pathlib.Path) -> Any:
    """A file as pandas reads it, numbers to their last bit; "None" is a value of the people, not a missing one."""
    exact: Any = {"float_precision": "round_trip"} if pandas.__version__ < "3" else {}  # the only one since then
    return pandas.read_csv(path, keep_default_na=False, **exact)


@pytest.fixture(scope="session")
def people(folder: pathlib.Path) -> Any:
    return read(folder / "people.csv")


@pytest.fixture(scope="session")
def scan(people: Any) -> Any:
    import faultline_audit as fl

    return fl.scan(people, outcome="outcome", score="prediction", attributes=["sex", "ward"], replicates=99)

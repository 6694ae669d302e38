"""Functions, stubs and pages are what the engine describes."""

from __future__ import annotations

import inspect
import json
import pathlib
import subprocess
import sys

import faultline_audit as fl
from faultline_audit import _library
from faultline_audit._options import ALIASES

HERE = pathlib.Path(__file__).parent


def test_generated_files_are_up_to_date():
    done = subprocess.run([sys.executable, HERE.parent / "generate.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_there_is_a_function_for_every_command():
    for command in json.loads(_library.describe("options"))["commands"]:
        function = getattr(fl, command["command"])
        parameters = inspect.signature(function).parameters
        assert command["help"].split()[0] in function.__doc__
        for option in command["options"]:
            name = option["key"] + "_" * (option["key"] == "lambda")
            if option["key"] in ("input", "fail_on"):
                assert name not in parameters
                continue
            default = parameters[name].default
            assert default == (tuple(option["default"]) or None if option["list"] else option["default"]), name
            assert parameters[name].kind == inspect.Parameter.KEYWORD_ONLY


def test_names_of_scikit_learn_stand_in_the_signatures():
    parameters = inspect.signature(fl.audit).parameters
    assert set(ALIASES) <= set(parameters)
    assert "y_pred" not in inspect.signature(fl.sources).parameters


def test_findings_have_every_field_of_the_schema(scan):
    entry = scan.to_dict()["findings"][0]
    finding = scan.findings[0]
    for key, value in entry.items():
        found = getattr(finding, key)
        assert (list(found) if isinstance(found, tuple) else found) == value

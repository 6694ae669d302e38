"""Errors keep the engine's sentence and name the argument."""

from __future__ import annotations

import pytest

import faultline_audit as fl

DATA = {"y": [0, 1] * 5, "p": [0.4] * 10, "x": list("aabbaabbab"), "group": list("ababababab")}


@pytest.mark.parametrize(
    ("options", "kind", "sentence"),
    [
        ({"y_true": "nope", "y_prob": "p"}, ValueError, "`y_true`: there is no column 'nope'"),
        ({"outcome": "nope", "score": "p"}, ValueError, "`outcome`: there is no column 'nope'"),
        ({"outcome": "y", "score": "p", "attributes": "groop"}, ValueError, "no column 'groop'; did you mean 'group'"),
        ({"outcome": "y", "score": "p", "attributes": "z"}, ValueError, "no column 'z'; the columns are y, p, x and group"),
        ({"outcome": "y"}, ValueError, "scan needs a prediction: add `score = COL`"),
        ({"outcome": "y", "score": "p", "alpha": 2}, ValueError, "alpha.* 2.*: must be above 0 and below 1"),
        ({"outcome": "y", "score": "p", "direction": "up"}, ValueError, "direction"),
        ({"outcome": "y", "score": "p", "replicates": "many"}, TypeError, "`replicates` = 'many': must be a whole number"),
        ({"outcome": "y", "score": "p", "power": 1}, TypeError, "`power` = 1: must be True or False"),
        ({"outcome": "y", "score": "p", "penalty": "x"}, TypeError, "`penalty` = 'x': must be a number"),
        ({"outcome": "y", "score": "p", "clip": float("nan")}, ValueError, "`clip` = nan: must be a finite number"),
        ({"outcome": "y", "score": "p", "penalty": 10**400}, ValueError, "`penalty` = 1.*: must be a finite number"),
        ({"outcome": "y", "score": "p", "where": 3.5j}, TypeError, "`where` = 3.5j: must be a string"),
        ({"outcome": "y", "score": "p", "attributs": "x"}, TypeError, "no argument `attributs`; did you mean `attributes`"),
        ({"outcome": "y", "y_true": "y", "score": "p"}, TypeError, "`outcome` and `y_true` are the same option"),
        ({"outcome": "y", "score": "p", "null": {"a": 1}}, TypeError, "`null` = .*: must be a list"),
        ({"outcome": "y", "score": "p", "sample_weight": [1.5] * 10}, ValueError, "`sample_weight`"),
        ({"outcome": "y", "score": "p", "random_state": "x"}, TypeError, "`random_state` = 'x': must be a whole number"),
    ],
)  # fmt: skip
def test_sentences(options, kind, sentence):
    with pytest.raises(kind, match=sentence):
        fl.scan(DATA, **options)


def test_lambda_is_called_as_python_calls_it():
    with pytest.raises(ValueError, match="lambda_"):
        fl.ijdi(DATA, outcome="y", decision="y", lambda_="x", fit_probability="logistic", attributes="x")


def test_a_damaged_result_is_told():
    with pytest.raises(ValueError, match="JSON"):
        fl.loads("no result")


def test_a_spec_that_is_none():
    with pytest.raises(TypeError, match="`spec` is int"):
        fl.run(3)
    with pytest.raises(ValueError, match="command"):
        fl.run({"command": "nothing"})


def test_the_engine_must_be_there(monkeypatch):
    from faultline_audit import _library

    monkeypatch.setenv("FAULTLINE_LIBRARY", "/nowhere/libfaultline.so")
    with pytest.raises(ImportError, match="FAULTLINE_LIBRARY"):
        _library.library.__wrapped__()

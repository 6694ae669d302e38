"""Every method gives the same bits as the command line, whatever the people come in."""

from __future__ import annotations

import json
import os

import polars
import pyarrow
import pytest
from conftest import read

import faultline_audit as fl

CASES = {
    "scan": (
        "scan people.csv --outcome outcome --score prediction --replicates 9",
        {"outcome": "outcome", "score": "prediction", "replicates": 9},
    ),
    "scan, few columns": (
        "scan people.csv --outcome outcome --score prediction --replicates 9 --bins true_probability=quantile:3"
        " --attributes sex,true_probability",
        {
            "y_true": "outcome", "y_prob": "prediction", "replicates": 9, "random_state": 1,
            "bins": {"true_probability": "quantile:3"}, "sensitive_features": ["sex", "true_probability"],
        },
    ),
    "audit": (
        "audit people.csv --outcome outcome --score prediction --decision decision --protected sex=Female"
        " --attributes age_group,ward --covariates age_group,ward --replicates 9",
        {
            "outcome": "outcome", "score": "prediction", "decision": "decision", "protected": {"sex": "Female"},
            "attributes": ["age_group", "ward"], "covariates": ["age_group", "ward"], "replicates": 9,
        },
    ),
    "ijdi": (
        "ijdi people.csv --outcome outcome --decision decision --fit-probability logistic --attributes sex,ward"
        " --lambda 0,1 --replicates 9",
        {
            "outcome": "outcome", "decision": "decision", "fit_probability": "logistic",
            "attributes": ["sex", "ward"], "lambda_": [0, 1], "replicates": 9,
        },
    ),
    "mitigate": (
        "mitigate people.csv --outcome outcome --score prediction --threshold >0.5 --true-probability true_probability"
        " --attributes sex,ward --replicates 9",
        {
            "outcome": "outcome", "score": "prediction", "threshold": ">0.5", "attributes": ["sex", "ward"],
            "true_probability": "true_probability", "replicates": 9,
        },
    ),
    "counterfactual": (
        "counterfactual patients.csv --outcome Y --decision S --treatment D --protected A1,A2 --covariates X.1,X.2"
        " --replicates 19 --bootstrap 19",
        {
            "outcome": "Y", "decision": "S", "treatment": "D", "protected": ["A1", "A2"],
            "covariates": ["X.1", "X.2"], "replicates": 19, "bootstrap": 19,
        },
    ),
    "sources": (
        "sources people.csv --outcome outcome --protected sex --covariates age_group,ward --model logistic"
        " --parts costs,noise",
        {
            "outcome": "outcome", "protected": "sex", "covariates": ["age_group", "ward"], "model": "logistic",
            "parts": ["costs", "noise"],
        },
    ),
    "metrics": (
        "metrics people.csv --outcome outcome --score prediction --decision decision --protected sex,age_group"
        " --reference rest",
        {
            "y_true": "outcome", "y_prob": "prediction", "y_pred": "decision",
            "sensitive_features": ["sex", "age_group"], "reference": "rest",
        },
    ),
    "check": (
        "check people.csv --outcome outcome --score prediction --decision decision --protected sex --attributes sex,ward"
        " --replicates 199",
        {
            "y_true": "outcome", "y_prob": "prediction", "y_pred": "decision", "sensitive_features": "sex",
            "attributes": ["sex", "ward"], "replicates": 199,
        },
    ),
    "compare": (
        "compare people.csv --outcome outcome --score prediction,true_probability --threshold 0.5 --attributes sex,ward"
        " --replicates 59",
        {
            "y_true": "outcome", "y_prob": ["prediction", "true_probability"], "threshold": 0.5,
            "attributes": ["sex", "ward"], "replicates": 59,
        },
    ),
}  # fmt: skip


def bare(text):
    """Without what may differ between runs, and what only a file has."""
    result = json.loads(text)
    for key in ("timing", "threads"):
        del result[key]
    for part in [result, *result.get("parts", [])]:
        part["config"]["input"] = None
        for key in ("source", "sha256"):
            del part["data"][key]
    return result


SOURCES = {
    "pandas": lambda frame: frame,
    "polars": polars.from_pandas,
    "pyarrow": lambda frame: pyarrow.Table.from_pandas(frame, preserve_index=False),
    "dict": lambda frame: {name: frame[name].tolist() for name in frame},
    "arrays": lambda frame: {name: frame[name].to_numpy() for name in frame},
    "record batches": lambda frame: pyarrow.Table.from_pandas(frame).to_reader(max_chunksize=100),
}


@pytest.mark.parametrize("case", CASES)
def test_same_bits(case, folder, program):
    line, options = CASES[case]
    command, name = line.split()[:2]
    asked = bare(program(line + " --format json"))
    function = getattr(fl, command)
    assert bare(function(folder / name, **options).to_json()) == {**asked}
    frame = read(folder / name)
    for source, made in SOURCES.items():
        answer = bare(function(made(frame), **options).to_json())
        assert answer == asked, source


def test_elicit_is_the_command_line(program):
    asked = bare(program("elicit --answer Ann,10,30,25 --cost-ratio 1 --format json"))
    assert bare(fl.elicit(answer="Ann,10,30,25", cost_ratio=1).to_json()) == asked


def test_elicit_says_the_same_of_a_frame(program, folder):
    line = (
        "elicit people.csv --answer Ann,10,50,45 --cost-ratio 1 --outcome outcome --decision decision"
        " --true-probability true_probability --attributes sex,ward --format json"
    )
    asked = bare(program(line))
    options = {
        "answer": "Ann,10,50,45", "cost_ratio": 1, "y_true": "outcome", "y_pred": "decision",
        "true_probability": "true_probability", "attributes": ["sex", "ward"],
    }  # fmt: skip
    answer = bare(fl.elicit(read(folder / "people.csv"), **options).to_json())
    assert answer["elicitation"]["meaning"].pop("source") != asked["elicitation"]["meaning"].pop("source")
    assert answer == asked
    assert len(asked["elicitation"]["meaning"]["groups"]) > 4


def test_every_command_is_compared():
    assert {line.split()[0] for line, _ in CASES.values()} | {"elicit"} == set(fl._commands.commands())


def test_threads_and_row_order_change_nothing(people, scan):
    again = fl.scan(
        people.sample(frac=1, random_state=3), outcome="outcome", score="prediction", attributes=["sex", "ward"],
        replicates=99, n_jobs=1,
    )  # fmt: skip
    assert again == scan


def test_a_result_repeats_itself(people, scan):
    assert fl.run(scan, people) == scan
    assert fl.run(scan.spec, people) == scan


def test_messages_name_the_path(folder):
    with pytest.raises(ValueError, match=r"nowhere\.csv"):
        fl.scan(os.fspath(folder / "nowhere.csv"), outcome="outcome", score="prediction")

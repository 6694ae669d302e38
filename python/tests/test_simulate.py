"""Invented people: the files of the command line, as data frames."""

from __future__ import annotations

import pandas
import polars
import pytest
from conftest import read

import faultline_audit as fl


def test_the_people_of_the_command_line(folder):
    made = fl.simulate("cbs", rows=800, mu_sep=0.3, protected={"sex": "Female"})
    pandas.testing.assert_frame_equal(made.data, read(folder / "people.csv"))
    assert made.training is None
    assert made.truth.startswith("protected class: sex=Female")
    assert "mu_sep = 0.3" in repr(made)


def test_training_data_and_libraries():
    made = fl.simulate("sampling-bias", train_rows=300, test_rows=200, random_state=3, library="polars")
    assert isinstance(made.data, polars.DataFrame)
    assert (made.data.height, made.training.height) == (200, 300)
    again = fl.simulate("sampling-bias", train_rows=300, test_rows=200, seed=3, library="dict")
    assert again.data == made.data.to_dict(as_series=False)


def test_truth_as_a_table():
    made = fl.simulate("counterfactual", design="4a", people=50)
    assert list(made.truth.columns) == ["quantity", "group", "value"]
    assert made.truth["group"].str.fullmatch("[01]*").all()


def test_covariates_of_a_file(folder):
    cut = {"derive": {"risk": "10 * prediction"}, "bins": {"risk": [3, 5]}}
    made = fl.simulate("cbs", folder / "people.csv", attributes=["sex", "ward", "risk"], **cut)
    assert list(made.data.columns[:3]) == ["sex", "ward", "risk"]
    assert len(made.data) == 800
    assert made.data["risk"].nunique() == 3


@pytest.mark.parametrize(
    ("given", "kind", "sentence"),
    [
        ({"mu_sepp": 1}, ValueError, "there is no option `mu_sepp`; did you mean `mu_sep`?"),
        ({"rows": "x"}, ValueError, "`rows` x: must be a whole number"),
        ({"output": "people.csv"}, TypeError, "`output`: simulate"),
    ],
)
def test_errors_name_the_argument(given, kind, sentence):
    with pytest.raises(kind) as raised:
        fl.simulate("cbs", **given)
    assert sentence in str(raised.value)

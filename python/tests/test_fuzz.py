"""Made-up frames: whatever comes, there is a result or a sentence, and the interpreter lives.

FAULTLINE_SLOW=1 tries ten thousand frames, which takes some minutes; otherwise a hundred are tried.
"""

from __future__ import annotations

import collections
import datetime
import os

import numpy
import pandas
import polars
import pyarrow
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import faultline_audit as fl

CASES = int(os.environ.get("FAULTLINE_FRAMES", "10000" if os.environ.get("FAULTLINE_SLOW") else "100"))

NAMES = st.sampled_from(
    ["y", "p", "x", "X", "", " ", "a b", "group", "count", "select", "\N{SNOWMAN}", "y_true", '"', "'"]
)
VALUES = [
    st.integers(0, 1), st.booleans(), st.sampled_from(["yes", "no"]), st.floats(), st.floats(0, 1), st.integers(),
    st.text(max_size=5), st.binary(max_size=3), st.dates(), st.datetimes(), st.timedeltas(), st.decimals(),
    st.sampled_from([None, float("nan"), pandas.NA, pandas.NaT, "", " "]), st.complex_numbers(), st.lists(st.integers(), max_size=2),
    st.integers().map(lambda i: f"category {i}"),
]  # fmt: skip
# Mostly what can be meant, or all frames would be refused for their options and none would be read.
LIKELY = {
    "attributes": st.lists(st.sampled_from(["x", "X", "group", "a b"]), min_size=1, max_size=2, unique=True),
    "missing": st.sampled_from(["refuse", "drop"]),
    "bins": st.sampled_from([{"x": "quantile:2"}, {"group": "width:3"}, {"x": [0, 1]}]),
    "where": st.sampled_from(["y IS NOT NULL", "p > 0.2", "1 = 0"]), "clip": st.floats(0.001, 0.4),
    "penalty": st.floats(0, 3), "direction": st.sampled_from(["higher", "lower", "both"]),
}  # fmt: skip
ODD = {
    "outcome": NAMES, "score": NAMES, "attributes": st.lists(NAMES, max_size=3), "missing": st.just("odd"),
    "bins": st.dictionaries(NAMES, st.sampled_from(["quantile:2", "odd"]), max_size=1),
    "where": st.just("odd odd"), "clip": st.floats(), "penalty": st.floats(), "count": NAMES,
}  # fmt: skip


@st.composite
def options(draw):
    made = {"outcome": "y", "score": "p"}
    for name in draw(st.lists(st.sampled_from(list(LIKELY)), max_size=2, unique=True)):
        made[name] = draw(LIKELY[name])
    if draw(st.integers(0, 3)) == 3:
        name = draw(st.sampled_from(list(ODD)))
        made[name] = draw(ODD[name])
    return made


@st.composite
def columns(draw, rows):
    kinds = draw(st.lists(st.sampled_from(VALUES), min_size=1, max_size=2))
    return draw(st.lists(st.one_of(kinds), min_size=rows, max_size=rows))


@st.composite
def frames(draw):
    rows = 12 - draw(st.integers(0, 12))  # the simplest is not the empty one
    listed = [(name, draw(columns(rows))) for name in draw(st.lists(NAMES, min_size=0, max_size=4))]
    if draw(st.integers(0, 5)) < 5:  # mostly one that can be scanned
        listed = [(name, values) for name, values in listed if name.strip().lower() not in ("x", "y", "p")]
        outcomes = draw(st.sampled_from([[0, 1], [True, False], [1.0, 0.0], ["1", "0"]]))
        listed += [("y", [outcomes[i % 2] for i in range(rows)]), ("p", [0.2 + i % 3 / 5 for i in range(rows)])]
        listed.append(("x", draw(st.lists(draw(st.sampled_from(VALUES)), min_size=rows, max_size=rows))))
    kind = draw(st.sampled_from(["dict", "pandas", "pandas", "polars", "lazy", "pyarrow", "numpy"]))
    data = dict(listed)
    try:
        if kind == "pandas":
            repeated = pandas.concat(
                [pandas.Series(values, dtype=object, name=name) for name, values in listed], axis=1
            )
            kept = draw(st.sampled_from(["object", "inferred", "category"]))
            return (
                repeated
                if kept == "object"
                else repeated.infer_objects()
                if kept == "inferred"
                else repeated.astype(kept)
            )
        if kind in ("polars", "lazy"):
            made = polars.DataFrame(data, strict=False)
            return made.lazy() if kind == "lazy" else made
        if kind == "pyarrow":
            return pyarrow.table(data)
        if kind == "numpy":
            return {name: numpy.array(values) for name, values in data.items()}
    except (Exception, polars.exceptions.PanicException):  # that library does not take such values
        pass
    return data


def test_a_result_or_a_sentence():
    ends = collections.Counter()

    @settings(
        max_examples=CASES, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(frames(), options())
    def end(data, chosen):
        try:
            result = fl.scan(data, **chosen, replicates=0)
        except (ValueError, TypeError) as error:
            ends["sentence"] += 1
            assert str(error)  # noqa: PT017  either end is right
            return
        ends["result"] += 1
        assert result.command == "scan"
        assert str(result)
        for at, finding in enumerate(result.findings):
            if finding.subgroup is not None and "count" not in chosen and "missing" not in chosen:
                assert numpy.asarray(result.mask(at, data)).sum() == finding.n

    end()
    # Or the frames were not what was tried.
    assert min(ends["result"], ends["sentence"]) > CASES / 10, ends


@pytest.mark.parametrize("values", [70, 50_000])
def test_huge_categories(values):
    rows = 50_000
    data = {"y": [i % 2 for i in range(rows)], "p": [0.5] * rows, "x": [f"v{i % values}" for i in range(rows)]}
    with pytest.raises(ValueError, match="`attributes` x: .* values are more than"):
        fl.scan(data, outcome="y", score="p", attributes="x", replicates=0)
    with pytest.raises(ValueError, match=r"no column|attributes"):
        fl.scan(data, outcome="y", score="p", replicates=0)


def test_dates_are_read():
    days = [datetime.date(2020, 1, 1 + i % 3) for i in range(30)]
    data = {"y": [i % 2 for i in range(30)], "p": [0.5] * 30, "day": days}
    result = fl.scan(data, outcome="y", score="p", attributes="day", replicates=0)
    assert [one["label"] for one in result.to_dict()["data"]["attributes"][0]["values"]] == [
        "2020-01-01",
        "2020-01-02",
        "2020-01-03",
    ]

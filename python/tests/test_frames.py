"""What may be handed over as data, and how its columns are read."""

from __future__ import annotations

import datetime
import decimal
import warnings

import numpy
import pandas
import polars
import pyarrow
import pytest

import faultline_audit as fl
from faultline_audit._arrow import OwnStream
from faultline_audit._columns import column_of


def labels(data, column="x", **options):
    """The values of a column as the engine reads them, with how many people have each."""
    rows = {"y": [0, 1] * 3, "p": [0.4] * 6}
    frame = {**rows, column: data} if not hasattr(data, "assign") else data
    result = fl.scan(frame, outcome="y", score="p", attributes=column, replicates=0, **options)
    (attribute,) = result.to_dict()["data"]["attributes"]
    return {value["label"]: value["count"] for value in attribute["values"]}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["a", "b", None, "a", "", " b "], {"a": 2, "b": 2, "(missing)": 2}),
        ([1, 2, None, 1, 2, 1], {"1": 3, "2": 2, "(missing)": 1}),
        ([True, False, None, True, True, True], {"false": 1, "true": 4, "(missing)": 1}),
        ([1.5, float("nan"), 2, 2, 2, 2], {"1.5": 1, "2": 4, "(missing)": 1}),
        ([1, "a", None, 2.5, "a", True], {"1": 1, "2.5": 1, "True": 1, "a": 2, "(missing)": 1}),
        ([None] * 6, {"(missing)": 6}),
        (["a", float("nan"), "a", pandas.NA, "b", pandas.NaT], {"a": 2, "b": 1, "(missing)": 3}),
        ([decimal.Decimal("1.5")] * 3 + [decimal.Decimal(2)] * 3, {"1.5": 3, "2": 3}),
        ([decimal.Decimal("sNaN"), decimal.Decimal("NaN"), decimal.Decimal(2)] * 2, {"2": 2, "(missing)": 4}),
        (numpy.array([1, 2, 1, 2, 1, 1], dtype=">i4"), {"1": 4, "2": 2}),
        (numpy.array([1, 2, 1, 2, 1, 1], dtype="f2"), {"1": 4, "2": 2}),
        (numpy.array([True, False] * 3), {"false": 3, "true": 3}),
        (numpy.arange(12)[::2] % 4, {"0": 3, "2": 3}),
        (numpy.array(["a", "bc"] * 3), {"a": 3, "bc": 3}),
        ([numpy.int64(3), numpy.int64(4)] * 3, {"3": 3, "4": 3}),
        ([2**70, 1] * 3, {"1": 3, "1.1805916207174113e+21": 3}),
        ([datetime.date(2020, 1, 2), datetime.date(2021, 1, 2)] * 3, {"2020-01-02": 3, "2021-01-02": 3}),
        (["\N{SNOWMAN}", "a"] * 3, {"a": 3, "\N{SNOWMAN}": 3}),
        (["\ud800", "a"] * 3, {"?": 3, "a": 3}),
        (pandas.Series(["a", "b"] * 3, dtype="category"), {"a": 3, "b": 3}),
        (pandas.array([1, None] * 3, dtype="Int64"), {"1": 3, "(missing)": 3}),
        (polars.Series(["a", None] * 3), {"a": 3, "(missing)": 3}),
        (pyarrow.array(["a", None] * 3), {"a": 3, "(missing)": 3}),
    ],
)  # fmt: skip
def test_values_are_those_of_a_csv_file(values, expected):
    assert labels(values) == expected


def test_times_are_read_to_the_microsecond():
    stamps = numpy.array(["2020-01-02T03:04:05.000006", "NaT"] * 3, dtype="M8[ns]")
    listed = [datetime.datetime(2020, 1, 2, 3, 4, 5, 6), None] * 3
    assert labels(stamps) == labels(listed) == {"2020-01-02 03:04:05.000006": 3, "(missing)": 3}


def frame(**columns):
    return pandas.DataFrame({"y": [0, 1] * 3, "p": [0.4] * 6, **columns})


def test_the_index_of_pandas_is_no_column():
    indexed = frame(x=list("abcabc")).set_index(pandas.Index([7, 7, 8, 9, 1, 2], name="id"))
    result = fl.scan(indexed, outcome="y", score="p", replicates=0)
    assert [one["name"] for one in result.to_dict()["data"]["attributes"]] == ["x"]


def test_mixed_objects_of_pandas_are_texts():
    assert labels(frame(x=[1, "a", None, 2.5, "a", True])) == {"1": 1, "2.5": 1, "True": 1, "a": 2, "(missing)": 1}


def test_pandas_without_pyarrow_gives_the_same(monkeypatch, people):
    def refuse(self, requested_schema=None):
        raise ImportError("no pyarrow")

    asked = fl.scan(people, outcome="outcome", score="prediction", replicates=9)
    monkeypatch.setattr(pandas.DataFrame, "__arrow_c_stream__", refuse)
    assert fl.scan(people, outcome="outcome", score="prediction", replicates=9) == asked


def test_names_that_repeat_are_told_apart_as_in_a_file():
    repeated = pandas.DataFrame([[0, 0.4, "a", "c"], [1, 0.4, "b", "d"]] * 3, columns=["y", "p", "x", "x"])
    result = fl.scan(repeated, outcome="y", score="p", replicates=0)
    assert [one["name"] for one in result.to_dict()["data"]["attributes"]] == ["x", "x_1"]
    assert any("repeats the name 'x'" in notice for notice in result.notices)


def test_arrays_beside_data():
    data = frame(x=list("aabbab"))
    whole = fl.scan(data, outcome="y", score="p", attributes="x", replicates=9)
    for arrays in (
        {"y_true": data["y"], "y_prob": data["p"].to_numpy()},
        {"y_true": list(data["y"]), "y_prob": polars.Series(data["p"].to_list())},
    ):
        for source in (
            data[["x"]],
            polars.from_pandas(data[["x"]]),
            pyarrow.table({"x": list("aabbab")}),
            {"x": list("aabbab")},
        ):
            result = fl.scan(source, **arrays, attributes="x", replicates=9)
            assert result.to_dict()["findings"] == whole.to_dict()["findings"]
    alone = fl.scan(y_true=data["y"], y_prob=data["p"], sensitive_features=data[["x"]], replicates=9)
    assert alone.to_dict()["findings"] == whole.to_dict()["findings"]
    listed = fl.scan(y_true=data["y"], y_prob=data["p"], sensitive_features=list("aabbab"), replicates=9)
    assert listed.findings[0].score == whole.findings[0].score


def test_an_index_in_another_order_is_refused():
    rows = frame(x=list("aabbab"), y=[0, 1] * 3, p=[0.5] * 6)
    turned = rows[["x"]].iloc[::-1]
    with pytest.raises(ValueError, match="`y_true` has the index of `data` in another order"):
        fl.scan(turned, y_true=rows.y, y_prob=rows.p, replicates=0)
    with pytest.raises(ValueError, match="`y_prob` has the index of `y_true` in another order"):
        fl.scan(y_true=rows.y, y_prob=rows.p.iloc[::-1], sensitive_features=rows.x, replicates=0)
    # An index of its own says nothing about the order.
    other = rows.y.set_axis(range(10, 16))
    assert fl.scan(rows[["x"]], y_true=other, y_prob=rows.p.to_numpy(), replicates=0).command == "scan"


def test_lazy_frames_of_polars():
    lazy = polars.LazyFrame({"x": list("aabbab"), "y": [0, 1] * 3, "p": [0.5] * 6, "note": list("abcdef")})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        named = fl.scan(lazy, y_true="y", y_prob="p", attributes="x", replicates=0)
        given = fl.scan(lazy.select("x"), y_true=[0, 1] * 3, y_prob=[0.5] * 6, attributes="x", replicates=0)
    assert named.findings == given.findings
    assert isinstance(given.to_frame(), polars.DataFrame)


def test_objects_in_polars_are_texts():
    mixed = polars.Series("x", ["a", 1, "a", 1, None, "a"], dtype=polars.Object)
    data = polars.DataFrame({"y": [0, 1] * 3, "p": [0.4] * 6}).with_columns(mixed)
    result = fl.scan(data, outcome="y", score="p", attributes="x", replicates=0)
    values = result.to_dict()["data"]["attributes"][0]["values"]
    assert {one["label"]: one["count"] for one in values} == {"1": 2, "a": 3, "(missing)": 1}


def test_an_array_does_not_take_the_place_of_a_column():
    data = frame(y_true=list("aabbab"))
    result = fl.scan(data, y_true=data["y"], y_prob="p", attributes="y_true", replicates=0)
    assert result.spec["outcome"] == "y_true_"


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="`y_true` has 2 values, but `data` has 6 rows"):
        fl.scan(frame(x=list("aabbab")), y_true=[0, 1], y_prob="p")
    with pytest.raises(ValueError, match="`p` has 2 values, but `y` has 3"):
        fl.scan({"y": [0, 1, 0], "p": [0.1, 0.2]}, outcome="y", score="p")


def test_columns_without_a_role_are_not_handed_over():
    class Untouchable:
        def __iter__(self):
            raise AssertionError("this column plays no role")

    data = {"y": [0, 1] * 3, "p": [0.4] * 6, "x": list("aabbab"), "other": Untouchable()}
    assert fl.scan(data, outcome="y", score="p", attributes="x", replicates=0).command == "scan"
    with pytest.raises(AssertionError, match="plays no role"):
        fl.scan(data, outcome="y", score="p", replicates=0)  # every column may be scanned


def test_a_column_in_sql_plays_a_role():
    data = {"y": [0, 1] * 3, "p": [0.4] * 6, "x": list("aabbab"), "age": [1, 2, 3, 4, 5, 6]}
    result = fl.scan(data, outcome="y", score="p", attributes="x", where="age > 2", replicates=0)
    assert result.to_dict()["data"]["rows_used"] == 4


@pytest.mark.parametrize("data", [3, object(), [1, 2], numpy.zeros((3, 2))])
def test_what_is_no_data_is_said(data):
    with pytest.raises(TypeError, match="`data` is .*; give a data frame"):
        fl.scan(data, outcome="y", score="p")


def test_empty_frames_get_a_sentence():
    for data in (pandas.DataFrame({"y": [], "p": []}), {"y": [], "p": []}, polars.DataFrame({"y": [], "p": []})):
        with pytest.raises(ValueError, match="has no rows"):
            fl.scan(data, outcome="y", score="p")


def test_a_stream_serves_once():
    reader = pyarrow.table({"y": [0, 1], "p": [0.4, 0.4], "x": ["a", "b"]}).to_reader()
    fl.scan(reader, outcome="y", score="p", replicates=0)
    with pytest.raises((ValueError, OSError)):
        fl.scan(reader, outcome="y", score="p", replicates=0)


def test_a_producer_that_fails_says_why():
    def batches():
        yield pyarrow.record_batch({"y": [0, 1], "p": [0.4, 0.4]})
        raise RuntimeError("the disk is gone")

    schema = pyarrow.schema({"y": pyarrow.int64(), "p": pyarrow.float64()})
    reader = pyarrow.RecordBatchReader.from_batches(schema, batches())
    with pytest.raises(ValueError, match="the disk is gone"):
        fl.scan(reader, outcome="y", score="p", replicates=0)


def test_own_columns_are_arrow_columns():
    """pyarrow reads the same from our stream as it was made from."""
    values = {"i": [1, None, 3], "f": [1.5, 2.5, 3.5], "t": ["a", None, "c"], "b": [True, None, False], "n": [None] * 3}
    stream = OwnStream([column_of(name, column) for name, column in values.items()])
    reader = pyarrow.RecordBatchReader._import_from_c(stream.address)
    assert reader.read_all().to_pydict() == values

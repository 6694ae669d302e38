"""A million invented people in a file, and a cluster of two executors, each a process of its own, that reads it."""

from __future__ import annotations

import json
import os
import pathlib
import sys
from collections.abc import Iterator
from typing import Any

import numpy
import pyarrow
import pyarrow.parquet
import pytest

ROWS = 1_000_000


def invented(rows: int, digits: int) -> pyarrow.Table:
    """People whose events are likelier than predicted among women in the north."""
    draw = numpy.random.default_rng(18)
    sex = draw.choice(["Female", "Male"], rows)
    race = draw.choice(["a", "b", "c", "d"], rows, p=[0.5, 0.3, 0.15, 0.05])
    region = draw.choice(["north", "east", "south", "west", "inland"], rows)
    age = draw.integers(18, 22, rows)
    score = numpy.clip(numpy.round(draw.beta(2, 3, rows), digits), 0.01, 0.99)
    odds = numpy.where((sex == "Female") & (region == "north"), 1.15, 1.0) * score / (1 - score)
    outcome = draw.random(rows) < odds / (1 + odds)
    return pyarrow.table(
        {
            "sex": sex,
            "race": pyarrow.array(race, mask=draw.random(rows) < 0.001),
            "region": region,
            "age": age,
            "score": score,
            "outcome": outcome.astype("int8"),
            "decision": score + numpy.where(race == "d", 0.02, 0.0) > 0.5,
            "person": numpy.arange(rows),
        }
    )


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    made = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        # For short lives: compiling better costs more than it saves.
        .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1")
        .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1")
        .config("spark.local.dir", str(tmp_path_factory.mktemp("spark")))
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"])
        .config("spark.executorEnv.FAULTLINE_LIBRARY", os.environ["FAULTLINE_LIBRARY"])
        .getOrCreate()
    )
    yield made
    made.stop()


class Both:
    """The same people on this machine and on the cluster."""

    def __init__(self, spark: Any, folder: pathlib.Path, table: pyarrow.Table) -> None:
        self.here = table
        # Several row groups, so that several tasks read them.
        pyarrow.parquet.write_table(table, folder / "people.parquet", row_group_size=1 + table.num_rows // 8)
        self.there = spark.read.parquet(str(folder / "people.parquet")).repartition(4)


@pytest.fixture(scope="session")
def people(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Both:
    """Predictions in hundredths."""
    return Both(spark, tmp_path_factory.mktemp("hundredths"), invented(ROWS, 2))


@pytest.fixture(scope="session")
def continuous(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Both:
    return Both(spark, tmp_path_factory.mktemp("continuous"), invented(ROWS, 15))


@pytest.fixture(scope="session")
def few(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Both:
    return Both(spark, tmp_path_factory.mktemp("few"), invented(2_000, 2))


def bare(result: Any) -> dict[str, Any]:
    """Everything but what a run takes, and where the people came from."""
    told = json.loads(result.to_json())
    for key in ("timing", "threads"):
        del told[key]
    for part in [told, *told.get("parts", [])]:
        for key in ("source", "sha256"):
            del part["data"][key]
    return told

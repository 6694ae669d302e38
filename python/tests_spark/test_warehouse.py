"""The GROUP BY of a warehouse: run by DuckDB, Postgres and Spark, parsed for the others."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time

import ibis
import pytest
import sqlglot
from conftest import bare, invented

import faultline_audit as fl

COLUMNS = ("sex", "race", "region", "outcome", "score")
ROLES = {"outcome": "outcome", "score": "score", "attributes": ["sex", "race", "region"]}
DIALECTS = ("bigquery", "clickhouse", "databricks", "duckdb", "postgres", "snowflake", "spark", "trino")


@pytest.fixture(scope="module")
def rows():
    return invented(3_000, 15).drop_columns(["person"])


@pytest.fixture(scope="module")
def postgres(tmp_path_factory):
    """A server of its own, that listens on a socket in its folder and nowhere else."""
    # A socket's path must be short, and the folder readable for whom the server runs as.
    folder = tempfile.mkdtemp(prefix="faultline-")
    found = shutil.which("postgres") or max(
        (os.path.join(at, "postgres") for at, _, files in os.walk("/usr/lib/postgresql") if "postgres" in files),
        default="",
    )
    programs = os.path.dirname(os.path.realpath(found))
    user = {"user": "nobody"} if os.geteuid() == 0 else {}  # Postgres refuses to run as root
    if user:
        shutil.chown(folder, "nobody")
    data = os.path.join(folder, "data")
    subprocess.run(
        [f"{programs}/initdb", "-D", data, "-U", "tester", "-A", "trust", "--no-sync"],
        check=True, capture_output=True, cwd=folder, **user,
    )  # fmt: skip
    server = subprocess.Popen(
        [f"{programs}/postgres", "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, **user,
    )  # fmt: skip
    try:
        for _ in range(300):
            ready = subprocess.run([f"{programs}/pg_isready", "-h", folder], capture_output=True).returncode == 0
            if ready:
                break
            assert server.poll() is None, "the server ended"
            time.sleep(0.1)
        yield {"host": folder, "user": "tester", "database": "postgres"}
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module", params=["duckdb", "postgres", "spark"])
def connection(request):
    if request.param == "duckdb":
        return ibis.duckdb.connect()
    if request.param == "postgres":
        return ibis.postgres.connect(**request.getfixturevalue("postgres"))
    return ibis.pyspark.connect(request.getfixturevalue("spark"))


@pytest.fixture(scope="module")
def table(connection, rows):
    if connection.name == "pyspark":
        connection._session.createDataFrame(rows.to_pandas()).createOrReplaceTempView("people")
        return connection.table("people")
    if connection.name == "duckdb":  # by its own words: ibis 12 drops a view in words that newer sqlglots write wrongly
        connection.con.register("given", rows)
        connection.con.execute("CREATE TABLE people AS FROM given")
        return connection.table("people")
    return connection.create_table("people", rows, temp=True)


def test_profiles_give_the_result_of_rows(table, rows):
    people = fl.profiles(table, *COLUMNS)
    assert people.people == 3_000
    told = bare(fl.scan(people, **ROLES, replicates=19))
    assert told == bare(fl.scan(rows, **ROLES, replicates=19))


def test_bins_are_the_same_everywhere(table, rows):
    """To the last bit those of DuckDB, whatever adds them up."""
    here = ibis.memtable(rows)
    options = {"score": "score", "score_bins": 64, "threshold": ">0.5"}
    asked, found = (fl.profiles(one, *COLUMNS[:4], **options) for one in (here, table))
    columns = [*COLUMNS[:4], "people", "score", "score_least", "score_greatest"]
    sort = [(name, "ascending") for name in columns]
    rows_of = [one.table.select(columns).sort_by(sort).to_pydict() for one in (asked, found)]
    assert rows_of[0] == rows_of[1]
    assert found.people == 3_000
    assert len(found) < 2_000
    exact = fl.metrics(rows, outcome="outcome", score="score", threshold=">0.5", protected="sex", metric=["fpr"])
    binned = fl.metrics(found, outcome="outcome", score="score", threshold=">0.5", protected="sex", metric=["fpr"])
    assert binned.to_dict()["groups"] == exact.to_dict()["groups"]


def test_the_printed_sql_gives_the_profiles(table, connection):
    name = {"pyspark": "spark"}.get(connection.name, connection.name)
    text = fl.profiles_sql(*COLUMNS[:4], dialect=name, score="score", score_bins=64, table=table.get_name())
    run = connection._session.sql if name == "spark" else connection.raw_sql
    answer = run(text)
    lines = answer.collect() if name == "spark" else answer.fetchall()
    asked = fl.profiles(table, *COLUMNS[:4], score="score", score_bins=64)
    assert len(lines) == len(asked)
    assert sum(line[-1] for line in lines) == 3_000


def test_counts_of_the_caller():
    table = ibis.memtable({"x": ["a", "a", "b"], "n": [2, 3, 0]})
    people = fl.profiles(table, "x", count="n")
    assert people.table.to_pydict() == {"x": ["a"], "n": [5]}
    assert people.unused == 1
    with pytest.raises(ValueError, match="`count` n: 1 row of the warehouse's table has no whole number of people"):
        fl.profiles(ibis.memtable({"x": ["a"], "n": [-1]}), "x", count="n")
    with pytest.raises(ValueError, match="`count` n: holds float64, not whole numbers of people; cast it before"):
        fl.profiles(ibis.memtable({"x": ["a"], "n": [1.5]}), "x", count="n")


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("options", [{}, {"score": "p", "score_bins": 1024, "threshold": 0.5, "count": "n"}])
def test_every_dialect_is_one_plain_group_by(dialect, options):
    text = fl.profiles_sql("sex", "race", "y", dialect=dialect, **options)
    (parsed,) = sqlglot.parse(text, read=dialect)
    groups = list(parsed.find_all(sqlglot.exp.Group))
    assert len(groups) == 1
    assert not any(groups[0].args.get(kind) for kind in ("cube", "rollup", "grouping_sets"))
    assert not list(parsed.find_all(sqlglot.exp.Log, sqlglot.exp.Ln))
    named = parsed.named_selects
    assert named[:3] == ["sex", "race", "y"]
    assert named[-1] == options.get("count", "people")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda table: fl.profiles(table, "sexe"), "there is no column 'sexe'; the columns are x"),
        (lambda table: fl.profiles(table, "x", most_profiles=1), "has more than 1 distinct profiles of x; name fewer"),
        (lambda table: fl.profiles(table), "`columns`: name at least one column"),
        (lambda table: fl.profiles(table, "x", score_bins=64), "`score_bins` = 64: needs `score`"),
        (lambda table: fl.profiles_sql("x", dialect="oracle"), "`dialect` = 'oracle': must be one of bigquery, "),
        (
            lambda table: fl.profiles_sql("x", dialect="duckdb", score="p", score_bins=64, threshold="half"),
            "`threshold` = 'half': must be a number, or > and a number",
        ),
    ],
)
def test_errors_say_what_to_do(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call(ibis.memtable({"x": ["a", "b", "c"]}))


def test_the_command_prints_sql():
    line = [sys.executable, "-m", "faultline_audit", "sql", "--dialect", "trino", "--columns", "sex, race,y"]
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.stdout == fl.profiles_sql("sex", "race", "y", dialect="trino") + "\n"
    wrong = subprocess.run([*line, "--score-bins", "64"], capture_output=True, text=True)
    assert wrong.returncode == 2
    assert (
        wrong.stderr
        == "python -m faultline_audit sql: `score_bins` = 64: needs `score`, the column of the predictions\n"
    )

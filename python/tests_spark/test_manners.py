"""What is refused, and what happens when somebody presses Ctrl-C or an executor dies."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest
from conftest import bare

import faultline_audit as fl
from faultline_audit import _spark_jobs, _spark_replicates

ROLES = {"outcome": "outcome", "score": "score"}
NAMED = {**ROLES, "attributes": ["sex", "region"]}


def slowed(table, seconds):
    """The table, whose every partition takes so long."""

    def wait(batches):
        time.sleep(seconds)
        yield from batches

    return table.mapInArrow(wait, table.schema)


def executors(spark):
    """Process numbers of the executors."""

    def parents(batches):
        import pyarrow

        def parent(process):
            with open(f"/proc/{process}/stat") as file:
                return int(file.read().rpartition(")")[2].split()[1])

        for _ in batches:
            time.sleep(0.3)  # so that every executor gets a task
            # A worker's parent is a daemon of Python's, whose parent is the executor.
            yield pyarrow.RecordBatch.from_arrays([pyarrow.array([parent(os.getppid())])], names=["process"])

    rows = spark.range(0, 6, 1, 6).mapInArrow(parents, "process long").collect()
    return sorted({row[0] for row in rows})


def kill_one(spark):
    os.kill(executors(spark)[0], signal.SIGKILL)


@pytest.fixture
def interruptible():
    """Spark's own answer to Ctrl-C would cancel everything; here only the run's jobs are to end."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_cancels_the_job(spark, few, interruptible):
    other = threading.Thread(target=lambda: slowed(few.there, 4).count())
    other.start()
    timer = threading.Timer(2.0, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(fl.Interrupted) as stopped:
        fl.scan(slowed(few.there, 120), **NAMED)
    assert stopped.value.json is None
    assert time.monotonic() - begun < 60  # of the four times 120 s that two executors would take
    other.join()  # somebody else's job is left alone
    tracker = spark.sparkContext.statusTracker()
    ended = time.monotonic() + 20
    while tracker.getActiveJobsIds() and time.monotonic() < ended:
        time.sleep(0.1)
    assert not tracker.getActiveJobsIds()
    assert fl.scan(few.there, **NAMED, replicates=0).command == "scan"


def test_a_killed_executor_changes_nothing(spark, few):
    asked = fl.scan(few.here, **NAMED, replicates=19)
    process = executors(spark)[0]
    made = []
    run = threading.Thread(target=lambda: made.append(fl.scan(slowed(few.there, 2), **NAMED, replicates=19)))
    run.start()
    tracker = spark.sparkContext.statusTracker()
    while not any(
        (tracker.getStageInfo(stage) or 0) and tracker.getStageInfo(stage).numActiveTasks
        for stage in tracker.getActiveStageIds()
    ):
        time.sleep(0.05)
    os.kill(process, signal.SIGKILL)
    run.join()
    assert bare(made[0]) == bare(asked)


AUDIT = {
    **ROLES, "decision": "decision", "protected": {"sex": "Female"}, "attributes": ["race", "region"],
    "covariates": ["race", "region"], "replicates": 99,
}  # fmt: skip


@pytest.fixture
def rounds(monkeypatch):
    """Jobs with replicates, as they are started; the first may be disturbed."""
    monkeypatch.setattr(_spark_replicates, "PATIENCE", 0)  # every round doubles what is known, however long it takes
    begin = _spark_replicates._Rounds._start_others
    started = []

    def spy(self, spent):
        job = begin(self, spent)
        started.append(job)
        if len(started) == 1 and rounds.disturb is not None:
            rounds.disturb()
        return job

    def rounds():
        return started

    rounds.disturb = None
    monkeypatch.setattr(_spark_replicates._Rounds, "_start_others", spy)
    return rounds


@pytest.mark.parametrize("command", ["audit", "check"])
def test_replicates_of_executors_are_those_of_one_machine(few, rounds, command):
    function = getattr(fl, command)
    options = {**AUDIT, "protected": "sex"}
    there = function(fl.SparkPeople(few.there, executors=True), **options)
    assert any("".join(job.made()) for job in rounds())
    assert bare(there) == bare(function(few.here, **options))


def test_an_executor_that_dies_with_its_replicates_changes_nothing(spark, few, rounds):
    process = executors(spark)[0]
    rounds.disturb = lambda: os.kill(process, signal.SIGKILL)
    there = fl.audit(fl.SparkPeople(few.there, executors=True), **AUDIT)
    assert len(rounds()) > 1
    assert bare(there) == bare(fl.audit(few.here, **AUDIT))


def test_progress_tells_of_tasks(few, monkeypatch):
    told = []

    class Bar:
        def show(self, phase, done, total):
            told.append((phase, done, total))

        def close(self):
            pass

    monkeypatch.setattr(
        _spark_jobs.progress_bar.__wrapped__.__globals__["_TqdmBar"], "made", classmethod(lambda cls: Bar())
    )
    fl.scan(slowed(few.there, 1), **NAMED, replicates=0, progress=True)
    assert "people on the cluster" in {phase for phase, _, _ in told}
    assert any(total for _, _, total in told)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"score": "scor"}, "there is no column 'scor'; did you mean 'score'"),
        ({"alpha": 2}, "alpha = 2"),
        ({"where": "age > 20"}, "`where`: the engine's SQL does not run where the Spark table is; filter it"),
        ({"derive": {"old": "age > 20"}}, "`derive`: the engine's SQL does not run where the Spark table is"),
        ({"outcome": "race"}, "4 of 2,000 rows of the Spark table have no value; correct them, leave them out, or"),
        ({"score": "age"}, "`score` age: a row of the Spark table holds 18, which is not a probability"),
        ({"y_true": [1, 0], "outcome": None}, "`y_true` is an array, but `data` is not on this machine"),
    ],
)  # fmt: skip
def test_errors_say_what_to_do(few, options, sentence):
    given = {name: value for name, value in {**NAMED, **options}.items() if value is not None}
    with pytest.raises(ValueError, match=sentence):
        fl.scan(few.there, **given)


def test_bad_counts_are_refused(few):
    halves = few.there.selectExpr("*", "person / 2 AS half", "CAST(NULL AS INT) AS none")
    for count, rows in (("half", "1,000"), ("none", "2,000")):
        with pytest.raises(
            ValueError, match=f"`count` {count}: {rows} rows of the Spark table have no whole number of"
        ):
            fl.scan(halves, **NAMED, count=count)


def test_too_many_profiles_are_refused_with_the_way_out(few):
    with pytest.raises(
        ValueError,
        match=r"about [\d,]+ distinct profiles, more than 100; most values have person \(about .*; name `attributes`, so that",
    ):
        fl.scan(fl.SparkPeople(few.there, most_profiles=100), **ROLES)
    with pytest.raises(ValueError, match=r"count `score` in bins \(SparkPeople\(\.\.\., score_bins=1024\)\)"):
        fl.metrics(fl.SparkPeople(few.there, most_profiles=100), **ROLES, threshold=0.5, protected="sex")


def test_what_needs_rows_is_refused(few):
    with pytest.raises(
        ValueError, match=r"mitigate\(\) does not take the Spark table; scan, audit, ijdi, metrics and check do"
    ):
        fl.mitigate(few.there, outcome="outcome", score="score", threshold=0.5)
    result = fl.scan(few.there, **NAMED, replicates=0)
    with pytest.raises(TypeError, match="`data` is DataFrame, whose rows are not on this machine"):
        result.mask(0, few.there)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"score_bins": 1000}, "`score_bins` = 1000: must be a power of two"),
        ({"score_bins": 1.5}, "`score_bins` = 1.5: must be a whole number"),
        ({"most_profiles": 0}, "`most_profiles` = 0: must be a whole number, 1 or more"),
    ],
)
def test_options_of_reading_are_checked(few, options, sentence):
    with pytest.raises((TypeError, ValueError), match=sentence):
        fl.SparkPeople(few.there, **options)


def test_executors_take_plain_columns(few):
    dated = few.there.selectExpr("*", "DATE'2020-01-01' AS day")
    with pytest.raises(ValueError, match=r"column 'day' holds date32\[day\]; executors take text"):
        fl.audit(
            fl.SparkPeople(dated, executors=True),
            **{**AUDIT, "attributes": ["race", "day"], "covariates": ["race", "day"]},
        )

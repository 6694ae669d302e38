"""People in a Spark cluster: profiles are counted there, and the engine sees those."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ._arrow import ForeignStream
from ._frames import People, is_spark
from ._options import commands
from ._plan import MOST_PROFILES, SCORE_BINS, SLACK, UNITS, Plan, checked_bins, listed, threshold_of
from ._profile_runs import check_spec, chooses, run_profiles, wanted_by
from ._profiles import BAD, UNUSED, Profiles, counted
from ._result import Result
from ._run import refuse_early
from ._spark_jobs import on_cluster

TITLE = "the Spark table"
_SHOWN = 3  # columns that a message names
_NUMBERS = ("tinyint", "smallint", "int", "bigint", "float", "double", "decimal")
_NOT_GROUPED = ("map", "variant", "array", "struct", "binary")  # nor can they play a role


@dataclass(frozen=True)
class SparkPeople:
    """A Spark table with how it is to be read: `fl.audit(fl.SparkPeople(table, executors=True), ...)`. A Spark table
    itself is read with the defaults.

    `executors`: the executors draw the replicates of `audit`, `ijdi` and the audit in `check`.
    `most_profiles`: more distinct profiles than about so many are not fetched.
    `score_bins`: people are counted in so many bins of the score, a power of two; by default only where a scan would
    have too many profiles, in as many as are possible then."""

    table: Any
    executors: bool = False
    most_profiles: int = MOST_PROFILES
    score_bins: int | None = None

    def __post_init__(self) -> None:
        if not is_spark(self.table):
            raise TypeError(f"`table` is {type(self.table).__name__}; give a Spark DataFrame")
        if isinstance(self.most_profiles, bool) or not isinstance(self.most_profiles, int) or self.most_profiles < 1:
            raise ValueError(f"`most_profiles` = {self.most_profiles!r}: must be a whole number, 1 or more")
        checked_bins(self.score_bins)

    @property
    def columns(self) -> list[str]:
        return list(self.table.columns)


def run_on_spark(
    spec: Mapping[str, Any], people: SparkPeople, progress: bool | None, names: Mapping[str, str]
) -> Result:
    check_spec(spec, TITLE)
    empty = ForeignStream(_plain(people.table, people.columns).limit(0).toArrow().__arrow_c_stream__())
    refuse_early(spec, People(stream=empty), names)
    plan = _plan(spec, people, progress)
    profiles = fetched(people.table, plan, progress)
    begin = None
    if people.executors and spec["command"] in ("audit", "ijdi", "check"):
        from ._spark_replicates import run_on_executors

        def begin(*arguments: Any) -> str:
            return run_on_executors(people.table.sparkSession, *arguments)

    return run_profiles(spec, profiles, progress, names, begin)


def _plan(spec: Mapping[str, Any], people: SparkPeople, progress: bool | None) -> Plan:
    """What to count. Raises ValueError where there is no way that leaves few enough profiles."""
    wanted = wanted_by(spec)
    count = spec.get("count")
    names = [name for name in people.columns if wanted(name) and name != count]
    plan = Plan(tuple(names), count=count)
    score = spec.get("score")
    types = dict(people.table.dtypes)
    number = types.get(score, "").partition("(")[0] in _NUMBERS
    threshold, above = threshold_of(spec)
    keys = tuple(name for name in names if name != score)
    binned = Plan(keys, count=count, score=score, threshold=threshold, above=above) if number else None
    if people.score_bins is not None:
        if binned is None:
            raise ValueError(f"`score_bins` = {people.score_bins}: needs `score`, a column of numbers")
        if spec.get("threshold") and threshold is None:
            raise ValueError(f"`threshold` = {spec['threshold']}: bins of the score keep to one threshold; name one")
        return replace(binned, score_bins=people.score_bins)
    # Bins change no number but the scan's by a known amount, so nothing else gets them unasked.
    bounded = spec["command"] == "scan" and spec.get("family") in (None, "auto", "bernoulli")
    tried = [plan]
    if binned is not None and bounded:
        tried += [replace(binned, score_bins=bins) for bins in SCORE_BINS]
    found, values = on_cluster(
        people.table.sparkSession,
        "profiles on the cluster",
        lambda: _estimates(people.table, tried, names),
        progress,
    )
    for one, profiles in zip(tried, found):
        if profiles <= SLACK * people.most_profiles:
            return one
    raise ValueError(_too_many(spec, people, found[-1], values, score if binned and not bounded else None))


def _too_many(
    spec: Mapping[str, Any], people: SparkPeople, profiles: int, values: Mapping[str, int], score: str | None
) -> str:
    names = sorted(values, key=lambda name: -values[name])[:_SHOWN]
    told = listed(f"{name} (about {values[name]:,} values)" for name in names)
    options = commands()[spec["command"]].options
    chosen = [name for name in ("attributes", "covariates") if name in options and not spec.get(name)]
    if chooses(spec) and chosen:
        advice = f"name {listed([f'`{name}`' for name in chosen])}, so that no other columns are counted"
    elif score is not None:
        advice = f"cut what has many values before, or count `{score}` in bins (SparkPeople(..., score_bins=1024))"
    else:
        advice = "cut what has many values before, or allow more (SparkPeople(..., most_profiles=...))"
    most = f"{people.most_profiles:,}"
    return f"{TITLE} has about {profiles:,} distinct profiles, more than {most}; most values have {told}; {advice}"


def _column(name: str) -> Any:
    from pyspark.sql import functions as F

    return F.col("`" + name.replace("`", "``") + "`")


def _plain(table: Any, names: list[str]) -> Any:
    """The columns; of what can play no role a list without values, which the engine leaves out with a sentence."""
    from pyspark.sql import functions as F

    types = dict(table.dtypes)
    return table.select(
        *(
            F.lit(None).cast("array<int>").alias(name)
            if types[name].startswith(_NOT_GROUPED)
            else _column(name).alias(name)
            for name in names
        )
    )


def _keys(plan: Plan) -> dict[str, Any]:
    """What makes a profile, by name. Scores that are no probabilities have no bin and stay as they are, `outside`, so
    that the engine refuses them."""
    from pyspark.sql import functions as F

    keys = {f"key {at}": _column(name) for at, name in enumerate(plan.keys)}
    if plan.score_bins is None:
        return keys
    score = _score(plan)
    inside = (score >= 0) & (score <= 1)
    keys["bin"] = F.when(inside, F.least(F.floor(score * plan.score_bins), F.lit(plan.score_bins - 1)))
    keys["outside"] = F.when(inside, F.lit(None)).otherwise(score)
    if plan.threshold is not None:
        keys["side"] = (score > plan.threshold) if plan.above else (score >= plan.threshold)
    return keys


def _score(plan: Plan) -> Any:
    return _column(plan.score or "").cast("double")


def _estimates(table: Any, plans: list[Plan], names: list[str]) -> tuple[list[int], dict[str, int]]:
    """About how many profiles each plan leaves, and how many values the columns have, in one pass over the rows."""
    from pyspark.sql import functions as F

    prepared = _prepared(table, plans[0])
    terms = [F.approx_count_distinct(F.struct(F.lit(1), *_keys(plan).values())) for plan in plans]
    terms += [F.approx_count_distinct(_column(name)) for name in names]
    row = prepared.agg(*terms).collect()[0]
    return list(row[: len(plans)]), dict(zip(names, row[len(plans) :]))


def _prepared(table: Any, plan: Plan) -> Any:
    score = [plan.score] if plan.score else []
    return _plain(table, [*plan.keys, *score, *([plan.count] if plan.count else [])])


def profiles_query(table: Any, plan: Plan) -> Any:
    """The profiles as a Spark table: keys, score and its ends, number of people; of a caller's count also how many rows
    are bad and how many stand for nobody."""
    from pyspark.sql import functions as F

    people = F.lit(1).cast("bigint")
    if plan.count:
        given = _column(plan.count).cast("double")
        whole = (given >= 0) & (given <= 1e15) & (given == F.floor(given))
        people = F.when(whole, given.cast("bigint"))
    keys = _keys(plan)
    sums = {"people": F.coalesce(F.sum(people), F.lit(0))}
    if plan.count:
        sums["bad"] = F.sum(F.when(people.isNull(), 1).otherwise(0))
        sums["unused"] = F.sum(F.when(people == 0, 1).otherwise(0))
    if plan.score_bins:
        # Exactly the place in the bin, but for the last half unit.
        place = _score(plan) * plan.score_bins - keys["bin"]
        sums["units"] = F.sum(F.floor(place * UNITS + 0.5) * people)
        sums["least"] = F.min(_score(plan))
        sums["greatest"] = F.max(_score(plan))
    grouped = (
        _prepared(table, plan)
        .groupBy(*(key.alias(name) for name, key in keys.items()))
        .agg(*(value.alias(name) for name, value in sums.items()))
    )
    out = [_column(f"key {at}").alias(name) for at, name in enumerate(plan.keys)]
    if plan.score_bins:
        mean = (F.col("bin") + F.col("units") / (F.col("people").cast("double") * UNITS)) / plan.score_bins
        mean = F.greatest(F.col("least"), F.least(F.col("greatest"), mean))
        placed = F.coalesce(F.col("outside"), F.when(F.col("bin").isNotNull(), mean))
        out.append(placed.alias(plan.score or ""))
        out += [F.col("least").alias(plan.least), F.col("greatest").alias(plan.greatest)]
    out.append(F.col("people").alias(plan.people))
    return grouped.select(*out, *([F.col("bad").alias(BAD), F.col("unused").alias(UNUSED)] if plan.count else []))


def fetched(table: Any, plan: Plan, progress: bool | None) -> Profiles:
    """The profiles, counted on the cluster and brought here."""
    query = profiles_query(table, plan)
    made = on_cluster(table.sparkSession, "people on the cluster", query.toArrow, progress)
    return counted(made, plan, TITLE)

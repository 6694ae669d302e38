"""Profiles counted by a warehouse: the GROUP BY as an expression of ibis, run by its backend, or printed as SQL.

Nothing but sums of whole numbers, least and greatest values is asked of the backend, so that the answer does not hang
on the order of rows, and no logarithm, which backends write in different ways.
"""

from __future__ import annotations

from typing import Any

from ._plan import MOST_PROFILES, SLACK, UNITS, Plan, checked_bins, threshold_of
from ._profiles import BAD, UNUSED, Profiles, counted

TITLE = "the warehouse's table"
# By the name that ibis has for them. For Spark's own ibis wants a cluster; it is close to that of Databricks.
DIALECTS = {
    "bigquery": "bigquery",
    "clickhouse": "clickhouse",
    "databricks": "databricks",
    "duckdb": "duckdb",
    "postgres": "postgres",
    "snowflake": "snowflake",
    "spark": "databricks",
    "trino": "trino",
}


def profiles(
    table: Any,
    *columns: str,
    count: str | None = None,
    score: str | None = None,
    score_bins: int | None = None,
    threshold: str | float | None = None,
    most_profiles: int = MOST_PROFILES,
) -> Profiles:
    """The profiles of a table of ibis, as data for `scan`, `audit`, `ijdi`, `metrics` and `check`.

        people = fl.profiles(connection.table("people"), "sex", "race", "outcome", "score")
        fl.scan(people, outcome="outcome", score="score", attributes=["sex", "race"])

    `columns` are those that may play a role, and `count` is the table's own number of people, where a row stands for
    several. With many distinct predictions, name their column as `score` and the number of bins that they are counted
    in as `score_bins`, a power of two; `threshold` is the one that the command gets, so that no bin reaches across it.
    More than about `most_profiles` are not fetched."""
    made = _plan(columns, count, score, score_bins, threshold)
    for name in (*made.keys, *filter(None, (made.score, made.count))):
        if name not in table.columns:
            raise ValueError(f"there is no column '{name}'; the columns are {', '.join(table.columns)}")
    most = int(SLACK * most_profiles)
    found = profiles_expression(table, made, checks=True).limit(most + 1).to_pyarrow()
    if found.num_rows > most:
        raise ValueError(
            f"{TITLE} has more than {most_profiles:,} distinct profiles of {', '.join(columns)}; name fewer columns,"
            " count the predictions in bins (`score`, `score_bins`), or allow more (`most_profiles`)"
        )
    return counted(found, made, TITLE)


def profiles_sql(
    *columns: str,
    dialect: str,
    table: str = "people",
    count: str | None = None,
    score: str | None = None,
    score_bins: int | None = None,
    threshold: str | float | None = None,
) -> str:
    """The SQL that counts profiles, for whoever runs it elsewhere and brings the answer as a file:
    `fl.scan("profiles.parquet", count="people", ...)`. Arguments are those of `profiles`; `dialect` is bigquery,
    clickhouse, databricks, duckdb, postgres, snowflake, spark or trino."""
    if dialect not in DIALECTS:
        raise ValueError(f"`dialect` = {dialect!r}: must be one of {', '.join(DIALECTS)}")
    made = _plan(columns, count, score, score_bins, threshold)
    ibis = _ibis()
    types = {name: "string" for name in made.keys}
    if made.score:
        types[made.score] = "float64"
    if made.count:
        types[made.count] = "int64"
    text = str(ibis.to_sql(profiles_expression(ibis.table(types, name=table), made), dialect=DIALECTS[dialect]))
    if dialect == "spark":
        import sqlglot

        text = sqlglot.transpile(text, read="databricks", write="spark", pretty=True)[0]
    return text


def _ibis() -> Any:
    try:
        import ibis
    except ImportError:
        raise ImportError(
            "profiles of a warehouse need ibis; install it (pip install faultline-audit[warehouse])"
        ) from None
    return ibis


def _plan(columns: tuple[str, ...], count: str | None, score: str | None, score_bins: Any, threshold: Any) -> Plan:
    for name in columns:
        if not isinstance(name, str):
            raise TypeError(f"`columns` = {name!r}: must be the names of columns")
    if checked_bins(score_bins) is not None and score is None:
        raise ValueError(f"`score_bins` = {score_bins}: needs `score`, the column of the predictions")
    keys = tuple(dict.fromkeys(name for name in columns if name not in (score, count)))
    if score is None or score_bins is None:
        keys += (score,) if score is not None else ()
        if not keys:
            raise ValueError("`columns`: name at least one column")
        return Plan(keys, count=count)
    at, above = threshold_of({"threshold": threshold})
    if threshold is not None and at is None:
        raise ValueError(f"`threshold` = {threshold!r}: must be a number, or > and a number")
    return Plan(keys, count=count, score=score, score_bins=score_bins, threshold=at, above=above)


def profiles_expression(table: Any, plan: Plan, checks: bool = False) -> Any:
    """The profiles as an expression of ibis; with `checks`, also how many rows have a bad count or stand for nobody."""
    ibis = _ibis()
    taken = {name: table[name] for name in plan.keys}
    keys = list(plan.keys)
    if plan.count:
        given = table[plan.count]
        if not given.type().is_integer():
            raise ValueError(f"`count` {plan.count}: holds {given.type()}, not whole numbers of people; cast it before")
        taken["faultline_people"] = ibis.ifelse(given >= 0, given.cast("int64"), ibis.null("int64"))
    else:
        taken["faultline_people"] = ibis.literal(1, "int64")
    if plan.score_bins:
        score = table[plan.score].cast("float64")
        inside = (score >= 0) & (score <= 1)
        place = ibis.ifelse(inside, score, ibis.null("float64")) * float(plan.score_bins)
        taken["faultline_bin"] = ibis.least(place.floor(), ibis.literal(plan.score_bins - 1, "int64"))
        taken["faultline_outside"] = ibis.ifelse(inside, ibis.null("float64"), score)
        taken["faultline_score"] = score
        keys += ["faultline_bin", "faultline_outside"]
        if plan.threshold is not None:
            taken["faultline_side"] = (score > plan.threshold) if plan.above else (score >= plan.threshold)
            keys.append("faultline_side")
    rows = table.select(**taken)
    people = rows["faultline_people"]
    sums = {"faultline_n": people.sum().coalesce(0).cast("int64")}
    if checks and plan.count:
        sums[BAD] = people.isnull().sum().cast("int64")
        sums[UNUSED] = (people == 0).sum().cast("int64")
    if plan.score_bins:
        place = rows["faultline_score"] * float(plan.score_bins) - rows["faultline_bin"]
        units = (place * float(UNITS) + 0.5).floor().cast("int64")
        sums["faultline_units"] = (units * people).sum().cast("int64")
        sums["faultline_least"] = rows["faultline_score"].min()
        sums["faultline_greatest"] = rows["faultline_score"].max()
    groups = rows.group_by(keys).aggregate(**sums)
    out = {name: groups[name] for name in plan.keys}
    if plan.score_bins:
        n = groups["faultline_n"].cast("float64") * float(UNITS)
        mean = (groups["faultline_bin"] + groups["faultline_units"].cast("float64") / n) / float(plan.score_bins)
        least, greatest = groups["faultline_least"], groups["faultline_greatest"]
        within = ibis.greatest(least, ibis.least(greatest, mean))
        out[plan.score or ""] = ibis.ifelse(groups["faultline_bin"].isnull(), groups["faultline_outside"], within)
        out |= {plan.least: least, plan.greatest: greatest}
    out[plan.people] = groups["faultline_n"]
    if checks and plan.count:
        out |= {name: groups[name] for name in (BAD, UNUSED)}
    return groups.select(**out)

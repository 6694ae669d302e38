"""People who were counted elsewhere give the result that they give one by one."""

from __future__ import annotations

import json
import math
import random

import numpy
import pandas
import pyarrow
import pytest

import faultline_audit as fl
from faultline_audit._plan import Plan
from faultline_audit._profile_runs import wanted_by
from faultline_audit._score_range import most_per_person, score_gap

ROLES = {"outcome": "y", "score": "p", "attributes": ["sex", "race"]}


def bare(result):
    told = json.loads(result.to_json())
    for key in ("timing", "threads"):
        del told[key]
    for part in [told, *told.get("parts", [])]:
        del part["data"]["source"]
    return told


@pytest.fixture(scope="module")
def rows():
    draw = numpy.random.default_rng(3)
    score = draw.beta(2, 3, 5_000)
    sex = draw.choice(["F", "M"], 5_000)
    odds = numpy.where(sex == "F", 1.6, 1.0) * score / (1 - score)
    return pandas.DataFrame(
        {
            "sex": sex,
            "race": draw.choice(["a", "b", None], 5_000, p=[0.6, 0.38, 0.02]),
            "p": score,
            "y": (draw.random(5_000) < odds / (1 + odds)).astype(int),
        }
    )


def counted(rows, count=None):
    """What a cluster would hand over."""
    keys = [name for name in rows if name != count]
    groups = rows.groupby(keys, dropna=False)
    counts = groups.size() if count is None else groups[count].sum()
    plan = Plan(tuple(keys), count=count)
    table = pyarrow.Table.from_pandas(counts.reset_index(name=plan.people), preserve_index=False)
    return fl.Profiles(table, plan, "the table")


def in_bins(rows, bins, threshold=0.5):
    kept = rows.assign(bin=numpy.minimum(numpy.floor(rows.p * bins), bins - 1), side=rows.p >= threshold)
    groups = kept.groupby(["sex", "race", "y", "bin", "side"], dropna=False).p
    plan = Plan(("sex", "race", "y"), score="p", score_bins=bins, threshold=threshold)
    made = groups.agg(p="mean", p_least="min", p_greatest="max", people="size").reset_index()
    made["p"] = made.p.clip(made.p_least, made.p_greatest)
    return fl.Profiles(
        pyarrow.Table.from_pandas(made.drop(columns=["bin", "side"]), preserve_index=False), plan, "the table"
    )


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("scan", {**ROLES, "replicates": 19}),
        ("scan", {"outcome": "y", "score": "p", "replicates": 19}),  # columns chosen by the engine
        ("metrics", {"outcome": "y", "score": "p", "threshold": 0.5, "protected": "sex"}),
        ("check", {**ROLES, "threshold": 0.5, "protected": "sex", "covariates": ["race"], "replicates": 19}),
    ],
)
def test_profiles_give_the_result_of_rows(rows, command, options):
    rounded = rows.assign(p=rows.p.round(2))
    profiles = counted(rounded)
    assert len(profiles) < 1_000
    function = getattr(fl, command)
    assert bare(function(profiles, **options)) == bare(function(rounded, **options))


def test_only_columns_that_are_named_are_counted():
    spec = {
        "command": "audit", "outcome": "y=late", "attributes": ["Size", "race"], "covariates": ["race"],
        "protected": ["sex=Female;age group=old"], "bins": ["income=quantile:4"], "ordered": ["step=low<high"],
    }  # fmt: skip
    named = wanted_by(spec)
    columns = ["y", "size", "race", "sex", "age group", "income", "step", "age", "a", "group", "ace", "se", "quantile"]
    assert [name for name in columns if named(name)] == columns[:7]
    assert wanted_by({**spec, "covariates": []})("anything")


def test_the_spec_of_the_result_repeats_the_run(rows):
    profiles = counted(rows.assign(p=rows.p.round(2)))
    result = fl.scan(profiles, **ROLES, replicates=9)
    assert result.spec["count"] is None
    assert result.to_dict()["data"]["source"] == "table"
    assert fl.run(result, profiles) == result


def test_a_count_of_the_caller_stays_his(rows):
    twice = rows.assign(p=rows.p.round(2), n=2)
    profiles = counted(twice, "n")
    result = fl.scan(profiles, **ROLES, count="n", replicates=9)
    assert bare(result) == bare(fl.scan(twice, **ROLES, count="n", replicates=9))
    with pytest.raises(ValueError, match="`count` = race: the profiles are already counted in n; leave it out or"):
        fl.scan(profiles, **ROLES, count="race")


def test_people_are_named_in_messages_not_rows(rows):
    profiles = counted(rows.assign(p=rows.p.round(2), race=rows.race.astype(object)))
    missing = int(rows.race.isna().sum())
    with pytest.raises(
        ValueError,
        match=f"`protected` race: {missing} of 5,000 rows of the table have no value; correct them, leave them out, or",
    ):
        fl.metrics(profiles, outcome="y", decision="sex=F", protected="race")
    wrong = counted(rows.assign(p=rows.p.round(1) + 1))
    with pytest.raises(ValueError, match=r"`score` p: a row of the table holds 1(\.\d)?, which is not a probability"):
        fl.scan(wrong, **ROLES)


@pytest.mark.parametrize(
    ("command", "options", "sentence"),
    [
        ("scan", {**ROLES, "where": "p > 0"}, "`where`: the engine's SQL does not run where the table is"),
        ("scan", {**ROLES, "derive": {"z": "p"}}, "`derive`: the engine's SQL does not run where the table is"),
        (
            "sources",
            {"outcome": "y", "protected": "sex"},
            r"sources\(\) does not take the table; scan, audit, ijdi, metrics and check do",
        ),
        ("scan", {"y_true": [0, 1], "y_prob": "p"}, "`y_true` is an array, but `data` is not on this machine"),
        (
            "scan",
            {**ROLES, "score": "q"},
            "there is no column 'q'; did you mean|there is no column 'q'; the columns are",
        ),
    ],
)
def test_what_needs_rows_is_refused(rows, command, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        getattr(fl, command)(counted(rows.head(50)), **options)


def test_masks_need_rows(rows):
    profiles = counted(rows.head(500))
    result = fl.scan(profiles, **ROLES, replicates=0)
    with pytest.raises(TypeError, match="`data` is Profiles, whose rows are not on this machine"):
        result.mask(0, profiles)


@pytest.mark.parametrize("bins", [8, 64, 1024])
def test_the_exact_score_lies_in_the_range_that_is_told(rows, bins):
    exact = fl.scan(rows, **ROLES, replicates=0)
    folded = fl.scan(in_bins(rows, bins), **ROLES, replicates=0)
    told = next(text for text in folded.notices if "put together" in text)
    assert f"{bins:,} bins" in told
    for one, other in zip(exact.findings, folded.findings):
        assert one.text == other.text
        if one.subgroup is None:
            continue
        low, high = told.split(f"{one.direction}, {one.text}: from ")[1].split(";")[0].split(" to ")
        assert float(low) * (1 - 1e-5) <= one.score <= float(high) * (1 + 1e-5)
        per_person = most_per_person(max(one.theta, other.theta), bins)
        assert float(high) - float(low) <= 1.01 * one.n * per_person + 1e-4 * one.score


def test_a_bin_does_not_reach_across_the_threshold(rows):
    options = {"outcome": "y", "score": "p", "threshold": 0.51, "protected": "sex", "metric": ["fpr", "tpr"]}
    exact, folded = fl.metrics(rows, **options), fl.metrics(in_bins(rows, 8, 0.51), **options)
    assert [one["rates"] for one in exact.to_dict()["groups"]] == [one["rates"] for one in folded.to_dict()["groups"]]


def test_the_range_holds_whatever_the_bin_holds():
    """Against the score of the people one by one, its maximum by brute force."""
    draw = random.Random(5)
    for _ in range(100):
        bins = 2 ** draw.randint(1, 6)
        groups, everybody = [], []
        for at in range(draw.randint(1, bins)):
            inside = [min(1.0, (at + draw.betavariate(0.3, 0.3)) / bins) for _ in range(draw.randint(1, 5))]
            everybody += inside
            groups.append((len(inside), sum(inside) / len(inside), min(inside), max(inside)))
        y = draw.randint(0, len(everybody))

        def best(people, y=y):
            grid = (step / 50 - 8 for step in range(801))
            return max(y * t - sum(n * math.log1p(math.expm1(t) * p) for n, p in people) for t in grid)

        n, mean, least, greatest = (pyarrow.chunked_array([list(column)]) for column in zip(*groups))
        gap = best([(1, p) for p in everybody]) - best([(count, mean) for count, mean, _, _ in groups])
        if 0 < y < len(everybody):  # else the maximum lies beyond the grid
            assert -1e-9 <= gap <= score_gap(y, n, mean, least, greatest, bins) + 1e-3

"""Predictions without end: bins, and what is known of the error that they make."""

from __future__ import annotations

import pytest

import faultline_audit as fl

ROLES = {"outcome": "outcome", "score": "score", "attributes": ["sex", "race", "region"]}


def told(result):
    return next(text for text in result.notices if text.startswith("predictions were put together"))


def test_the_exact_score_of_a_million_people_lies_in_the_range(continuous):
    exact = fl.scan(continuous.here, **ROLES, replicates=0)
    binned = fl.scan(fl.SparkPeople(continuous.there, most_profiles=50_000), **ROLES, replicates=0)
    assert binned.to_dict()["data"]["rows_used"] == 1_000_000
    compared = 0
    for one, other in zip(exact.findings, binned.findings):
        assert (one.text, one.n, one.observed_count) == (other.text, other.n, other.observed_count)
        assert other.expected == pytest.approx(one.expected, rel=1e-9)  # means are not changed
        if one.subgroup is not None:
            low, high = told(binned).split(f"{one.direction}, {one.text}: from ")[1].split(";")[0].split(" to ")
            assert float(low) * (1 - 1e-5) <= one.score <= float(high) * (1 + 1e-5)
            assert float(high) - float(low) < 0.01 * one.score
            compared += 1
    assert compared


def test_the_same_bins_give_the_same_bits(few):
    options = {**ROLES, "replicates": 19}
    once = fl.scan(fl.SparkPeople(few.there, score_bins=64), **options)
    again = fl.scan(fl.SparkPeople(few.there.repartition(7, "person"), score_bins=64), **options)
    assert "64 bins" in told(once)
    assert again == once


def test_bins_of_single_predictions_change_nothing(few):
    """Hundredths are alone in bins of 1/1024."""
    exact = fl.scan(few.here, **ROLES, replicates=19)
    binned = fl.scan(fl.SparkPeople(few.there, score_bins=1024), **ROLES, replicates=19)
    assert [one.score for one in binned.findings] == [one.score for one in exact.findings]
    assert [one.p_value for one in binned.findings] == [one.p_value for one in exact.findings]


def test_decisions_are_those_of_every_prediction(few):
    options = {
        "outcome": "outcome",
        "score": "score",
        "threshold": ">0.47",
        "protected": ["sex", "region"],
        "metric": ["fpr", "tpr"],
    }
    exact = fl.metrics(few.here, **options)
    binned = fl.metrics(fl.SparkPeople(few.there, score_bins=8), **options)
    assert binned.to_dict()["groups"] == exact.to_dict()["groups"]
    assert "a Brier score is too low by at most 0.004" in told(binned)


def test_what_is_no_probability_is_refused_in_bins_too(few):
    wrong = few.there.selectExpr("sex", "outcome", "IF(person = 7, 1.5D, score) AS score")
    with pytest.raises(
        ValueError, match=r"`score`: a row of the Spark table holds 1\.5|a row of the Spark table holds 1\.5"
    ):
        fl.scan(fl.SparkPeople(wrong, score_bins=64), outcome="outcome", score="score", attributes="sex")
    gone = few.there.selectExpr("sex", "outcome", "IF(person < 9, NULL, score) AS score")
    with pytest.raises(ValueError, match="9 of 2,000 rows of the Spark table have no value"):
        fl.scan(fl.SparkPeople(gone, score_bins=64), outcome="outcome", score="score", attributes="sex")


def test_bins_keep_to_one_threshold(few):
    with pytest.raises(ValueError, match="`threshold` = 0.1:0.9:0.1: bins of the score keep to one threshold"):
        fl.metrics(
            fl.SparkPeople(few.there, score_bins=8),
            outcome="outcome",
            score="score",
            threshold="0.1:0.9:0.1",
            protected="sex",
        )

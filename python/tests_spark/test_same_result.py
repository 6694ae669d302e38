"""A cluster gives the result of one machine, to the last bit, whatever is asked."""

from __future__ import annotations

import pytest
from conftest import bare

import faultline_audit as fl

ROLES = {"outcome": "outcome", "score": "score"}
GROUPS = {"attributes": ["race", "region", "age"], "covariates": ["race", "region", "age"]}
CASES = {
    "scan": ("scan", {**ROLES, "attributes": ["sex", "race", "region"], "replicates": 99}),
    "audit": (
        "audit",
        {**ROLES, **GROUPS, "decision": "decision", "protected": {"sex": "Female"}, "replicates": 19},
    ),
    "metrics": ("metrics", {**ROLES, "decision": "decision", "protected": ["sex", "race"], "missing": "drop"}),
    "check": ("check", {**ROLES, **GROUPS, "threshold": 0.5, "protected": "sex", "replicates": 39}),
}  # fmt: skip
SMALL = {
    "columns that the engine chooses": ("scan", {**ROLES, "replicates": 19}),
    "the audit's, too": ("audit", {**ROLES, "threshold": 0.5, "protected": "sex", "metric": "fpr", "replicates": 19}),
    "bins": (
        "scan",
        {**ROLES, "attributes": ["sex", "age"], "bins": {"age": "quantile:3"}, "replicates": 19},
    ),
    "a holdout": ("scan", {**ROLES, "attributes": ["sex", "region"], "holdout": 0.5, "replicates": 19}),
    "a risk score": ("scan", {"outcome": "outcome", "risk_score": "age", "attributes": ["sex"], "replicates": 19}),
    "ijdi": (
        "ijdi",
        {
            "outcome": "outcome", "decision": "decision", "fit_probability": "logistic",
            "attributes": ["sex", "region"], "lambda_": [0, 1], "replicates": 19,
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_million_people(people, case):
    command, options = CASES[case]
    function = getattr(fl, command)
    assert bare(function(people.there, **options)) == bare(function(people.here, **options))


@pytest.mark.parametrize("case", SMALL)
def test_two_thousand_people(few, case):
    command, options = SMALL[case]
    function = getattr(fl, command)
    assert bare(function(few.there, **options)) == bare(function(few.here, **options))


def test_a_count_of_the_caller(few):
    there = few.there.groupBy("sex", "race", "region", "score", "outcome").count().withColumnRenamed("count", "n")
    options = {**ROLES, "attributes": ["sex", "race", "region"], "replicates": 19}
    whole = bare(fl.scan(few.here, **options))
    counted = bare(
        fl.scan(
            there.unionByName(there.limit(3).selectExpr("sex", "race", "region", "score", "outcome", "0L AS n")),
            **options,
            count="n",
        )
    )
    assert counted["notices"].pop(0)["text"] == "3 rows have count 0 and stand for nobody"
    assert counted["config"].pop("count") == "n"
    del whole["config"]["count"]
    assert counted == whole


def test_columns_that_cannot_be_grouped(few):
    listed = few.there.drop("person").selectExpr("*", "map('a', 1) AS note", "array(age) AS ages")
    result = fl.scan(listed, **ROLES, replicates=0)
    assert any(text.startswith("note: lists, structures or maps") for text in result.notices)
    plain = fl.scan(few.here.drop_columns(["person"]), **ROLES, replicates=0)
    assert [one.score for one in result.findings] == [one.score for one in plain.findings]


def test_the_result_repeats_itself(few):
    result = fl.scan(few.there, **ROLES, attributes=["sex", "region"], replicates=19)
    assert result.to_dict()["data"]["source"] == "Spark table"
    assert fl.run(result, few.there) == result

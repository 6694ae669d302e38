"""Other libraries' arguments and answers."""

from __future__ import annotations

import pandas
import pytest

import faultline_audit as fl
from faultline_audit.compat import aif360, fairlearn


def test_bias_scan_of_aif360(people):
    data = people[["sex", "ward"]]
    subset, score = aif360.bias_scan(data, people["outcome"], people["prediction"], 1, overpredicted=False, penalty=1)
    found = fl.scan(
        people, outcome="outcome", score="prediction", attributes=["sex", "ward"], direction="higher", replicates=0
    )
    assert (subset, score) == (found.best.subgroup, found.best.score)
    mean = people["outcome"].mean()
    by_mean = aif360.bias_scan(data, people["outcome"], [mean] * len(people), penalty=1)
    assert aif360.bias_scan(data, people["outcome"], penalty=1)[1] == pytest.approx(by_mean[1])
    low = aif360.bias_scan(data, people["outcome"], [1 - mean] * len(people), "low", penalty=1, overpredicted=False)
    assert low[1] == pytest.approx(by_mean[1])
    with pytest.raises(ValueError, match="BerkJones"):
        aif360.bias_scan(data, people["outcome"], people["prediction"], scoring="BerkJones")
    with pytest.raises(ValueError, match="`mode` = 'odd'"):
        aif360.bias_scan(data, people["outcome"], mode="odd")


def test_metric_frame_of_fairlearn(people):
    def false_positive_rate():
        """Only its name counts."""

    frame = fairlearn.MetricFrame(
        metrics=[false_positive_rate, "selection_rate"], y_true=people["outcome"], y_pred=people["decision"],
        sensitive_features=people[["sex", "insurance"]],
    )  # fmt: skip
    table = frame.by_group
    assert table.index.names == ["sex", "insurance"]
    innocent = people[people["outcome"] == 0]
    expected = innocent.groupby(["sex", "insurance"])["decision"].mean()
    pandas.testing.assert_series_equal(
        table["false_positive_rate"].sort_index(), expected.sort_index(), check_names=False, check_index_type=False
    )
    assert frame.difference()["false_positive_rate"] == pytest.approx(expected.max() - expected.min())
    assert frame.ratio()["false_positive_rate"] == pytest.approx(expected.min() / expected.max())
    assert frame.group_max()["false_positive_rate"] == pytest.approx(expected.max())

    given = {
        key: people[name]
        for key, name in (("y_true", "outcome"), ("y_pred", "decision"), ("sensitive_features", "sex"))
    }
    named = fairlearn.MetricFrame(metrics={"wrongly flagged": false_positive_rate}, **given)
    single = fairlearn.MetricFrame(metrics=false_positive_rate, **given)
    assert named.overall == {"wrongly flagged": pytest.approx(innocent["decision"].mean())}
    assert single.overall == named.overall["wrongly flagged"]
    assert single.difference() == named.difference()["wrongly flagged"]
    assert (single.by_group == named.by_group["wrongly flagged"]).all()

    def cohen_kappa_score():
        pass

    with pytest.raises(ValueError, match="cohen_kappa_score is no rate"):
        fairlearn.MetricFrame(metrics=cohen_kappa_score, y_true=[0, 1], y_pred=[0, 1], sensitive_features=["a", "b"])

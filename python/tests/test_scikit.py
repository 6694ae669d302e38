"""Estimators, mitigation as an estimator, and scores for model selection."""

from __future__ import annotations

import numpy
import pandas
import pytest
import sklearn
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer
from sklearn.model_selection import cross_val_predict, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import check_estimator

import faultline_audit as fl

GROUPS = ["sex", "ward"]


@pytest.fixture(scope="module")
def data(people):
    features = pandas.get_dummies(people[["sex", "age_group", "prior_admissions", "ward"]]).astype(float)
    return features, people["outcome"], people[GROUPS]


def test_scan_estimator_scans_predictions_out_of_fold(data):
    X, y, groups = data
    result = fl.scan_estimator(LogisticRegression(), X, y, sensitive_features=groups, replicates=9)
    predicted = cross_val_predict(LogisticRegression(), X, y, cv=5, method="predict_proba")[:, 1]
    assert result.findings == fl.scan(groups, y_true=y, y_prob=predicted, attributes=GROUPS, replicates=9).findings
    assert result.spec["attributes"] == GROUPS
    named = fl.scan_estimator(
        LogisticRegression(), X, y.map({0: "no", 1: "yes"}), sensitive_features=groups, replicates=9
    )
    assert named.findings == result.findings
    with pytest.raises(ValueError, match="`y` has 4 classes"):
        fl.scan_estimator(LogisticRegression(), X, groups["ward"])


def test_sensitive_features_by_name(people):
    X, y = people[["sex", "ward", "age_group"]], people["outcome"]
    model = make_pipeline(OneHotEncoder(), LogisticRegression())
    by_name = fl.scan_estimator(model, X, y, sensitive_features=GROUPS, replicates=9)
    assert by_name.findings == fl.scan_estimator(model, X, y, sensitive_features=X[GROUPS], replicates=9).findings
    # Texts are for the pipeline to understand, and columns of X need not be given again.
    rules = fl.ThresholdRules(model, replicates=0).fit(X, y, sensitive_features=GROUPS)
    given = fl.ThresholdRules(model, replicates=0).fit(X, y, sensitive_features=X[GROUPS])
    assert (rules.predict(X) == given.predict(X, sensitive_features=X[GROUPS])).all()
    with pytest.raises(ValueError, match="`sensitive_features` = 'race': `X` has no such column"):
        fl.ThresholdRules(model).fit(X, y, sensitive_features="race")
    with pytest.raises(TypeError, match="`estimator`: SVC predicts no probabilities"):
        fl.scan_estimator(SVC(), X, y)


def test_threshold_rules_is_an_estimator():
    check_estimator(fl.ThresholdRules())


def test_rules_are_those_of_mitigate(data):
    X, y, groups = data
    worse = (groups["sex"] == "Female").to_numpy()
    shifted = X.assign(shift=worse * 1.0)
    biased = numpy.where(worse, numpy.random.default_rng(1).random(len(y)) < 0.6, y)
    published = fl.ThresholdRules(method="iterative", replicates=99).fit(shifted, biased, sensitive_features=groups)
    assert len(published.result_.rules["rules"]) > 1
    rules = fl.ThresholdRules(replicates=0).fit(shifted, biased, sensitive_features=groups)
    assert rules.result_.rules["points"][0]["name"] == "sex"
    assert rules.result_.to_dict()["mitigation"]["strength"] > 0
    decided = rules.predict(shifted, sensitive_features=groups)
    # A decision is that of the person, wherever the person stands.
    assert (rules.predict(shifted[::-1], sensitive_features=groups[::-1])[::-1] == decided).all()
    plain = fl.ThresholdRules().fit(shifted, biased)
    assert (decided != plain.predict(shifted)).any()
    assert (plain.predict(shifted) == LogisticRegression().fit(shifted, biased).predict(shifted)).all()
    with pytest.raises(ValueError, match="`sensitive_features`: the rules were made with them"):
        rules.predict(shifted)


def test_metadata_is_routed(data):
    X, y, groups = data
    with sklearn.config_context(enable_metadata_routing=True):
        rules = fl.ThresholdRules(replicates=0)
        rules.set_fit_request(sensitive_features=True).set_predict_request(sensitive_features=True)
        calibration = make_scorer(fl.worst_subgroup_score, response_method="predict_proba", greater_is_better=False)
        gap = make_scorer(fl.largest_gap, greater_is_better=False)
        scores = cross_validate(
            rules, X, y, cv=3, params={"sensitive_features": groups}, error_score="raise",
            scoring={
                "calibration": calibration.set_score_request(sensitive_features=True),
            },
        )  # fmt: skip
        plain = cross_validate(
            LogisticRegression(), X, y, cv=3, params={"sensitive_features": groups}, error_score="raise",
            scoring={"gap": gap.set_score_request(sensitive_features=True)},
        )  # fmt: skip
    assert (scores["test_calibration"] <= 0).all()
    assert (plain["test_gap"] < 0).all()


def test_scores_are_the_engine_s(people):
    groups = people[["sex"]]
    found = fl.scan(people, outcome="outcome", score="prediction", attributes="sex", replicates=0)
    score = fl.worst_subgroup_score(people["outcome"], people["prediction"], sensitive_features=groups)
    assert score == max(one.score for one in found.findings)
    rates = fl.metrics(people, outcome="outcome", decision="decision", protected="sex").to_frame()
    fpr = rates.set_index("sex")["fpr"]
    gap = fl.largest_gap(people["outcome"], people["decision"], sensitive_features=groups)
    assert gap == pytest.approx(abs(fpr["Female"] - fpr["Male"]))

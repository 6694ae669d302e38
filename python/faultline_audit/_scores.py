"""Numbers for choosing between models, in the form that scikit-learn's make_scorer takes.

make_scorer(worst_subgroup_score, response_method="predict_proba", greater_is_better=False)
    .set_score_request(sensitive_features=True)
"""

from __future__ import annotations

from typing import Any

from ._commands import metrics, scan


def worst_subgroup_score(y_true: Any, y_prob: Any, *, sensitive_features: Any, **options: Any) -> float:
    """How far the predictions are off in the subgroup where they are most so: the highest score of a scan,
    0 where nothing stands out. Less is better. It is not tested; `scan` says what chance would give."""
    found = scan(y_true=y_true, y_prob=y_prob, sensitive_features=sensitive_features, **{"replicates": 0, **options})
    return max((one.score or 0.0 for one in found.findings), default=0.0)


def largest_gap(y_true: Any, y_pred: Any, *, sensitive_features: Any, rate: Any = "fpr") -> float:
    """The largest difference of a rate between two groups, intersections included, as `metrics` has it.
    Less is better; NaN where no two groups have the rate."""
    shown = metrics(y_true=y_true, y_pred=y_pred, sensitive_features=sensitive_features, metric=rate)
    gaps = [gap["estimate"] for gap in shown.to_dict()["gaps"] if gap["estimate"] is not None]
    return max(gaps, default=float("nan"))

"""A MetricFrame like fairlearn's, from `metrics`: rates by name instead of functions.

    MetricFrame(metrics=["fpr", "selection_rate"], y_true=y, y_pred=decisions, sensitive_features=frame["sex"])

`difference` and `ratio` are those of fairlearn, between the groups with the highest and the lowest rate. The
engine's own comparisons, with intervals and tests, stand in `result`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .._commands import metrics as engine_metrics
from .._tables import frame_of_columns

# Names of fairlearn's and scikit-learn's functions, as rates of ours.
NAMES = {
    "accuracy_score": "accuracy",
    "balanced_accuracy_score": "balanced_accuracy",
    "f1_score": "f1",
    "false_negative_rate": "fnr",
    "false_positive_rate": "fpr",
    "mean_prediction": "mean_score",
    "precision_score": "ppv",
    "recall_score": "tpr",
    "selection_rate": "selection_rate",
    "true_negative_rate": "tnr",
    "true_positive_rate": "tpr",
}


class MetricFrame:
    """Rates of every group. `metrics` is the name of a rate, or a function of fairlearn or scikit-learn whose name
    says which rate it is; or a list of such, or a dict of them by the names to show. As in fairlearn, one metric gives
    numbers, several give a number for each."""

    def __init__(self, *, metrics: Any, y_true: Any, y_pred: Any, sensitive_features: Any) -> None:
        self._single = isinstance(metrics, str) or callable(metrics)
        asked = [metrics] if self._single else metrics
        named = asked.items() if isinstance(asked, Mapping) else [(_shown(one), one) for one in asked]
        self._rates = {shown: _rate(one) for shown, one in named}
        rates: Iterable[Any] = list(dict.fromkeys(self._rates.values()))
        self._given = {"y_true": y_true, "y_pred": y_pred, "sensitive_features": sensitive_features}
        self.result = engine_metrics(**self._given, metric=rates)
        told = self.result.to_dict()
        names = told["config"]["protected"]
        self._groups = groups = [group for group in told["groups"] if list(group["group"]) == names]
        self._columns = {
            **{name: [group["group"][name] for group in groups] for name in names},
            **{shown: [group["rates"][rate]["estimate"] for group in groups] for shown, rate in self._rates.items()},
        }
        self._names = names
        everybody = next(group for group in told["groups"] if not group["group"])["rates"]
        self._overall = {shown: _number(everybody[rate]["estimate"]) for shown, rate in self._rates.items()}

    @property
    def by_group(self) -> Any:
        """One row per intersection of the sensitive features; of pandas, with the groups as its index, and one
        metric as a Series."""
        frame = frame_of_columns(self._columns, "")
        if not hasattr(frame, "set_index"):
            return frame
        indexed = frame.set_index(self._names)
        return indexed[next(iter(self._rates))] if self._single else indexed

    @property
    def overall(self) -> Any:
        """Of everybody."""
        return self._told(self._overall)

    def group_max(self) -> Any:
        return self._told({shown: max(self._known(shown)) for shown in self._rates})

    def group_min(self) -> Any:
        return self._told({shown: min(self._known(shown)) for shown in self._rates})

    def difference(self) -> Any:
        """Between the highest and the lowest rate."""
        return self._told({shown: _number(self._gap(rate)["estimate"]) for shown, rate in self._rates.items()})

    def ratio(self) -> Any:
        """Of the lowest to the highest rate: the engine compares every group with the highest one."""
        return self._told({shown: self._ratio(rate) for shown, rate in self._rates.items()})

    def _told(self, numbers: dict[str, float]) -> Any:
        return next(iter(numbers.values())) if self._single else numbers

    def _gap(self, rate: str) -> dict[str, Any]:
        gaps = self.result.to_dict()["gaps"]
        return next(gap for gap in gaps if gap["rate"] == rate and gap["attributes"] == self._names)

    def _ratio(self, rate: Any) -> float:
        gap = self._gap(rate)
        if gap["estimate"] is None:
            return float("nan")
        highest = next(group["group"] for group in self._groups if group["text"] == gap["highest"])
        reference = ";".join(f"{name}={value}" for name, value in highest.items())
        compared = engine_metrics(**self._given, metric=rate, reference=reference).to_dict()["comparisons"]
        lowest = [one for one in compared if one["text"] == gap["lowest"] and one["rate"] == rate]
        return _number(lowest[0]["ratio"]) if lowest else 1.0  # the highest is the lowest: all are alike

    def _known(self, shown: str) -> list[float]:
        return [value for value in self._columns[shown] if value is not None] or [float("nan")]


def _number(value: float | None) -> float:
    return float("nan") if value is None else value


def _shown(metric: Any) -> str:
    return metric if isinstance(metric, str) else getattr(metric, "__name__", str(metric))


def _rate(metric: Any) -> Any:
    name = _shown(metric)
    if callable(metric) and name not in NAMES:
        raise ValueError(f"`metrics`: {name} is no rate of Faultline; those are named " + ", ".join(sorted(NAMES)))
    return NAMES.get(name, name)

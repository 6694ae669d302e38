"""AIF360's bias_scan, with its arguments and its answer: (subset, score).

Their search is a climb from random starts; ours compares every subgroup, or says how far it may be off, so
scores are at least as high. Ask `faultline_audit.scan` for what their answer does not have: whether it could
be chance.
"""

from __future__ import annotations

from typing import Any

from .._commands import scan

_FAMILIES: dict[str, Any] = {
    "Bernoulli": "bernoulli",
    "BerkJones": "bernoulli",
    "Gaussian": "gaussian",
    "Poisson": "poisson",
}
_MODES: dict[str, Any] = {"binary": "bernoulli", "continuous": "gaussian", "nominal": "nominal", "ordinal": "ordinal"}


def bias_scan(
    data: Any,
    observations: Any,
    expectations: Any = None,
    favorable_value: Any = None,
    overpredicted: bool = True,
    scoring: str = "Bernoulli",
    num_iters: int = 10,
    penalty: float = 1e-17,
    mode: str = "binary",
) -> tuple[dict[str, list[str]], float]:
    """The most anomalous subset and its score. `overpredicted`: outcomes are less frequent than expected
    there. `num_iters` is taken and not needed: the search does not depend on starts. Without
    `expectations`, everybody's is the mean of the observations, as theirs is."""
    if mode not in _MODES:
        raise ValueError(f"`mode` = {mode!r}: must be one of " + ", ".join(_MODES))
    if scoring not in _FAMILIES:
        raise ValueError(f"`scoring` = {scoring!r}: must be one of " + ", ".join(_FAMILIES))
    if scoring == "BerkJones":
        raise ValueError("`scoring` = 'BerkJones': Faultline has no such score; use Bernoulli")
    values = list(observations)
    binary = mode == "binary"
    outcome = [value == _favorable(values, favorable_value) for value in values] if binary else values
    found = scan(
        data,
        outcome=outcome,
        score=expectations,
        # One risk score for all: the engine takes the share of positives among them.
        risk_score=[1] * len(values) if binary and expectations is None else None,
        attributes=[str(name) for name in data],
        direction="lower" if overpredicted else "higher",
        family=_MODES[mode] if not binary else _FAMILIES[scoring],
        penalty=penalty,
        replicates=0,
    )
    best = found.best
    return ({}, 0.0) if best is None else (best.subgroup or {}, best.score or 0.0)


def _favorable(values: list[Any], given: Any) -> Any:
    """Theirs is the largest value where none is named, or "high" or "low"."""
    if given is None or given == "high":
        return max(values)
    return min(values) if given == "low" else given

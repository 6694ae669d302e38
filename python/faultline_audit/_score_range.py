"""Between which values the score of a scan's finding lies when predictions were put together in bins.

With t = log q, a subgroup with y events scores y t - sum of g(p), g(p) = log(1 + (e^t - 1) p), at most over t. g is
concave in p. So people between the least and the greatest prediction of a bin, with its mean, have a sum of g that is
at most that of as many people at the mean, which is what the scan took, and at least that of people at the two ends
with the same mean. Both give concave functions of t; the maximum of the second bounds the exact score from above.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ._plan import UNITS

_WIDEST = 20.0  # of t: beyond it the score of a finite subgroup has reached its limit
_STEPS = 60  # of the golden section: 40 * 0.618^60 is 1e-11


def score_gap(y: float, count: Any, mean: Any, least: Any, greatest: Any, score_bins: int) -> float:
    """How much the exact score of the people of these bins (arrays of pyarrow) may exceed the one at the means."""
    import pyarrow.compute as pc

    n = pc.cast(count, "float64")
    apart = pc.greater(greatest, least)
    width = pc.if_else(apart, pc.subtract(greatest, least), 1.0)
    at_least = pc.multiply(n, pc.if_else(apart, pc.divide(pc.subtract(greatest, mean), width), 1.0))
    at_greatest = pc.multiply(n, pc.if_else(apart, pc.divide(pc.subtract(mean, least), width), 0.0))
    # Means are rounded to half a unit of their bin.
    rounded = pc.sum(pc.if_else(apart, n, 0.0)).as_py() / (2 * UNITS * score_bins)

    def sums(weights: Any, points: Any, t: float) -> float:
        return pc.sum(pc.multiply(weights, pc.log1p(pc.multiply(points, math.expm1(t))))).as_py() or 0.0

    def at_means(t: float) -> float:
        return y * t - sums(n, mean, t)

    def at_ends(t: float) -> float:
        return y * t - sums(at_least, least, t) - sums(at_greatest, greatest, t)

    most, t = _greatest(at_ends)
    return max(0.0, most + rounded * math.expm1(abs(t)) - _greatest(at_means)[0])


def _greatest(function: Callable[[float], float]) -> tuple[float, float]:
    """The greatest value of a concave function of t, and where it is, by golden section."""
    ratio = (math.sqrt(5) - 1) / 2
    low, high = -_WIDEST, _WIDEST
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    at_a, at_b = function(a), function(b)
    for _ in range(_STEPS):
        if at_a < at_b:
            low, a, at_a = a, b, at_b
            b = low + ratio * (high - low)
            at_b = function(b)
        else:
            high, b, at_b = b, a, at_a
            a = high - ratio * (high - low)
            at_a = function(a)
    return max((at_a, a), (at_b, b))


def most_per_person(q: float, score_bins: int) -> float:
    """What one person's prediction can change at q, whatever the bin: (e^|t| - 1)^2 w^2 / 8."""
    return (max(q, 1 / q) - 1) ** 2 / (8 * score_bins**2)

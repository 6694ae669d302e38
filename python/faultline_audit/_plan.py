"""What is counted where the people are: the columns that make a profile, and how predictions are put together
where those that are alike are too few."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

MOST_PROFILES = 1_000_000
SLACK = 1.1  # more than allowed: numbers of profiles are estimated to some per cent
# Bins of predictions, of which the finest is taken that leaves few enough profiles. Powers of two, so that every
# engine finds the same bin: multiplying by them is exact.
SCORE_BINS = tuple(2**k for k in range(20, 3, -2))
# The place in a bin is added up in whole units of it: sums of whole numbers do not hang on the order of rows.
UNITS = 2**30


@dataclass(frozen=True)
class Plan:
    """One row per distinct tuple of `keys`, and of the bin of `score` where there are bins."""

    keys: tuple[str, ...]
    count: str | None = None  # the caller's own, added up
    score: str | None = None  # only with bins; else it is one of the keys
    score_bins: int | None = None
    threshold: float | None = None  # a bin does not reach across it
    above: bool = False  # those at the threshold itself are below it

    @property
    def people(self) -> str:
        """The name of the column with the number of people."""
        return self.count or self._fresh("people")

    @property
    def least(self) -> str:
        return self._fresh(f"{self.score}_least")

    @property
    def greatest(self) -> str:
        return self._fresh(f"{self.score}_greatest")

    def _fresh(self, name: str) -> str:
        taken = {key.lower() for key in (*self.keys, self.count or "", self.score or "")}
        while name.lower() in taken:
            name += "_"
        return name


def checked_bins(value: Any) -> int | None:
    """Raises TypeError or ValueError for what is no number of bins."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"`score_bins` = {value!r}: must be a whole number")
    if not 2 <= value <= 2**20 or value & (value - 1):
        raise ValueError(f"`score_bins` = {value}: must be a power of two from 2 to 1048576, such as 1024")
    return value


def threshold_of(spec: Any) -> tuple[float | None, bool]:
    """`threshold` of a spec as a number, and whether `>` stands before it; the engine says what is wrong with it."""
    text = str(spec.get("threshold") or "").strip()
    number = text.lstrip(">=").strip()
    try:
        return (float(number), text.startswith(">") and not text.startswith(">=")) if number else (None, False)
    except ValueError:
        return None, False


def listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last

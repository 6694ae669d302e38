"""Faultline: finds the subgroups of people whom a predictive model fails.

    import faultline_audit as fl

    result = fl.scan(frame, outcome="y", score="p")
    result.save_html("report.html")

Every function takes the people (a data frame, a dict of columns or the path of a file) and the options
of the command line; all of them return a Result. No statistic is computed in Python.
"""

from __future__ import annotations

from typing import Any

from ._commands import *  # noqa: F403  the commands that the engine describes
from ._commands import __all__ as _functions
from ._finding import Finding
from ._library import describe
from ._result import AppliedRules, Figure, Result, load, loads
from ._run import Interrupted
from ._scores import largest_gap, worst_subgroup_score

# What needs scikit-learn is loaded when it is asked for.
_SCIKIT_LEARN = ("ThresholdRules", "scan_estimator")

__all__ = [
    *_functions,
    "AppliedRules",
    "Figure",
    "Finding",
    "Interrupted",
    "Result",
    "describe",
    "largest_gap",
    "load",
    "loads",
    "worst_subgroup_score",
    *_SCIKIT_LEARN,
]


def __getattr__(name: str) -> Any:
    if name in _SCIKIT_LEARN:
        from . import scikit

        return getattr(scikit, name)
    if name == "__version__":
        from ._library import version

        return version()
    raise AttributeError(f"module 'faultline_audit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__

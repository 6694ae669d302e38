"""Faultline: finds the subgroups of people whom a predictive model fails.

    import faultline_audit as fl

    result = fl.scan(frame, outcome="y", score="p")
    result.save_html("report.html")

Every function takes the people (a data frame, a dict of columns or the path of a file) and the options
of the command line; all of them return a Result. No statistic is computed in Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._commands import *  # noqa: F403  the commands that the engine describes
from ._commands import __all__ as _functions
from ._finding import Finding
from ._library import describe
from ._result import AppliedRules, Figure, Result, load, loads
from ._run import Interrupted
from ._scores import largest_gap, worst_subgroup_score

if TYPE_CHECKING:
    from ._profiles import Profiles  # noqa: F401
    from ._simulate import Simulated, simulate  # noqa: F401  named in _LATER
    from ._spark import SparkPeople  # noqa: F401
    from ._warehouse import profiles, profiles_sql  # noqa: F401
    from .scikit import ThresholdRules, scan_estimator  # noqa: F401

# Loaded when they are asked for: what needs another library, and what few need.
_LATER = {
    "Profiles": "_profiles",
    "Simulated": "_simulate",
    "SparkPeople": "_spark",
    "ThresholdRules": "scikit",
    "profiles": "_warehouse",
    "profiles_sql": "_warehouse",
    "scan_estimator": "scikit",
    "simulate": "_simulate",
}

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
    *_LATER,
]


def __getattr__(name: str) -> Any:
    if name in _LATER:
        import importlib

        return getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)
    if name == "__version__":
        from ._library import version

        return version()
    raise AttributeError(f"module 'faultline_audit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__

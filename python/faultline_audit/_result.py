"""A result: what the engine answered, and the ways to look at it.

It holds the engine's JSON and nothing else; whatever is shown is rendered by the engine from it.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterator
from typing import Any

from . import _library
from ._figure import Figure, draw, figure_of
from ._finding import Finding
from ._frames import library_of, people_of
from ._run import Run, members, render
from ._tables import boolean_column, frame_of, rows_of_csv, table_names, table_rows

_PAGE_HEIGHT = 620  # pixels of a notebook
_NOT_COMPARED = ("timing", "threads")  # of this machine, not of the analysis


def taken(run: Run, library: str) -> Result | AppliedRules:
    """The answer of a run that has ended."""
    applied = run.text("applied")
    if applied is not None:
        return AppliedRules(applied, run.text("decisions") or "", library)
    return Result(run.text("json") or "", library=library, rules=run.text("rules"), decisions=run.text("decisions"))


class Result:
    """What a run found. Prints as on a terminal; shows itself in a notebook."""

    def __init__(self, text: str, *, library: str = "", rules: str | None = None, decisions: str | None = None) -> None:
        self._json = text
        self._library = library
        self._rules = rules
        self._decisions = decisions

    @functools.cached_property
    def _dict(self) -> dict[str, Any]:
        return json.loads(self._json)

    # What was found.

    @functools.cached_property
    def findings(self) -> list[Finding]:
        """The findings, in the order of the result; of `check` those of its parts, in the order of its verdicts."""
        if "check" in self._dict:
            return [part.findings[at] for part, at in self._in_parts]
        return [Finding.from_dict(one) for one in self._dict["findings"]]

    @functools.cached_property
    def _in_parts(self) -> list[tuple[Result, int]]:
        """Where the findings of `check` stand: in which part, at which place."""
        return [(self.parts[one["part"]], one["place"]) for one in self.verdicts if one["list"] == "findings"]

    @property
    def significant(self) -> list[Finding]:
        """The findings with evidence, all tests of the run counted."""
        return [one for one in self.findings if one.significant]

    @property
    def best(self) -> Finding | None:
        """The finding with the highest score, those with evidence first; None when there is none. Of `check`,
        where scores of different methods meet, the one that its verdicts name first."""
        found = [one for one in self.findings if one.subgroup is not None]
        if "check" in self._dict:
            return found[0] if found else None
        return max(found, key=lambda one: (bool(one.significant), one.score or 0.0), default=None)

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        """The list of verdicts of `check`, evidence and the most important first; empty for other commands."""
        return list(self._dict.get("check", {}).get("verdicts", []))

    @functools.cached_property
    def parts(self) -> dict[str, Result]:
        """The parts of `check`, each a result of its own, by command; empty for other commands."""
        whole = {key: self._dict[key] for key in ("schema", "version", "timing", "threads")}
        return {
            one["command"]: Result(json.dumps({**whole, **one}), library=self._library)
            for one in self._dict.get("parts", [])
        }

    @property
    def command(self) -> str:
        return self._dict["command"]

    @property
    def partial(self) -> bool:
        """Whether the run was stopped before its end."""
        return self._dict["partial"]

    @property
    def spec(self) -> dict[str, Any]:
        """The complete spec of the run; `run(spec, data)` repeats it."""
        return dict(self._dict["config"])

    @property
    def notices(self) -> list[str]:
        """What to know of the run and of its data, as sentences."""
        return [one["text"] for one in self._dict["notices"]]

    def mask(self, finding: int | Finding, data: Any) -> Any:
        """Who is in the finding's subgroup: one True or False per row of `data`, which may be other
        people than those of the run. Bins and labels are those of the run. In the library of `data`:
        `X[result.mask(0, X)]`, `frame.filter(result.mask(0, frame))`. The `n` of a criterion that looks at
        some of them only, such as the false positive rate, is smaller."""
        at = finding if isinstance(finding, int) else self.findings.index(finding)
        if at < 0:
            at += len(self.findings)
        if not 0 <= at < len(self.findings):
            raise IndexError(f"there are {len(self.findings)} findings; {finding} is none of them")
        if "check" in self._dict:
            part, place = self._in_parts[at]
            return part.mask(place, data)
        people = people_of(data, {}, lambda name: True)
        result = self._json
        if people.path is not None:
            config = {**self._dict["config"], "input": people.path}
            result = json.dumps({**self._dict, "config": config})
        return boolean_column(members(result, at, people), library_of(data))

    # As tables.

    @property
    def _lists(self) -> dict[str, Any]:
        """The result with the verdicts of `check` first, and without its parts, which have lists of their own."""
        if "check" not in self._dict:
            return self._dict
        return {"verdicts": self.verdicts, **{key: value for key, value in self._dict.items() if key != "parts"}}

    @property
    def tables(self) -> list[str]:
        """Names of the lists in the result that `to_frame` can show."""
        return table_names(self._lists)

    def to_frame(self, table: str | None = None, library: str | None = None) -> Any:
        """A list of the result as a data frame: the findings, or what else `tables` names. A list that
        stands inside others, such as the neighbours of findings, says in its first columns where. In the library that
        the data came from, unless "pandas", "polars", "pyarrow" or "dict" is asked for."""
        return frame_of(table_rows(self._lists, table), library or self._library)

    @property
    def rules(self) -> dict[str, Any] | None:
        """The rules of mitigate, as `mitigate(apply=...)` takes them from a file."""
        return None if self._rules is None else json.loads(self._rules)

    def save_rules(self, path: str | os.PathLike[str]) -> None:
        if self._rules is None:
            raise ValueError(f"{self.command} makes no rules; mitigate does")
        _written(self._rules, path)

    @property
    def decisions(self) -> Any:
        """The new decisions of mitigate, row by row, as a data frame; None for other commands."""
        return None if self._decisions is None else frame_of(rows_of_csv(self._decisions), self._library)

    # In other formats.

    def to_dict(self) -> dict[str, Any]:
        return json.loads(self._json)

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """The versioned JSON, exactly as the engine wrote it; also into a file when one is named."""
        return _written(self._json, path)

    def to_html(self) -> str:
        """The page: one file that needs no network."""
        return render(self._json, "html")

    def save_html(self, path: str | os.PathLike[str]) -> None:
        _written(self.to_html(), path)

    def to_markdown(self, path: str | os.PathLike[str] | None = None) -> str:
        return _written(render(self._json, "markdown"), path)

    def to_sarif(self, path: str | os.PathLike[str] | None = None) -> str:
        """The verdicts as SARIF 2.1.0, for code scanning services."""
        return _written(render(self._json, "sarif"), path)

    def to_junit(self, path: str | os.PathLike[str] | None = None) -> str:
        """The verdicts as JUnit XML, for build servers."""
        return _written(render(self._json, "junit"), path)

    def to_model_card(self, path: str | os.PathLike[str] | None = None) -> str:
        """A section for a model card: Markdown, with Hugging Face metadata (`model-index`) in front. Of `check`,
        `metrics`, `scan`, `audit` and `ijdi`."""
        return _written(render(self._json, "model_card"), path)

    def plot(self, ax: Any = None) -> Any:
        """The result's first chart as SVG, which a notebook shows. With `ax`, axes of matplotlib, the
        findings are drawn there: observed with its interval, and expected."""
        if ax is not None:
            return draw(self.findings, ax)
        return figure_of(self.to_html())

    def to_mlflow(self, prefix: str = "faultline") -> None:
        """Logs page and result as artifacts, and as metrics whether there is evidence and the findings'
        numbers, to the active run of MLflow."""
        try:
            import mlflow
        except ImportError:
            raise ImportError("to_mlflow() needs MLflow; install it (pip install mlflow)") from None

        mlflow.log_text(self.to_html(), f"{prefix}.html")
        mlflow.log_text(self._json, f"{prefix}.json")
        gate = self._gate()
        if gate >= 0:
            mlflow.log_metric(f"{prefix}.evidence", gate)
        mlflow.log_metric(f"{prefix}.findings_with_evidence", len(self.significant))
        if self.best is not None and self.best.score is not None:
            mlflow.log_metric(f"{prefix}.best_score", self.best.score)

    # As a gate.

    def _gate(self) -> int:
        """1 when there is evidence, 0 when there is none, -1 when that is not known."""
        engine = _library.library()
        with Run(engine.faultline_open(self._json.encode())) as run:
            return engine.faultline_gate(run.handle)

    def assert_no_findings(self) -> None:
        """Raises AssertionError when there is evidence at the run's level, or when its tests are not
        finished: what `--fail-on finding` does for a build."""
        gate = self._gate()
        if gate == 1:
            raise AssertionError("there is evidence of a difference\n\n" + str(self))
        tested = [self, *self.parts.values()]
        untested = any(one.subgroup is not None and one.verdict is None for part in tested for one in part.findings)
        if gate != 0 or untested:
            raise AssertionError("nothing was tested to its end, so nothing can be asserted\n\n" + str(self))

    # As Python sees it.

    def __str__(self) -> str:
        return render(self._json, "text")

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        # Without permissions the page can neither run scripts nor reach the notebook.
        import html  # here: an import of the package must stay quick

        page = html.escape(self.to_html(), quote=True)
        return (
            f'<iframe sandbox="" srcdoc="{page}" width="100%" height="{_PAGE_HEIGHT}"'
            ' style="border: 0" title="Faultline"></iframe>'
        )

    def _compared(self) -> dict[str, Any]:
        return {key: value for key, value in self._dict.items() if key not in _NOT_COMPARED}

    def __eq__(self, other: object) -> bool:
        """Everything but timing and threads."""
        if not isinstance(other, Result):
            return NotImplemented
        return (self._compared(), self._rules, self._decisions) == (
            other._compared(), other._rules, other._decisions,
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.command, self._dict["seed"], len(self._dict["findings"])))

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __bool__(self) -> bool:
        return True  # a result without findings is a result

    def __getstate__(self) -> dict[str, Any]:
        return {key: self.__dict__[key] for key in ("_json", "_library", "_rules", "_decisions")}


class AppliedRules:
    """What `mitigate(apply=...)` did: decisions about new people, and what the rules did not know."""

    def __init__(self, text: str, decisions: str, library: str) -> None:
        self._json = text
        self._decisions = decisions
        self._library = library

    @property
    def decisions(self) -> Any:
        """Row by row, as a data frame."""
        return frame_of(rows_of_csv(self._decisions), self._library)

    def to_columns(self) -> dict[str, list[Any]]:
        """The decisions as a dict of lists."""
        return frame_of(rows_of_csv(self._decisions), "dict")

    def to_dict(self) -> dict[str, Any]:
        return json.loads(self._json)

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        return _written(self._json, path)

    def __repr__(self) -> str:
        told = self.to_dict()
        return f"<AppliedRules: {told['rows']:,} people, {told['positive']:,} decided positively>"


def load(path: str | os.PathLike[str]) -> Result:
    """A result that was saved as JSON, here or by the command line."""
    with open(path, encoding="utf-8") as file:
        return loads(file.read())


def loads(text: str) -> Result:
    """A result from its JSON. Raises ValueError, with what is wrong, on anything else."""
    return Result(render(text, "json"))


def _written(text: str, path: str | os.PathLike[str] | None) -> str:
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return text


__all__ = ["AppliedRules", "Figure", "Result", "load", "loads"]

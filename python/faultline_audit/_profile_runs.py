"""Runs on profiles: people who were counted elsewhere, with the result that they would give one by one."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Callable

from . import _library
from ._plan import listed
from ._profiles import Profiles
from ._result import Result
from ._run import Interrupted, members, render, start
from ._score_range import most_per_person, score_gap

COMMANDS = ("scan", "audit", "ijdi", "metrics", "check")
_UNNAMED = "a column that no spec names"
_NAMED = 5  # findings whose range of scores a notice has

Start = Callable[[Mapping[str, Any], Profiles, "bool | None", Mapping[str, str]], str]


def chooses(spec: Mapping[str, Any]) -> bool:
    """Whether a run of the spec looks at every column, because it names too few."""
    return bool(_library.library().faultline_wants(json.dumps(spec).encode(), _UNNAMED.encode()))


def wanted_by(spec: Mapping[str, Any]) -> Callable[[str], bool]:
    """Whether a run of the spec may use a column. Every further column makes more profiles. So this asks for the whole
    name, other than the engine, which takes any column whose name stands somewhere in the spec, where SQL may be."""
    if chooses(spec):
        return lambda name: True
    texts = [text for value in spec.values() for text in (value if isinstance(value, list) else [value])]

    def named(name: str) -> bool:
        pattern = rf"(?:^|[,;=|<]\s*){re.escape(name.strip())}\s*(?:$|[,;=|<])"
        return any(re.search(pattern, text.strip(), re.IGNORECASE) for text in texts if isinstance(text, str))

    return named


def check_spec(spec: Mapping[str, Any], what: str) -> None:
    """What can only be done where the rows are. Raises ValueError."""
    if spec.get("command") not in COMMANDS:
        raise ValueError(f"{spec.get('command')}() does not take {what}; {listed(COMMANDS)} do")
    for option in ("where", "derive"):
        if spec.get(option):
            raise ValueError(
                f"`{option}`: the engine's SQL does not run where {what} is; filter it, or add the column,"
                " before it is handed over"
            )


def run_profiles(
    spec: Mapping[str, Any],
    profiles: Profiles,
    progress: bool | None,
    names: Mapping[str, str],
    begin: Start | None = None,
) -> Result:
    """`begin` runs the engine in another way than at once and here."""
    check_spec(spec, profiles.title)
    if spec.get("count") not in (None, profiles.count):
        already = f"are already counted in {profiles.count}; leave it out or name that"
        raise ValueError(f"`count` = {spec['count']}: the profiles {already}")
    counted = {**spec, "count": profiles.count}
    try:
        text = (begin or _here)(counted, profiles, progress, names)
    except Interrupted as stopped:
        raise Interrupted(stopped.json and _as_given(stopped.json, profiles)) from None
    except ValueError as error:
        raise ValueError(_of_rows(str(error), profiles, spec.get("null") or ())) from None
    return Result(_as_given(text, profiles))


def _here(spec: Mapping[str, Any], profiles: Profiles, progress: bool | None, names: Mapping[str, str]) -> str:
    people = profiles.stream(wanted_by(spec))
    return start(spec, people, progress, names, lambda run: run.text("json") or "")


def _as_given(text: str, profiles: Profiles) -> str:
    """The result in words of the caller's table: its name, no count column but the caller's own, and what grouping
    predictions has changed."""
    result = json.loads(text)
    for part in [result, *result.get("parts", [])]:
        part["data"]["source"] = re.sub("^the ", "", profiles.title)
        if profiles.plan.count is None:
            part["config"]["count"] = None
    if profiles.unused:
        rows = "1 row has" if profiles.unused == 1 else f"{profiles.unused:,} rows have"
        stand = "stands" if profiles.unused == 1 else "stand"
        result["notices"].insert(0, _notice(f"{rows} count 0 and {stand} for nobody", profiles.count))
    if profiles.plan.score_bins:
        result["notices"] += _folded(json.loads(text), profiles)
    # The engine writes it, so that numbers look as they always do.
    return render(json.dumps(result), "json")


def _notice(text: str, about: str) -> dict[str, Any]:
    return {"kind": "note", "severity": "info", "text": text, "about": about}


def _folded(result: dict[str, Any], profiles: Profiles) -> list[dict[str, Any]]:
    """What is known of the difference that bins of predictions make."""
    bins, score = profiles.plan.score_bins or 1, profiles.plan.score or ""
    told = (
        f"predictions were put together in {bins:,} bins: people of one profile and bin count with their mean, so that"
        f" no prediction is off by more than 1/{bins:,}"
    )
    if result["command"] == "metrics":
        told += (
            f"; decisions, counts and means are not changed by it, a Brier score is too low by at most"
            f" {1 / (4 * bins**2):.1g}, and an area under the ROC curve takes people of one bin as alike"
        )
    scans = [one for one in [result, *result.get("parts", [])] if one["command"] == "scan"]
    ranges = [text for scan in scans for text in _ranges({**result, **scan}, profiles)]
    if ranges:
        told += (
            "; at a factor q that lowers a score by at most"
            f" {most_per_person(2, bins):.1g} (max(q, 1/q) - 1)^2 per person, and exact scores lie: "
            + "; ".join(ranges)
        )
    if result["command"] in ("audit", "ijdi", "check"):
        told += (
            "; what it changes in fitted models and their tests has no proven bound: a run with more `score_bins` shows"
            " whether anything hangs on it"
        )
    return [_notice(told, score)]


def _ranges(result: dict[str, Any], profiles: Profiles) -> list[str]:
    plan, table = profiles.plan, profiles.table
    found: list[str] = []
    for at, one in enumerate(result["findings"]):
        if one["subgroup"] is None or one["theta_name"] != "q" or len(found) == _NAMED:
            continue
        inside = members(json.dumps(result), at, profiles.stream())
        rows = table.filter([character == "1" for character in inside])
        people, mean, least, greatest = (
            rows.column(name) for name in (plan.people, plan.score, plan.least, plan.greatest)
        )
        gap = score_gap(one["observed_count"], people, mean, least, greatest, plan.score_bins or 1)
        found.append(f"{one['direction']}, {one['text']}: from {one['score']:.6g} to {one['score'] + gap:.6g}")
    return found


def _of_rows(sentence: str, profiles: Profiles, missing: Any) -> str:
    """The engine's sentence about rows of profiles as one about people: such a row has no number that anybody knows,
    and stands for more than one."""
    sentence = re.sub(r"\brow [\d,]+ of the data frame\b", f"a row of {profiles.title}", sentence)
    found = re.search(r"`\w+` (.+?): [\d,]+ of ([\d,]+ rows?) of the data frame (?:has|have) (\w+ \w+)", sentence)
    if found is not None and found[1] in profiles.table.column_names:
        lacking = _people_lacking(profiles, found[1], found[3], {None, "", *missing})
        told = f"{lacking:,} of {profiles.people:,} {'people' if profiles.plan.count else 'rows'}"
        has = "has" if lacking == 1 else "have"
        sentence = re.sub(
            r"[\d,]+ of [\d,]+ rows? of the data frame (?:has|have)", f"{told} of {profiles.title} {has}", sentence
        )
        sentence = re.sub(
            r"leave (it|them) out with `where`", f"leave {'it' if lacking == 1 else 'them'} out", sentence
        )
        sentence = re.sub(r"; correct (it|them),", f"; correct {'it' if lacking == 1 else 'them'},", sentence)
    return sentence.replace("the data frame", profiles.title)


def _people_lacking(profiles: Profiles, column: str, what: str, missing: set[Any]) -> int:
    def lacks(value: Any) -> bool:
        if what != "no value":  # an infinite number
            return value in (float("inf"), float("-inf"))
        return (value.strip(" \t") if isinstance(value, str) else value) in missing or value != value

    values = profiles.table.column(column).to_pylist()
    return sum(n for value, n in zip(values, profiles.table.column(profiles.count).to_pylist()) if lacks(value))

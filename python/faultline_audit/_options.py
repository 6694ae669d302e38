"""Options as Python knows them: names, aliases, and values as a spec holds them.

What there is to choose comes from the engine (options.json is what faultline_describe("options")
prints); this file only says what is different in Python.
"""

from __future__ import annotations

import functools
import json
import keyword
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Names that scikit-learn's and fairlearn's users know, and the options they mean: the first that the
# command has.
ALIASES = {
    "y_true": ("outcome",),
    "y_prob": ("score",),
    "y_pred": ("decision",),
    "sensitive_features": ("protected", "attributes"),
    "sample_weight": ("weight", "count"),
    "random_state": ("seed",),
    "n_jobs": ("threads",),
}

# `data` takes the place of the first; the second is of the command line's exit code.
_NOT_ARGUMENTS = ("input", "fail_on")

# What stands between the values of one name, where an option may be given as a dict.
_JOINTS = {
    "bins": ",", "derive": "", "ordered": "<", "class_scores": "", "protected": "|", "against": "|",
    "subgroup": "|",
}  # fmt: skip

_COLUMN_NAMES = ("COL", "COL[=POSITIVE]", "COL[=VALUE]")
_COLUMN_LISTS = ("A,B", "A,B,C", "A1,A2", "S1,S2", "P1,P2", "Q1,Q2", "OLD,NEW", "COL[=VALUE]")
_NEVER_ARRAYS = ("ordered", "external_covariates")


@dataclass(frozen=True)
class Option:
    key: str  # in a spec
    name: str  # in Python
    kind: str
    is_list: bool
    default: Any
    words: tuple[str, ...]
    help: str
    heading: str
    takes_arrays: bool
    value_name: str


@dataclass(frozen=True)
class Command:
    name: str
    help: str
    takes_data: bool
    options: Mapping[str, Option]  # by Python name
    aliases: Mapping[str, str]  # to Python names

    def option(self, name: str) -> Option:
        return self.options[self.aliases.get(name, name)]


def python_name(key: str) -> str:
    """lambda is a word of the language, so it gets an underscore, as PEP 8 says."""
    return key + "_" if keyword.iskeyword(key) else key


def _option(entry: Mapping[str, Any]) -> Option:
    columns = _COLUMN_LISTS if entry["list"] else _COLUMN_NAMES
    return Option(
        key=entry["key"],
        name=python_name(entry["key"]),
        kind=entry["kind"],
        is_list=entry["list"],
        default=entry["default"],
        words=tuple(word["name"] for word in entry["words"]),
        help=entry["help"],
        heading=entry["heading"],
        takes_arrays=(
            entry["heading"] in ("Roles", "Output")
            and entry["value_name"] in columns
            and entry["key"] not in _NEVER_ARRAYS
        ),
        value_name=entry["value_name"],
    )


def commands_of(described: Mapping[str, Any]) -> dict[str, Command]:
    """Every command of faultline_describe("options")."""
    made = {}
    for entry in described["commands"]:
        options = {option.name: option for option in map(_option, entry["options"]) if option.key not in _NOT_ARGUMENTS}
        aliases = {}
        for alias, keys in ALIASES.items():
            known = [python_name(key) for key in keys if python_name(key) in options]
            if known:
                aliases[alias] = known[0]
        made[entry["command"]] = Command(
            name=entry["command"],
            help=entry["help"],
            takes_data=any(option["key"] == "input" for option in entry["options"]),
            options=options,
            aliases=aliases,
        )
    return made


@functools.cache
def commands() -> dict[str, Command]:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "options.json")
    with open(path, encoding="utf-8") as file:
        return commands_of(json.load(file))


def value_of(option: Option, name: str, value: Any) -> Any:
    """A value as a spec holds it. Raises TypeError, which names the argument, on one of another kind;
    ranges and words are checked by the engine."""
    if isinstance(value, Mapping):
        value = _from_mapping(option, name, value)
    if not option.is_list:
        return _single(option, name, value)
    if isinstance(value, (str, os.PathLike)) or not hasattr(value, "__iter__"):
        value = [value]
    return [_single(option, name, one) for one in value]


def _single(option: Option, name: str, value: Any) -> Any:
    value = value.item() if hasattr(value, "item") and hasattr(value, "dtype") else value  # numpy's scalars
    if option.key == "threads" and value == -1:
        return 0  # all, as n_jobs=-1 says
    if option.kind == "boolean" or option.words == ("yes", "no"):
        if isinstance(value, bool):
            return value if option.kind == "boolean" else ("yes" if value else "no")
        if option.kind == "boolean":
            raise _wrong(name, value, "True or False")
    if option.kind == "integer":
        if isinstance(value, bool) or not isinstance(value, int):
            raise _wrong(name, value, "a whole number")
        return value
    if option.kind == "number":
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise _wrong(name, value, "a number")
        if not abs(value) <= sys.float_info.max:  # JSON has no word for infinity and NaN
            raise ValueError(f"`{name}` = {value!r}: must be a finite number")
        return float(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and not option.words:
        return repr(value)
    if not isinstance(value, str):
        raise _wrong(name, value, "one of " + ", ".join(option.words) if option.words else "a string")
    return value


def _wrong(name: str, value: Any, wanted: str) -> TypeError:
    return TypeError(f"`{name}` = {value!r}: must be {wanted}")


def _from_mapping(option: Option, name: str, value: Mapping[Any, Any]) -> Any:
    """{"age": [25, 45]} as "age=25,45"; of several names a list, or one text with semicolons."""
    if option.key not in _JOINTS:
        raise _wrong(name, value, "a list" if option.is_list else "a string")
    parts = dict_texts(option.key, value)
    # A class of several columns is one class: their intersection.
    return ";".join(parts) if not option.is_list or option.key == "protected" else parts


def dict_texts(key: str, value: Mapping[Any, Any]) -> list[str]:
    """The entries of a dict as the option takes them."""
    joint = _JOINTS.get(key, ",")
    parts = []
    for name, one in value.items():
        listed = not isinstance(one, str) and hasattr(one, "__iter__")
        parts.append(f"{name}={joint.join(str(each) for each in one) if listed else one}")
    return parts

"""What help() and editors show of a function: its signature and its docstring."""

from __future__ import annotations

import inspect
import textwrap
from typing import Any

from ._options import Command, Option

PROGRESS = "Show progress; by default in notebooks and on terminals"
DATA = (
    "The people: a data frame (pandas, polars, pyarrow, or anything else with `__arrow_c_stream__`), a"
    " dict of columns, or the path of a file"
)


def default_of(option: Option) -> Any:
    """None where the engine has none, and for lists, so that no default can be changed by accident."""
    if option.is_list:
        return tuple(option.default) or None
    return option.default


def signature(command: Command) -> inspect.Signature:
    only = inspect.Parameter.KEYWORD_ONLY
    parameters = []
    if command.takes_data:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters.append(inspect.Parameter("data", kind, default=None))
    parameters += [
        inspect.Parameter(option.name, only, default=default_of(option)) for option in command.options.values()
    ]
    parameters += [inspect.Parameter(alias, only, default=None) for alias in command.aliases]
    parameters.append(inspect.Parameter("progress", only, default=None))
    return inspect.Signature(parameters)


def docstring(command: Command) -> str:
    """In numpy's style, as scikit-learn writes it."""
    lines = [*textwrap.wrap(command.help, 98), "", "Parameters", "----------"]
    if command.takes_data:
        lines += _entry("data", DATA)
    for option in command.options.values():
        lines += _entry(option.name, option_help(option))
    for alias, name in command.aliases.items():
        lines += _entry(alias, f"Another name of `{name}`")
    lines += _entry("progress", PROGRESS)
    lines += ["", "Returns", "-------", "Result"]
    return "\n".join(lines)


def option_help(option: Option) -> str:
    text = option.help
    if option.takes_arrays:
        text += "; or the values themselves, as arrays" if option.is_list else "; or its values, as an array"
    if option.words:
        text += " (" + ", ".join(option.words) + ")"
    return text


def _entry(name: str, text: str) -> list[str]:
    wrapped = textwrap.wrap(text, 94)
    return [name, *(f"    {line}" for line in wrapped)]

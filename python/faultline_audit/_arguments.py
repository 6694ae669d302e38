"""A caller's arguments as a spec, and the arrays among them as columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ._frames import column_names, library_of
from ._options import Command, Option, value_of


@dataclass
class Arguments:
    spec: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, Any] = field(default_factory=dict)  # columns to add to the data, by name
    names: dict[str, str] = field(default_factory=dict)  # of options, where the caller used another


def arguments_of(command: Command, data: Any, given: Mapping[str, Any]) -> Arguments:
    """Raises TypeError when an option is given twice or has a value of another kind."""
    made = Arguments()
    used: dict[str, str] = {}
    taken = {str(name) for name in column_names(data)}
    for name, value in given.items():
        if value is None:
            continue
        option = command.option(name)
        if option.key in used:
            raise TypeError(f"`{used[option.key]}` and `{name}` are the same option; give one of them")
        used[option.key] = name
        if name != option.key:
            made.names[option.key] = name
        columns = list(_arrays(option, name, value, data is None)) if option.takes_arrays else []
        if not columns:
            made.spec[option.key] = value_of(option, name, value)
            continue
        fresh = []
        for wanted, values in columns:
            while wanted in taken:
                wanted += "_"
            taken.add(wanted)
            made.arrays[wanted] = values
            fresh.append(wanted)
        made.spec[option.key] = fresh if option.is_list else fresh[0]
    return made


def _arrays(option: Option, name: str, value: Any, alone: bool) -> Iterator[tuple[str, Any]]:
    """The columns that an argument brings itself, with their names; none when it names columns.
    `alone`: there is no data whose columns a list of texts could name."""
    if isinstance(value, str):
        return
    if not option.is_list:
        yield name, value
    else:
        yield from columns_of(name, value)
        if alone and _is_listed(value) and not any(map(_is_column, value)):
            yield name, value


def columns_of(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The columns of a frame, of a dict or list of arrays, or of an array of one or two dimensions;
    none of what could also be a list of names."""
    if library_of(value) and hasattr(value, "columns"):  # a frame
        labels = value.column_names if hasattr(value, "column_names") else value.columns
        for label in labels:
            yield str(label), value[label]
    elif isinstance(value, Mapping):
        if all(_is_column(one) for one in value.values()):
            yield from ((str(label), one) for label, one in value.items())
    elif _is_column(value):
        shape: tuple[int, ...] = getattr(value, "shape", (0,))
        if len(shape) == 1:
            yield str(getattr(value, "name", None) or name), value
        else:
            yield from ((f"{name}_{at}", value[:, at]) for at in range(shape[1]))
    elif _is_listed(value) and all(map(_is_column, value)):
        for at, one in enumerate(value):
            yield str(getattr(one, "name", None) or f"{name}_{at}"), one


def _is_listed(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) > 0


def _is_column(value: Any) -> bool:
    """Whether this can only be values: an array or another library's column."""
    return hasattr(value, "__array_interface__") or bool(library_of(value))

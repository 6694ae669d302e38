"""The functions: one for every command that the engine describes.

They are made from the description, so that no option is written down twice; _commands.pyi says the
same to editors and type checkers. Both are compared with the engine by a test.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Callable

from . import _library
from ._arguments import arguments_of
from ._documentation import docstring, signature
from ._errors import among
from ._frames import column_names, is_elsewhere, people_of
from ._options import Command, commands
from ._result import Result, taken
from ._run import start

_OF_THE_CALL = ("progress",)  # beside the options: how the call behaves, not what it computes


def run(spec: Any, data: Any = None, *, progress: bool | None = None) -> Any:
    """Runs a spec: a dict, its JSON, or a Result, whose run is repeated. `data` are the people, where
    the spec does not name a file."""
    if isinstance(spec, Result):
        spec = spec.spec
    elif isinstance(spec, str):
        spec = json.loads(spec)
    if not isinstance(spec, Mapping):
        raise TypeError(f"`spec` is {type(spec).__name__}; give a dict, its JSON, or a Result")
    return _run(spec, data, {}, progress, {})


def _run(
    spec: Mapping[str, Any],
    data: Any,
    arrays: Mapping[str, Any],
    progress: bool | None,
    names: Mapping[str, str],
) -> Any:
    if is_elsewhere(data):
        return _run_elsewhere(spec, data, arrays, progress, names)
    text = json.dumps(spec).encode()
    engine = _library.library()
    people = people_of(data, arrays, lambda name: bool(engine.faultline_wants(text, name.encode())))
    if people.path is not None:
        spec = {**spec, "input": people.path}
    try:
        return start(spec, people, progress, names, lambda done: taken(done, people.library))
    except ValueError as error:
        known = [str(name) for name in column_names(data)]
        raise ValueError(among(str(error), known)) from None


def _run_elsewhere(
    spec: Mapping[str, Any],
    data: Any,
    arrays: Mapping[str, Any],
    progress: bool | None,
    names: Mapping[str, str],
) -> Any:
    """People who are counted where they are, or were: a Spark table, profiles."""
    from ._profile_runs import run_profiles
    from ._profiles import Profiles
    from ._spark import SparkPeople, run_on_spark

    if arrays:
        raise ValueError(
            f"`{next(iter(arrays))}` is an array, but `data` is not on this machine; name one of its columns"
        )
    try:
        if isinstance(data, Profiles):
            return run_profiles(spec, data, progress, names)
        people = data if isinstance(data, SparkPeople) else SparkPeople(data)
        return run_on_spark(spec, people, progress, names)
    except ValueError as error:
        raise ValueError(among(str(error), list(data.columns))) from None


def call(command: Command, data: Any, given: Mapping[str, Any]) -> Any:
    """Runs a command with the arguments that a caller gave; None is "not given"."""
    for name in given:
        if name not in command.options and name not in command.aliases and name not in _OF_THE_CALL:
            raise TypeError(_unknown(command, name))
    arguments = arguments_of(command, data, {name: v for name, v in given.items() if name not in _OF_THE_CALL})
    spec = {"command": command.name, **arguments.spec}
    return _run(spec, data, arguments.arrays, given.get("progress"), arguments.names)


def _unknown(command: Command, name: str) -> str:
    import difflib

    known = [*command.options, *command.aliases, *_OF_THE_CALL]
    near = difflib.get_close_matches(name, known, 1)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    return f"{command.name}() has no argument `{name}`{hint}"


def _made(command: Command) -> Callable[..., Any]:
    def function(data: Any = None, **given: Any) -> Any:
        return call(command, data, given)

    def function_without_data(**given: Any) -> Any:
        return call(command, None, given)

    made = function if command.takes_data else function_without_data
    made.__name__ = made.__qualname__ = command.name
    made.__module__ = "faultline_audit"
    made.__doc__ = docstring(command)
    made.__signature__ = signature(command)  # type: ignore[attr-defined]
    return made


__all__ = ["run", *commands()]
globals().update({name: _made(command) for name, command in commands().items()})

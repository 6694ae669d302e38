"""The engine's sentences as Python's exceptions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NoReturn

from . import _library


def raise_error(kind: int, sentence: str, names: Mapping[str, str]) -> NoReturn:
    """Raises with the engine's sentence, in which options stand under the names the caller used."""
    sentence = renamed(sentence, names)
    if kind == _library.NUMERIC_ERROR:
        raise ArithmeticError(sentence)
    if kind == _library.INTERNAL_ERROR:
        raise MemoryError(sentence) if sentence == "out of memory" else RuntimeError(sentence)
    raise ValueError(sentence)


def renamed(sentence: str, names: Mapping[str, str]) -> str:
    """`outcome = COL` as `y_true = COL` for whoever wrote y_true."""
    for engine, caller in names.items():
        sentence = re.sub(rf"`{re.escape(engine)}(?=[`\s])", f"`{caller}", sentence)
    return sentence


def among(sentence: str, columns: Sequence[str]) -> str:
    """The sentence about a column that is not there, with all columns of the caller's data in mind: the engine
    is handed only those that play a role, and knows no others."""
    found = re.fullmatch(r"(.*there is no column '(.+?)'); (?:did you mean '.*'\?|the columns are .*)", sentence)
    if found is None or not columns:
        return sentence
    import difflib

    near = difflib.get_close_matches(found[2], columns, 1)
    if near:
        return f"{found[1]}; did you mean '{near[0]}'?"
    *most, last = columns
    return f"{found[1]}; the columns are " + (f"{', '.join(most)} and {last}" if most else last)

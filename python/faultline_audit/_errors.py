"""The engine's sentences as Python's exceptions."""

from __future__ import annotations

import re
from collections.abc import Mapping
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

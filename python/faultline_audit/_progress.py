"""Progress of a run: a bar of tqdm where that is installed, else a line on a terminal."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import Any, Callable

Show = Callable[[str, int, int], None]

_PATIENCE = 0.5  # seconds before anything is shown: a quick run shows nothing


@contextlib.contextmanager
def progress_bar(wanted: bool | None) -> Iterator[Show]:
    """Whoever is told phase, done and total. None: shown in notebooks and on terminals only."""
    if wanted is None:
        wanted = _in_notebook() or bool(getattr(sys.stderr, "isatty", bool)())
    if not wanted:
        yield lambda phase, done, total: None
        return
    bar = _TqdmBar.made() or _Line()
    begun = time.monotonic()

    def show(phase: str, done: int, total: int) -> None:
        if time.monotonic() - begun > _PATIENCE and phase:
            bar.show(phase, done, total)

    try:
        yield show
    finally:
        bar.close()


def _in_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


class _TqdmBar:
    def __init__(self, make: Any) -> None:
        self._make = make
        self._bar: Any = None
        self._phase = ""

    @classmethod
    def made(cls) -> _TqdmBar | None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return None
        return cls(tqdm)

    def show(self, phase: str, done: int, total: int) -> None:
        if self._bar is None or phase != self._phase:
            self.close()
            self._bar = self._make(total=total or None, desc=phase, leave=False)
            self._phase = phase
        self._bar.n, self._bar.total = done, total or None
        self._bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


class _Line:
    def __init__(self) -> None:
        self._width = 0

    def show(self, phase: str, done: int, total: int) -> None:
        text = f"{phase}: {done:,} of {total:,}" if total else f"{phase}: {done:,}"
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()

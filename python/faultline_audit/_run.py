"""One run of the engine: start, progress, Ctrl-C, and its answer in every format asked for."""

from __future__ import annotations

import ctypes
import json
import threading
from collections.abc import Mapping
from typing import Any, Callable

from . import _library
from ._errors import raise_error
from ._frames import People
from ._progress import progress_bar

_POLL = 50  # milliseconds: how late Ctrl-C and progress may be
_GRACE = 100  # milliseconds that a stopped run gets to end before it is left to itself


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run. `json` is the partial result as text, or None when there was nothing to
    show yet; `faultline_audit.loads(stopped.json)` opens it."""

    def __init__(self, partial: str | None) -> None:
        super().__init__("the run was stopped")
        self.json = partial


class Run:
    """A run of the library, freed at the end of a `with` block. It holds its people for so long."""

    def __init__(self, handle: int | None, people: Any = None) -> None:
        if not handle:
            raise MemoryError("the engine could not start a run")
        self._handle: int | None = handle
        self._people = people

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        handle, self._handle = self._handle, None
        if handle is None:
            return
        engine = _library.library()
        if engine.faultline_poll(handle, 0, None) != _library.RUNNING:
            engine.faultline_free(handle)
            return
        # Freeing waits for the run's end. Somebody who pressed Ctrl-C does not.
        engine.faultline_stop(handle)
        people = self._people
        threading.Thread(target=lambda: (engine.faultline_free(handle), people), daemon=True).start()

    @property
    def handle(self) -> int | None:
        return self._handle

    def wait(self, progress: bool | None, names: Mapping[str, str]) -> None:
        """Until the run has ended. Raises what it says; Interrupted on Ctrl-C."""
        engine = _library.library()
        told = _library.Progress()
        try:
            with progress_bar(progress) as show:
                while engine.faultline_poll(self._handle, _POLL, told) == _library.RUNNING:
                    show(told.phase.decode("utf-8", "replace"), told.done, told.total)
        except KeyboardInterrupt:
            engine.faultline_stop(self._handle)
            engine.faultline_poll(self._handle, _GRACE, None)
            raise Interrupted(self.text("json")) from None
        error = engine.faultline_error(self._handle)
        if error is not None:
            raise_error(engine.faultline_error_kind_of(self._handle), error.decode(), names)

    def text(self, form: str) -> str | None:
        """The answer as "json", "text", "html", "markdown", "spec", "rules", "decisions", "applied" or
        "members"; None where the run has nothing in that format."""
        length = ctypes.c_size_t()
        at = _library.library().faultline_result(self._handle, form.encode(), ctypes.byref(length))
        return None if at is None else ctypes.string_at(at, length.value).decode()


def start(
    spec: Mapping[str, Any],
    people: People,
    progress: bool | None,
    names: Mapping[str, str],
    take: Callable[[Run], Any],
) -> Any:
    """Runs the spec on the people and returns what `take` takes from the run. `names` are options
    that the caller knows by another name."""
    text = json.dumps(spec).encode()
    with Run(_library.library().faultline_start(text, people.address, None), people) as run:
        run.wait(progress, names)
        return take(run)


def refuse_early(spec: Mapping[str, Any], empty: People, names: Mapping[str, str]) -> None:
    """Raises what is wrong with the spec or with the columns that it names, before work that takes long: `empty` has
    the columns and no rows."""
    engine = _library.library()
    with Run(engine.faultline_start(json.dumps(spec).encode(), empty.address, None), empty) as run:
        while engine.faultline_poll(run.handle, _POLL, None) == _library.RUNNING:
            pass
        kind, error = engine.faultline_error_kind_of(run.handle), engine.faultline_error(run.handle)
    sentence = (error or b"").decode()
    if kind == _library.CONFIG_ERROR or "there is no column" in sentence:
        raise_error(kind, sentence, names)


def render(result: str, form: str) -> str:
    """A saved result in another format."""
    with Run(_library.library().faultline_open(result.encode())) as run:
        run.wait(False, {})
        text = run.text(form)
    if text is None:
        raise ValueError(f"the result has nothing as {form}")
    return text


def members(result: str, finding: int, people: People) -> str:
    """One character per row: "1" for the members of the finding's subgroup."""
    handle = _library.library().faultline_members(result.encode(), finding, people.address)
    with Run(handle, people) as run:
        run.wait(False, {})
        return run.text("members") or ""

"""Replicates on the executors of a cluster, with the bits of a run on one machine.

A replicate is drawn from its own number, wherever that happens, and the engine gathers replicates that several runs of
the same job have drawn (faultline_start_part). The driver is part 0 and comes to the end; each executor's slot is
another part. In every round all of them draw for some time, and what they have drawn is handed to all in the next. A
task that is lost with its executor is simply repeated.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from typing import Any

from . import _library
from ._errors import raise_error
from ._memory_table import MemoryTable
from ._profile_runs import wanted_by
from ._profiles import Profiles
from ._progress import progress_bar
from ._run import Interrupted, Run
from ._spark_jobs import Job

PATIENCE = 5.0  # seconds that the driver draws alone: a short run needs no job; 0: every round doubles what is known
_POLL = 50  # milliseconds
_TITLE = "data frame"

_held: dict[str, MemoryTable] = {}  # of a worker of Spark's, which serves many tasks


def run_on_executors(
    session: Any,
    spec: Mapping[str, Any],
    profiles: Profiles,
    progress: bool | None,
    names: Mapping[str, str],
) -> str:
    """The result's JSON."""
    rounds = _Rounds(session, spec, profiles, PATIENCE)
    with progress_bar(progress) as show:
        while True:
            text = rounds.once(show, names)
            if text is not None:
                return text


class _Rounds:
    def __init__(self, session: Any, spec: Mapping[str, Any], profiles: Profiles, patience: float) -> None:
        self._session = session
        self._spec = json.dumps(spec)
        self._patience = patience
        wanted = wanted_by(spec)
        names = [name for name in profiles.columns if wanted(name) and name != profiles.count]
        self._columns = profiles.table.select([*names, profiles.count])
        self._table = MemoryTable(self._columns, _TITLE)
        self._known = ""
        self._parts = 1  # the driver alone, until it is known to take long
        self._begun = time.monotonic()

    def once(self, show: Any, names: Mapping[str, str]) -> str | None:
        """A round; the result when it was the last."""
        spent = time.monotonic() - self._begun
        job = self._start_others(spent) if self._parts > 1 else None
        engine = _library.library()
        handle = _start(self._spec, self._table, self._known, 0, self._parts, self._patience, spent)
        with Run(handle, self._table) as run:
            told = _library.Progress()
            try:
                while (status := engine.faultline_poll(run.handle, _POLL, told)) == _library.RUNNING:
                    show(told.phase.decode("utf-8", "replace"), told.done, told.total)
                if status == _library.SHARED:
                    self._known += run.text("replicates") or ""
                    while job is not None and not job.ended(_POLL / 1000):
                        show("replicates on the executors", *job.tasks())
            except KeyboardInterrupt:
                if job is not None:
                    job.cancel()
                engine.faultline_stop(run.handle)
                raise Interrupted(None) from None
            if status != _library.SHARED:
                if job is not None:
                    job.cancel()
                error = engine.faultline_error(run.handle)
                if error is not None:
                    raise_error(engine.faultline_error_kind_of(run.handle), error.decode(), names)
                return run.text("json") or ""
        if job is None:
            self._parts = 1 + _slots(self._session)
        else:
            self._known += "".join(job.made())
        return None

    def _start_others(self, spent: float) -> Job:
        import pyarrow as pa

        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, self._columns.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as out:
            out.write_table(self._columns)
        others = self._parts - 1
        task = _Task(self._spec, sink.getvalue().to_pybytes(), self._known, self._parts, self._patience, spent)
        rows = self._session.range(1, self._parts, 1, others)
        drawn = rows.mapInArrow(task.drawn, "replicates string")
        return Job(self._session, "replicates", lambda: [row[0] for row in drawn.collect()])


def _slots(session: Any) -> int:
    """How many tasks the executors run at a time."""
    if ".connect." in type(session).__module__:
        return int(session.conf.get("spark.sql.leafNodeDefaultParallelism", "8"))
    return max(1, session.sparkContext.defaultParallelism)


def _start(spec: str, table: MemoryTable, known: str, part: int, parts: int, patience: float, spent: float) -> Any:
    return _library.library().faultline_start_part(
        spec.encode(), table.handle, known.encode(), part, parts, patience, spent
    )


class _Task:
    """What a task of Spark's does: one part of a round."""

    def __init__(self, spec: str, people: bytes, known: str, parts: int, patience: float, spent: float) -> None:
        import hashlib

        # A slot is one core; the rest of the spec is the run's own.
        self._spec = json.dumps({**json.loads(spec), "threads": 1})
        self._people = people
        self._key = hashlib.sha256(people).hexdigest()
        self._known = known
        self._parts = parts
        self._patience = patience
        self._spent = spent

    def drawn(self, batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        for batch in batches:
            texts = [self._draw(part) for part in batch.column(0).to_pylist()]
            yield pa.RecordBatch.from_arrays([pa.array(texts, pa.string())], names=["replicates"])

    def _draw(self, part: int) -> str:
        import pyarrow as pa

        if self._key not in _held:
            _held.clear()
            _held[self._key] = MemoryTable(pa.ipc.open_stream(self._people).read_all(), _TITLE)
        table = _held[self._key]
        engine = _library.library()
        with Run(_start(self._spec, table, self._known, part, self._parts, self._patience, self._spent)) as run:
            while engine.faultline_poll(run.handle, 1000, None) == _library.RUNNING:
                pass
            error = engine.faultline_error(run.handle)
            if error is not None:
                raise RuntimeError(f"an executor drew no replicates: {error.decode()}")
            return run.text("replicates") or ""

"""Work of a Spark cluster, with progress, and cancelled by Ctrl-C."""

from __future__ import annotations

import threading
import uuid
from typing import Any, Callable, TypeVar

from ._progress import progress_bar
from ._run import Interrupted

_POLL = 0.1  # seconds: how late Ctrl-C and progress may be
_GRACE = 1.0  # seconds that a cancelled job gets to end before it is left to itself

Made = TypeVar("Made")


def on_cluster(session: Any, phase: str, work: Callable[[], Made], progress: bool | None) -> Made:
    """What `work` returns; it runs on a thread of its own, whose jobs are one group."""
    job = Job(session, phase, work)
    try:
        with progress_bar(progress) as show:
            while not job.ended(_POLL):
                show(phase, *job.tasks())
    except KeyboardInterrupt:
        job.cancel()
        job.ended(_GRACE)
        raise Interrupted(None) from None
    return job.made()


class Job:
    def __init__(self, session: Any, phase: str, work: Callable[[], Made]) -> None:
        self._group = f"faultline-{uuid.uuid4()}"
        self._session = session
        # Spark Connect knows tags; elsewhere jobs of a group tell how far they are, too.
        self._context = None if ".connect." in type(session).__module__ else session.sparkContext
        self._phase = phase
        self._work = work
        self._made: Any = None
        self._error: BaseException | None = None
        self._ended = threading.Event()
        self._thread(self._run).start()

    def _thread(self, target: Callable[[], None]) -> threading.Thread:
        if self._context is None:
            return threading.Thread(target=target, daemon=True)
        from pyspark import InheritableThread

        thread: threading.Thread = InheritableThread(target=target, daemon=True)
        return thread

    def _run(self) -> None:
        try:
            if self._context is None:
                self._session.addTag(self._group)
            else:
                self._context.setJobGroup(self._group, f"faultline: {self._phase}", True)
            self._made = self._work()
        except BaseException as error:
            self._error = error
        finally:
            self._ended.set()

    def ended(self, seconds: float) -> bool:
        return self._ended.wait(seconds)

    def made(self) -> Any:
        if self._error is not None:
            raise self._error
        return self._made

    def cancel(self) -> None:
        if self._context is None:
            self._session.interruptTag(self._group)
        else:
            self._context.cancelJobGroup(self._group)

    def tasks(self) -> tuple[int, int]:
        """Tasks that are done, and all that are known of; (0, 0) where the cluster does not tell."""
        if self._context is None:
            return 0, 0
        tracker = self._context.statusTracker()
        done = known = 0
        for job in tracker.getJobIdsForGroup(self._group):
            told = tracker.getJobInfo(job)
            for stage in told.stageIds if told else ():
                of = tracker.getStageInfo(stage)
                if of is not None:
                    done, known = done + of.numCompletedTasks, known + of.numTasks
        return done, known

"""How the package behaves: interrupts, threads, progress, import."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import numpy
import pytest

import faultline_audit as fl
from faultline_audit import _progress

LONG = {"outcome": "y", "score": "p", "sequential": False, "replicates": 1_000_000, "search_budget": 2_000_000_000}


def drawn(attributes, values, rows):
    draw = numpy.random.default_rng(1)
    columns = {f"a{i}": draw.choice(list("abcdefg")[:values], rows) for i in range(attributes)}
    return {**columns, "p": draw.random(rows), "y": draw.integers(0, 2, rows)}


@pytest.fixture(scope="module")
def many():
    return drawn(5, 5, 5_000)


@pytest.fixture
def interruptible():
    """Whoever starts the tests in the background of a shell starts them deaf to Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_is_answered_at_once(interruptible):
    endless = drawn(8, 7, 20_000)
    pressed = []

    def press():
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(1.5, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt) as stopped:
        fl.scan(endless, **LONG)
    waited = time.monotonic() - pressed[0]
    assert isinstance(stopped.value, fl.Interrupted)
    assert waited < 0.2
    # Whoever goes on working has an engine that works.
    assert (
        fl.scan({"y": [0, 1], "p": [0.5, 0.5], "x": ["a", "b"]}, outcome="y", score="p", replicates=0).command == "scan"
    )


def test_the_interpreter_is_free_meanwhile(many):
    """Another thread counts on while a run runs."""
    counted = [0]
    ended = threading.Event()

    def count():
        while not ended.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    fl.scan(many, **{**LONG, "replicates": 10})
    ended.set()
    thread.join()
    assert counted[0] > 20


def test_runs_side_by_side(scan, people):
    answers = []

    def run():
        answers.append(
            fl.scan(people, outcome="outcome", score="prediction", attributes=["sex", "ward"], replicates=99)
        )

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [scan] * 4


def test_progress_is_shown_when_asked_for(many, capsys, monkeypatch):
    monkeypatch.setattr(_progress, "_PATIENCE", 0)
    monkeypatch.setattr(_progress._TqdmBar, "made", classmethod(lambda cls: None))
    options = {**LONG, "replicates": 30, "strategy": "ascent", "restarts": 200}
    fl.scan(many, **options, progress=True)
    assert ":" in capsys.readouterr().err
    fl.scan(many, **options)  # no terminal, no notebook
    assert capsys.readouterr().err == ""


def test_progress_through_tqdm(many, capsys, monkeypatch):
    pytest.importorskip("tqdm")
    monkeypatch.setattr(_progress, "_PATIENCE", 0)
    fl.scan(many, **{**LONG, "replicates": 30, "strategy": "ascent", "restarts": 200}, progress=True)
    assert "it" in capsys.readouterr().err


def test_import_is_quick_and_loads_nothing_else():
    code = (
        "import time; begun = time.process_time(); import faultline_audit; took = time.process_time() - begun; import sys;"
        "assert not {'numpy', 'pandas', 'pyarrow', 'polars', 'sklearn', 'tqdm'} & set(sys.modules);"
        "assert 'libfaultline' not in open('/proc/self/maps').read(); print(took)"
    )
    took = min(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(5)
    )
    assert took < 0.1


def test_the_command_line_is_there():
    asked = [sys.executable, "-m", "faultline_audit", "--version"]
    assert subprocess.run(asked, capture_output=True, text=True).stdout.startswith("faultline ")
    asked[-1] = "nonsense"
    assert subprocess.run(asked, capture_output=True).returncode == 2

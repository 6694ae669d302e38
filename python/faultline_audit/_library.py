"""The shared library behind the package, and its functions as ctypes sees them.

It is loaded at the first use, not at import: an import must stay quick.
"""

from __future__ import annotations

import ctypes
import functools
import os

ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "engine")
INTERFACE_VERSION = 1  # of faultline.h

RUNNING, DONE, FAILED, STOPPED, SHARED = range(5)
NO_ERROR, CONFIG_ERROR, INPUT_ERROR, NUMERIC_ERROR, INTERNAL_ERROR = range(5)


class Progress(ctypes.Structure):
    _fields_ = [
        ("phase", ctypes.c_char * 64),
        ("done", ctypes.c_int64),
        ("total", ctypes.c_int64),
    ]


def _signatures() -> dict[str, tuple[object, list[object]]]:
    text, run, number = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int
    table, places = ctypes.c_void_p, ctypes.c_void_p
    length = ctypes.POINTER(ctypes.c_size_t)
    return {
        "interface_version": (number, []),
        "version": (text, []),
        "start": (run, [text, ctypes.c_void_p, text]),
        "members": (run, [text, ctypes.c_size_t, ctypes.c_void_p]),
        "open": (run, [text]),
        "poll": (number, [run, number, ctypes.POINTER(Progress)]),
        "stop": (None, [run]),
        # As an address: a c_char_p would be cut at its first zero and copied at once.
        "result": (ctypes.c_void_p, [run, text, length]),
        "gate": (number, [run]),
        "error": (text, [run]),
        "error_kind_of": (number, [run]),
        "free": (None, [run]),
        "wants": (number, [text, text]),
        "describe": (text, [text]),
        "table_new": (table, [text]),
        "table_free": (None, [table]),
        "table_text": (number, [table, text, text, places, ctypes.c_size_t, places, ctypes.c_size_t]),
        "table_numbers": (number, [table, text, ctypes.c_void_p, ctypes.c_size_t]),
        "table_booleans": (number, [table, text, ctypes.c_void_p, ctypes.c_size_t]),
        "table_finish": (number, [table]),
        "table_error": (text, [table]),
        "start_part": (run, [text, table, text, number, number, ctypes.c_double, ctypes.c_double]),
    }


def _path() -> str:
    """Where the library is: FAULTLINE_LIBRARY, or inside the package."""
    given = os.environ.get("FAULTLINE_LIBRARY")
    return given or os.path.join(ENGINE, "lib", "libfaultline.so.1")


@functools.cache
def library() -> ctypes.CDLL:
    """The library, loaded once. CDLL gives up the interpreter's lock around every call."""
    path = _path()
    try:
        loaded = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"the engine of faultline_audit cannot be loaded: {error}; install the package"
            " (pip install .), or name libfaultline.so in FAULTLINE_LIBRARY"
        ) from None
    for name, (result, arguments) in _signatures().items():
        function = getattr(loaded, f"faultline_{name}")
        function.restype, function.argtypes = result, arguments
    found = loaded.faultline_interface_version()
    if found != INTERFACE_VERSION:
        raise ImportError(f"{path} has interface version {found}, not {INTERFACE_VERSION}")
    return loaded


def describe(what: str) -> str:
    """What the library knows of itself, as JSON: "options" or "schema"."""
    return library().faultline_describe(what.encode()).decode()


def version() -> str:
    return library().faultline_version().decode()


def program() -> str:
    """The command line: FAULTLINE_PROGRAM, or inside the package."""
    return os.environ.get("FAULTLINE_PROGRAM") or os.path.join(ENGINE, "bin", "faultline")

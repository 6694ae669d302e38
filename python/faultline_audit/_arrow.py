"""Arrow's C stream interface: streams that others made, and streams of our own columns.

https://arrow.apache.org/docs/format/CStreamInterface.html
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import Any

_ADDRESS = ctypes.c_void_p


class ArrowSchema(ctypes.Structure):
    _fields_ = [
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", ctypes.c_char_p),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", _ADDRESS),
        ("dictionary", _ADDRESS),
        ("release", _ADDRESS),
        ("private_data", _ADDRESS),
    ]


class ArrowArray(ctypes.Structure):
    _fields_ = [
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", _ADDRESS),
        ("children", _ADDRESS),
        ("dictionary", _ADDRESS),
        ("release", _ADDRESS),
        ("private_data", _ADDRESS),
    ]


class ArrowArrayStream(ctypes.Structure):
    _fields_ = [
        ("get_schema", _ADDRESS),
        ("get_next", _ADDRESS),
        ("get_last_error", _ADDRESS),
        ("release", _ADDRESS),
        ("private_data", _ADDRESS),
    ]


_Fill = ctypes.CFUNCTYPE(ctypes.c_int, _ADDRESS, _ADDRESS)
_LastError = ctypes.CFUNCTYPE(ctypes.c_char_p, _ADDRESS)
_Release = ctypes.CFUNCTYPE(None, _ADDRESS)

_NULLABLE = 2


def _address(function: Any) -> int | None:
    return ctypes.cast(function, _ADDRESS).value


# Releasing frees nothing: whoever made a stream keeps its memory until the run has ended, whatever
# the consumer has moved where. It only marks the struct, as the interface demands.
@_Release
def _release_schema(at: int) -> None:
    ArrowSchema.from_address(at).release = None


@_Release
def _release_array(at: int) -> None:
    ArrowArray.from_address(at).release = None


@_Release
def _release_stream(at: int) -> None:
    ArrowArrayStream.from_address(at).release = None


@_LastError
def _no_error(_at: int) -> None:
    return None


@dataclass
class Column:
    """One column in Arrow's layout. `keep` holds whatever owns the memory of the buffers."""

    name: str
    format: bytes
    length: int
    buffers: list[int | None]  # addresses; the first is of the validity bits
    nulls: int = 0
    keep: list[Any] = field(default_factory=list)


class OwnStream:
    """Columns as a stream of one batch. Must outlive whoever reads it."""

    def __init__(self, columns: list[Column]) -> None:
        self._columns = columns
        self._keep: list[Any] = []
        self._sent = False
        self._get_schema = _Fill(self._fill_schema)
        self._get_next = _Fill(self._fill_next)
        self._stream = ArrowArrayStream(
            get_schema=_address(self._get_schema),
            get_next=_address(self._get_next),
            get_last_error=_address(_no_error),
            release=_address(_release_stream),
        )

    @property
    def address(self) -> int:
        return ctypes.addressof(self._stream)

    def _pointers(self, structs: list[Any]) -> int:
        table = (_ADDRESS * max(len(structs), 1))(*[ctypes.addressof(one) for one in structs])
        self._keep += [structs, table]
        return ctypes.addressof(table)

    def _fill_schema(self, _stream: int, out: int) -> int:
        children = [
            ArrowSchema(
                format=column.format,
                name=column.name.encode("utf-8", "replace"),
                flags=_NULLABLE,
                release=_address(_release_schema),
            )
            for column in self._columns
        ]
        top = ArrowSchema(
            format=b"+s",
            name=b"",
            n_children=len(children),
            children=self._pointers(children),
            release=_address(_release_schema),
        )
        self._keep.append(top)
        ctypes.memmove(out, ctypes.addressof(top), ctypes.sizeof(top))
        return 0

    def _fill_next(self, _stream: int, out: int) -> int:
        if self._sent:
            ctypes.memset(out, 0, ctypes.sizeof(ArrowArray))
            return 0
        self._sent = True
        children = []
        for column in self._columns:
            buffers = (_ADDRESS * len(column.buffers))(*column.buffers)
            self._keep.append(buffers)
            children.append(
                ArrowArray(
                    length=column.length,
                    null_count=column.nulls,
                    n_buffers=len(column.buffers),
                    buffers=ctypes.addressof(buffers),
                    release=_address(_release_array),
                )
            )
        validity = (_ADDRESS * 1)(None)
        top = ArrowArray(
            length=self._columns[0].length if self._columns else 0,
            n_buffers=1,
            buffers=ctypes.addressof(validity),
            n_children=len(children),
            children=self._pointers(children),
            release=_address(_release_array),
        )
        self._keep += [validity, top]
        ctypes.memmove(out, ctypes.addressof(top), ctypes.sizeof(top))
        return 0


_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype = ctypes.c_void_p
_capsule_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


class ForeignStream:
    """A stream that another library made. Whoever takes it over marks the struct in the capsule,
    whose owner then leaves it alone."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    @property
    def address(self) -> int:
        return _capsule_pointer(self._capsule, b"arrow_array_stream")

"""Python's values as Arrow columns, without any library: arrays by their memory, lists by their values.

A column is what the same values would be in a CSV file, as everywhere in Faultline: values of mixed
types are the texts that `str` gives.
"""

from __future__ import annotations

import array
import ctypes
import datetime
import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Any

from ._arrow import Column

# numpy's letters of kind and size, and Arrow's of the same memory.
_PLAIN = {
    "i1": b"c", "u1": b"C", "i2": b"s", "u2": b"S", "i4": b"i", "u4": b"I",
    "i8": b"l", "u8": b"L", "f4": b"f", "f8": b"g",
}  # fmt: skip
_EPOCH = datetime.date(1970, 1, 1)
_INT64 = range(-(2**63), 2**63)


def column_of(name: str, values: Any) -> Column:
    """A column of an array (whatever tells its memory as numpy does) or of any other sequence."""
    while type(values).__module__.partition(".")[0] in ("pandas", "polars", "pyarrow"):
        values = _unwrapped(values)
    interface = getattr(values, "__array_interface__", None)
    if interface is not None:
        if len(interface["shape"]) != 1:
            raise ValueError(f"`{name}` has the shape {interface['shape']}; a column has one dimension")
        return _from_array(name, values)
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"`{name}` is {type(values).__name__}, not a column of values")
    return _from_values(name, list(values))


def _unwrapped(series: Any) -> Any:
    """The values of another library's column: an array where they have a plain type, else a list."""
    plain = getattr(getattr(series, "dtype", None), "kind", "") in tuple("iufbM")
    if plain and type(series.dtype).__module__.partition(".")[0] == "numpy":
        return series.to_numpy()
    for method in ("tolist", "to_list", "to_pylist"):
        if hasattr(series, method):
            return getattr(series, method)()
    raise TypeError(f"{type(series).__name__} is not a column of values")


def _from_array(name: str, values: Any) -> Column:
    kind = values.dtype.str[1:]
    if values.dtype.str[0] == ">" or kind == "f2":  # memory of another machine; too short for DuckDB
        values = values.astype("f8" if kind == "f2" else values.dtype.newbyteorder("="))
        kind = values.dtype.str[1:]
    if kind == "b1":
        bits = bytearray(-(-len(values) // 8))
        for at in values.nonzero()[0].tolist():
            bits[at >> 3] |= 1 << (at & 7)
        return _column(name, b"b", len(values), [None, bits])
    if values.dtype.kind == "M" and kind != "M8":
        stamps = values.astype("M8[us]").astype("i8")
        missing = values != values  # NaT is not equal to itself
        return _column(name, b"tsu:", len(values), [_bits(missing.tolist()), stamps], int(missing.sum()))
    if kind not in _PLAIN:
        return _from_values(name, values.tolist())
    if not values.flags["C_CONTIGUOUS"]:
        values = values.copy()
    return _column(name, _PLAIN[kind], len(values), [None, values])


def _from_values(name: str, values: list[Any]) -> Column:
    values = [_plain(value) for value in values]
    if not {type(value) for value in values} <= {int, float, bool, type(None)}:
        values = [None if value != value else value for value in values]  # NaN among texts is missing
    missing = [value is None for value in values]
    kinds = {type(value) for value in values} - {type(None)}
    nulls = sum(missing)
    validity = _bits(missing) if nulls else None
    if not kinds:
        return _column(name, b"n", len(values), [], nulls)
    if kinds == {bool}:
        return _column(name, b"b", len(values), [validity, _bits([not value for value in values])], nulls)
    if kinds == {int} and all(value is None or value in _INT64 for value in values):
        return _column(name, b"l", len(values), [validity, array.array("q", (v or 0 for v in values))], nulls)
    if kinds <= {int, float}:
        numbers = array.array("d", (math.nan if v is None else _as_float(v) for v in values))
        return _column(name, b"g", len(values), [None, numbers])
    if kinds == {datetime.date}:
        days = array.array("i", ((v - _EPOCH).days if v else 0 for v in values))
        return _column(name, b"tdD", len(values), [validity, days], nulls)
    if kinds == {datetime.datetime}:
        stamps = array.array("q", (_microseconds(v) if v else 0 for v in values))
        return _column(name, b"tsu:", len(values), [validity, stamps], nulls)
    texts = [b"" if v is None else _text(v).encode("utf-8", "replace") for v in values]
    offsets = array.array("q", itertools.accumulate(map(len, texts), initial=0))
    return _column(name, b"U", len(values), [validity, offsets, b"".join(texts) or b"\0"], nulls)


def _plain(value: Any) -> Any:
    """The value as one of Python's own types where it is one in disguise; None where it is missing."""
    kind = type(value)
    if kind in (str, float, int, bool) or value is None:
        return value
    if kind.__name__ in ("NAType", "NaTType"):  # pandas.NA is neither equal nor unequal to anything
        return None
    if isinstance(value, str):
        return str(value)
    if kind.__module__ == "numpy" and hasattr(value, "item"):
        return _plain(value.item()) if not isinstance(value.item(), kind) else value
    if kind.__module__ == "decimal":
        return None if value.is_nan() else float(value)
    if isinstance(value, datetime.datetime):
        return datetime.datetime(*value.utctimetuple()[:6], value.microsecond)
    return value


def _text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _as_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _microseconds(value: datetime.datetime) -> int:
    return (value - datetime.datetime(1970, 1, 1)) // datetime.timedelta(microseconds=1)


def _bits(unset: Sequence[bool]) -> bytearray:
    """Bits that are set where `unset` is false, the first value in the lowest bit."""
    bits = bytearray(-(-len(unset) // 8))
    for at, is_unset in enumerate(unset):
        if not is_unset:
            bits[at >> 3] |= 1 << (at & 7)
    return bits


def _column(name: str, form: bytes, length: int, owners: list[Any], nulls: int = 0) -> Column:
    """A column whose buffers belong to `owners`: arrays, bytes, or None where there is none."""
    keep: list[Any] = []
    addresses: list[int | None] = []
    for owner in owners:
        if isinstance(owner, bytearray):
            owner = bytes(owner)
        if owner is None:
            addresses.append(None)
        elif isinstance(owner, bytes):
            held = ctypes.c_char_p(owner or b"\0")
            keep += [owner, held]
            addresses.append(ctypes.cast(held, ctypes.c_void_p).value)
        elif isinstance(owner, array.array):
            keep.append(owner)
            addresses.append(owner.buffer_info()[0])
        else:
            keep.append(owner)
            addresses.append(owner.__array_interface__["data"][0])
    return Column(name, form, length, addresses, nulls, keep)

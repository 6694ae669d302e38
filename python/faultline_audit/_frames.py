"""What a caller may hand over as `data`, and arrays beside it, as one stream or one path.

Columns keep their own library as long as possible: a frame of pandas, polars or pyarrow is narrowed
and widened by that library, and only what has no Arrow stream is laid out here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Callable

from ._arrow import ForeignStream, OwnStream
from ._columns import column_of

Stream = Any  # OwnStream or ForeignStream


def library_of(data: Any) -> str:
    """The library that the data came from: "pandas", "polars", "pyarrow", or "" for any other."""
    name = type(data).__module__.partition(".")[0]
    return name if name in ("pandas", "polars", "pyarrow") else ""


def is_spark(data: Any) -> bool:
    """Whether this is a table of Spark's, classic or connected; nothing is imported to tell."""
    return type(data).__module__.startswith("pyspark.sql.") and hasattr(data, "groupBy")


def is_elsewhere(data: Any) -> bool:
    """Whether `data` are people whose rows are never fetched: a table of Spark's, or profiles."""
    ours = type(data).__module__ in ("faultline_audit._spark", "faultline_audit._profiles")
    return ours or is_spark(data)


@dataclass
class People:
    """The people of a run: a path, or a stream."""

    path: str | None = None
    stream: Stream | None = None
    library: str = ""

    @property
    def address(self) -> int | None:
        return None if self.stream is None else self.stream.address


def people_of(data: Any, arrays: Mapping[str, Any], wanted: Callable[[str], bool]) -> People:
    """`data` with the columns of `arrays`. `wanted` tells which columns the run may use; the others
    are not copied."""
    if data is None and not arrays:
        return People()
    if is_elsewhere(data):
        raise TypeError(
            f"`data` is {type(data).__name__}, whose rows are not on this machine; fetch those that are meant"
        )
    _check_indexes(data, arrays)
    if isinstance(data, (str, os.PathLike)):
        if arrays:
            raise ValueError(f"`{next(iter(arrays))}` is an array, but `data` is a file; name a column of the file")
        return People(path=os.fspath(data))
    if data is None:
        data = dict(arrays)
    elif arrays:
        data = _widened(_collected(data), arrays)
    library = library_of(data)
    if not library and arrays:
        library = next(filter(None, map(library_of, arrays.values())), "")
    return People(stream=_stream_of(data, wanted), library=library)


def column_names(data: Any) -> list[Any]:
    """The columns of a frame or dict; none of what does not tell."""
    if isinstance(data, Mapping):
        return list(data)
    if hasattr(data, "collect_schema"):  # polars; a lazy frame warns when it is asked for `columns`
        return list(data.collect_schema().names())
    names = getattr(data, "column_names", None)
    return list(getattr(data, "columns", ()) if names is None else names)


def _collected(data: Any) -> Any:
    return data.collect() if library_of(data) == "polars" and hasattr(data, "collect") else data


def _check_indexes(data: Any, arrays: Mapping[str, Any]) -> None:
    """Columns go side by side by position. Columns of pandas with the same labels in another order were meant
    otherwise."""
    indexed = [("data", data), *arrays.items()]
    named = [(name, one.index) for name, one in indexed if library_of(one) == "pandas" and hasattr(one, "index")]
    for name, index in named[1:]:
        first, other = named[0]
        if (
            len(index) == len(other)
            and not index.equals(other)
            and index.is_unique
            and not len(index.difference(other))
        ):
            raise ValueError(
                f"`{name}` has the index of `{first}` in another order; bring both into one order (.loc[...]),"
                " or give its values (.to_numpy()) where their order is right"
            )


def rows_of(data: Any) -> int:
    """How many rows a frame has."""
    if isinstance(data, Mapping):
        return len(next(iter(data.values()))) if data else 0
    if hasattr(data, "num_rows"):
        return data.num_rows
    return len(data)


def _widened(data: Any, arrays: Mapping[str, Any]) -> Any:
    """The data with further columns, row by row: an index of pandas does not count."""
    rows = rows_of(data) if library_of(data) or isinstance(data, Mapping) else None
    for name, values in arrays.items():
        if rows is not None and len(values) != rows:
            raise ValueError(f"`{name}` has {len(values)} values, but `data` has {rows} rows")
    library = library_of(data)
    if library == "pandas":
        return data.assign(**{name: _without_index(values) for name, values in arrays.items()})
    if library == "polars":
        import polars

        return data.with_columns([polars.Series(name, _plain_values(values)) for name, values in arrays.items()])
    if library == "pyarrow":
        import pyarrow

        for name, values in arrays.items():
            data = data.append_column(name, pyarrow.array(_plain_values(values)))
        return data
    if isinstance(data, Mapping):
        return {**data, **arrays}
    raise TypeError(
        f"`{next(iter(arrays))}` is an array, and `data` is {type(data).__name__}, to which none can be"
        " added; make it a column of `data` and give its name"
    )


def _without_index(values: Any) -> Any:
    return values.array if library_of(values) == "pandas" else _plain_values(values)


def _plain_values(values: Any) -> Any:
    """Values that any library takes: its own columns do not always take each other's."""
    if library_of(values):
        return values.to_pylist() if hasattr(values, "to_pylist") else values.to_numpy()
    return values


def _stream_of(data: Any, wanted: Callable[[str], bool]) -> Stream:
    library = library_of(data)
    if library == "pandas":
        return _pandas_stream(data, wanted)
    if library in ("polars", "pyarrow") and hasattr(data, "select"):
        names = _narrowed(column_names(data), wanted)
        data = _collected(data if names is None else data.select(names))
    if library == "polars" and any(str(series.dtype) == "Object" for series in _series(data)):
        # Objects of Python's have no place in Arrow; polars aborts the process when asked for them.
        return _own_stream({series.name: series.to_list() for series in _series(data)})
    if hasattr(data, "__arrow_c_stream__"):
        return ForeignStream(data.__arrow_c_stream__())
    if isinstance(data, Mapping):
        names = _narrowed(list(data), wanted)
        return _own_stream({name: data[name] for name in (data if names is None else names)})
    raise TypeError(
        f"`data` is {type(data).__name__}; give a data frame (anything with __arrow_c_stream__), a dict of"
        " columns, or the path of a file"
    )


def _series(data: Any) -> list[Any]:
    return data.get_columns() if hasattr(data, "get_columns") else [data]


def _narrowed(names: list[Any], wanted: Callable[[str], bool]) -> list[Any] | None:
    """The columns that the run may use; None when all are to be handed over. Names that are empty or
    alike are for the engine to sort out, which counts columns to do so."""
    tidy = {str(name).strip().lower() for name in names}
    if "" in tidy or len(tidy) < len(names):
        return None
    kept = [name for name in names if wanted(str(name))]
    return kept if 0 < len(kept) < len(names) else None


def _pandas_stream(frame: Any, wanted: Callable[[str], bool]) -> Stream:
    if not hasattr(frame, "columns"):  # a Series
        frame = frame.to_frame()
    names = _narrowed(list(frame.columns), wanted)
    if names is not None:
        frame = frame[names]
    if hasattr(frame, "__arrow_c_stream__"):
        try:
            # The index is no column; without this, pandas would make it one.
            return ForeignStream(frame.reset_index(drop=True).__arrow_c_stream__())
        except Exception:  # no pyarrow, or values of mixed types, which it refuses
            pass
    columns = [(str(name), frame.iloc[:, at]) for at, name in enumerate(frame.columns)]
    return OwnStream([column_of(name, series) for name, series in columns])


def _own_stream(columns: Mapping[Any, Any]) -> OwnStream:
    made = [column_of(str(name), values) for name, values in columns.items()]
    for column in made:
        if column.length != made[0].length:
            raise ValueError(f"`{column.name}` has {column.length} values, but `{made[0].name}` has {made[0].length}")
    return OwnStream(made)

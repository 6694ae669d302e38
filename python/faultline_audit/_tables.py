"""Lists of a result as data frames, and masks, in the library the data came from."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

_OPENED = ("group", "rates")  # objects whose keys stand in the table without their own name
_NO_TABLES = ("config", "data", "timing")  # of the run, not of what it found
_LIBRARIES = ("pandas", "polars", "pyarrow")


def table_names(result: Mapping[str, Any]) -> list[str]:
    return list(_tables(result))


def table_rows(result: Mapping[str, Any], table: str | None) -> list[dict[str, Any]]:
    tables = _tables(result)
    names = [name for name in tables if name != "notices"]
    if table is None:
        table = names[0] if names else "findings"
    if table in tables:
        return tables[table]
    if not isinstance(result.get(table), list):
        raise ValueError(f"`table` = {table!r}: this result has " + (", ".join(names) or "no table"))
    return []


def _tables(result: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Every list of objects by its name: those of the result itself, then those inside."""
    found: dict[str, list[dict[str, Any]]] = {key: [] for key, value in result.items() if _is_table(value)}
    own = set(found)

    def collect(where: dict[str, Any], value: Mapping[str, Any]) -> None:
        for key, one in value.items():
            if _is_table(one) and not (where and key in own):
                found.setdefault(key, []).extend(_row(where, entry) for entry in one)
                for at, entry in enumerate(one):
                    collect({**where, key.rstrip("s"): at}, entry)
            elif isinstance(one, dict):
                collect({**where, "of": f"{where['of']}.{key}" if "of" in where else key}, one)

    collect({}, {key: value for key, value in result.items() if key not in _NO_TABLES})
    return found


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _row(where: Mapping[str, Any], entry: Mapping[str, Any]) -> dict[str, Any]:
    row = dict(where)
    for key, value in entry.items():
        _flatten(row, key, value)
    return row


def _flatten(row: dict[str, Any], key: str, value: Any) -> None:
    if isinstance(value, dict):
        if "estimate" in value:
            row[key] = value["estimate"]
            _flatten(row, f"{key}_interval", value.get("interval"))
            return
        for name, one in value.items():
            _flatten(row, name if key in _OPENED and name not in row else f"{key}.{name}", one)
    elif key.endswith("interval") and isinstance(value, list) and len(value) == 2:
        stem = key[: -len("_interval")] if key.endswith("_interval") else key
        row[f"{stem}_low"], row[f"{stem}_high"] = value
    elif isinstance(value, list):
        # Lists of numbers (null scores) and of objects (breakdowns) are tables of their own.
        if all(isinstance(one, str) for one in value):
            row[key] = "; ".join(value)
    else:
        row[key] = value


def frame_of(rows: list[dict[str, Any]], library: str) -> Any:
    names = list(dict.fromkeys(name for row in rows for name in row))
    return frame_of_columns({name: [row.get(name) for row in rows] for name in names}, library)


def frame_of_columns(columns: dict[str, list[Any]], library: str) -> Any:
    """In the library that is named, or the first that is there; a dict where there is none."""
    if library == "dict":
        return columns
    for name in (library,) if library else _LIBRARIES:
        if name not in _LIBRARIES:
            raise ValueError(f"`library` = {name!r}: must be pandas, polars, pyarrow or dict")
        try:
            module = importlib.import_module(name)
        except ImportError:
            if library:
                raise
            continue
        if name == "polars":
            return module.DataFrame(columns, strict=False)
        return module.DataFrame(columns) if name == "pandas" else module.table(columns)
    return columns


def rows_of_csv(text: str) -> list[dict[str, Any]]:
    """The engine's own CSV: numbers and flags as such, an identifier as text."""
    import csv

    lines = csv.DictReader(text.splitlines(keepends=True))
    return [{name: _typed(name, value) for name, value in row.items()} for row in lines]


def _typed(name: str, value: str) -> Any:
    if name in ("score", "threshold"):
        return float(value)
    return int(value) if name == "row" or name.startswith("decision") else value


def boolean_column(digits: str, library: str) -> Any:
    """ "0110" as what the library filters with; numpy's where there is one, else a list."""
    flags = [digit == "1" for digit in digits]
    if library == "polars":
        polars = importlib.import_module("polars")
        return polars.Series("member", flags, dtype=polars.Boolean)
    if library == "pyarrow":
        pyarrow = importlib.import_module("pyarrow")
        return pyarrow.array(flags, type=pyarrow.bool_())
    try:
        numpy = importlib.import_module("numpy")
    except ImportError:
        return flags
    return numpy.frombuffer(digits.encode(), dtype="u1") == ord("1")

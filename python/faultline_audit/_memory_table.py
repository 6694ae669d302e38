"""People as the engine holds them in memory, without SQL: what runs that share replicates take."""

from __future__ import annotations

from typing import Any

from . import _library

_EXACT = 2**53  # whole numbers up to here are numbers of the engine


class MemoryTable:
    """A table of pyarrow, handed over column by column. Must outlive its runs; one at a time."""

    def __init__(self, table: Any, title: str) -> None:
        self._engine = _library.library()
        self.handle = self._engine.faultline_table_new(title.encode())
        for name in table.column_names:
            self._add(name, table.column(name).combine_chunks())
        self._check(self._engine.faultline_table_finish(self.handle))

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self._engine.faultline_table_free(self.handle)
            self.handle = None

    def _check(self, done: int) -> None:
        if not done:
            raise ValueError(self._engine.faultline_table_error(self.handle).decode())

    def _add(self, name: str, values: Any) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        kind, text = values.type, name.encode()
        if pa.types.is_boolean(kind):
            flags = pc.fill_null(pc.cast(values, pa.int8()), -1)
            self._check(self._engine.faultline_table_booleans(self.handle, text, _address(flags), len(flags)))
        elif pa.types.is_string(kind) or pa.types.is_large_string(kind):
            self._add_text(text, values)
        elif _is_number(values):
            numbers = pc.fill_null(pc.cast(values, pa.float64()), float("nan"))
            self._check(self._engine.faultline_table_numbers(self.handle, text, _address(numbers), len(numbers)))
        else:
            raise ValueError(
                f"column '{name}' holds {kind}; executors take text, true/false, doubles and whole numbers up to 2^53:"
                " cast it, or leave `executors` out"
            )

    def _add_text(self, name: bytes, values: Any) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        # As everywhere: outer blanks do not count, and empty text is missing.
        trimmed = pc.utf8_trim(values, " \t")
        coded = pc.if_else(pc.equal(trimmed, ""), None, trimmed).dictionary_encode()
        texts = [value.encode() for value in coded.dictionary.to_pylist()]
        ends, end = [], 0
        for value in texts:
            end += len(value)
            ends.append(end)
        at = pa.array(ends, pa.uint32())
        places = pc.fill_null(pc.cast(coded.indices, pa.int32()), -1)
        self._check(
            self._engine.faultline_table_text(
                self.handle, name, b"".join(texts), _address(at), len(texts), _address(places), len(places)
            )
        )


def _is_number(values: Any) -> bool:
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_integer(values.type):
        ends = pc.min_max(values).as_py()
        return max(abs(ends["min"] or 0), abs(ends["max"] or 0)) <= _EXACT
    # The text of a float32 is not that of the double it becomes.
    return pa.types.is_float64(values.type) or pa.types.is_null(values.type)


def _address(values: Any) -> int:
    """Of the values of an array without nulls."""
    size = values.type.bit_width // 8
    buffer = values.buffers()[1]
    return 0 if buffer is None else buffer.address + values.offset * size

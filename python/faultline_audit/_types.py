"""Types of arguments, as the stubs name them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, Union

if TYPE_CHECKING:
    from ._profiles import Profiles
    from ._spark import SparkPeople


class ArrowStream(Protocol):
    """A data frame: of pandas, polars, pyarrow, DuckDB, Spark, and whoever else speaks Arrow."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


Data = Union[str, "os.PathLike[str]", Mapping[str, Any], ArrowStream, "SparkPeople", "Profiles"]
Column = Union[str, Iterable[Any]]  # a column of the data by its name, or values
Columns = Union[str, Iterable[Any], Mapping[str, Any], ArrowStream]
Texts = Union[str, Iterable[Any]]
NamedTexts = Union[str, Iterable[Any], Mapping[str, Any]]

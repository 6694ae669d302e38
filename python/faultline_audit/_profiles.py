"""Profiles that a cluster or a warehouse has counted: people as a table of distinct tuples with their number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._arrow import ForeignStream
from ._frames import People
from ._plan import Plan

# Columns beside a caller's own count: rows with no whole number of people, and rows that stand for nobody.
BAD, UNUSED = "faultline_bad", "faultline_unused"


@dataclass
class Profiles:
    """Distinct tuples of columns with the number of people in each: data for `scan`, `audit`, `ijdi`, `metrics` and
    `check`. `table` is a table of pyarrow, `count` names its column with the number of people, and `people` is their
    sum."""

    table: Any
    plan: Plan
    title: str  # what messages call the people's table
    unused: int = 0  # rows with the caller's count 0

    @property
    def count(self) -> str:
        return self.plan.people

    @property
    def columns(self) -> list[str]:
        """Columns that may play a role."""
        beside = (self.plan.least, self.plan.greatest) if self.plan.score else ()
        own = () if self.plan.count else (self.plan.people,)
        return [name for name in self.table.column_names if name not in (*beside, *own)]

    @property
    def people(self) -> int:
        return sum(self.table.column(self.count).to_pylist())

    def __len__(self) -> int:
        return self.table.num_rows

    def __repr__(self) -> str:
        return f"<Profiles: {self.people:,} people in {len(self):,} profiles of {', '.join(self.columns)}>"

    def stream(self, wanted: Any = None) -> People:
        """The columns that a run may use, and the number of people."""
        names = [name for name in self.columns if wanted is None or wanted(name)]
        if self.count not in names:
            names.append(self.count)
        return People(stream=ForeignStream(self.table.select(names).__arrow_c_stream__()))


def counted(table: Any, plan: Plan, title: str) -> Profiles:
    """Profiles as they were fetched. Raises ValueError where the caller's own counts are none."""
    if not plan.count:
        return Profiles(table, plan, title)
    import pyarrow.compute as pc

    bad, unused = (pc.sum(table.column(name)).as_py() or 0 for name in (BAD, UNUSED))
    if bad:
        rows, has, them = ("1 row", "has", "it") if bad == 1 else (f"{bad:,} rows", "have", "them")
        raise ValueError(
            f"`count` {plan.count}: {rows} of {title} {has} no whole number of people, 0 or more; correct {them}, or"
            f" leave {them} out"
        )
    table = table.drop_columns([BAD, UNUSED])
    return Profiles(table.filter(pc.greater(table.column(plan.people), 0)), plan, title, unused)

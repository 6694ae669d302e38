"""python -m faultline_audit sql: prints the SQL that counts profiles."""

from __future__ import annotations

import argparse
import sys

from ._warehouse import DIALECTS, profiles_sql


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m faultline_audit sql",
        description="Prints the SQL that counts the people of a table by profile; its answer, saved as Parquet or CSV,"
        " is input for `scan`, `audit`, `ijdi`, `metrics` and `check`, with `--count people`.",
    )
    parser.add_argument("--dialect", required=True, choices=sorted(DIALECTS), help="Write for this engine")
    parser.add_argument("--table", default="people", help="Read this table (default: people)")
    parser.add_argument(
        "--columns",
        required=True,
        metavar="A,B,C",
        help="Group by these columns: those that will play a role, but for the score in bins",
    )
    parser.add_argument("--count", metavar="COL", help="Add up this column, where a row stands for several people")
    parser.add_argument("--score", metavar="COL", help="The predictions, where they are counted in bins")
    parser.add_argument("--score-bins", type=int, metavar="N", help="Count predictions in N bins, a power of two")
    parser.add_argument("--threshold", metavar="T", help="Let no bin reach across this threshold of decisions")
    given = parser.parse_args(words)
    try:
        text = profiles_sql(
            *(name.strip() for name in given.columns.split(",") if name.strip()),
            dialect=given.dialect,
            table=given.table,
            count=given.count,
            score=given.score,
            score_bins=given.score_bins,
            threshold=given.threshold,
        )
    except (ImportError, ValueError) as error:
        print(f"python -m faultline_audit sql: {error}", file=sys.stderr)
        sys.exit(2)
    print(text)

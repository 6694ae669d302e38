"""spark.py [ROWS ...]: what it takes to count people by profile in Spark, and to scan the profiles here.

For numbers of rows and of profiles: processor seconds of Spark (one process with two slots, everything in it: reading
Parquet, counting, sending), bytes that are sent, and processor seconds of a scan without test. Processor time, because
it adds up over machines and hardly hangs on what else the machine does.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from typing import Any

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import faultline_audit as fl
from faultline_audit._plan import Plan
from faultline_audit._spark import _estimates, fetched

KEYS = ("a0", "a1", "a2", "a3", "outcome")
OPTIONS: dict[str, Any] = {"outcome": "outcome", "attributes": list(KEYS[:4])}
SCORES = ("tenths", "hundredths", "thousandths", "score")


def invented(spark: Any, rows: int, path: str) -> Any:
    """Four attributes of five values, and a score in steps or without end; the same people every time."""

    def draw(at: int) -> Any:
        return (F.xxhash64(F.col("id"), F.lit(at)) % 2**40 / 2**41) + 0.5

    table = spark.range(rows).select(
        *(F.concat(F.lit("v"), F.floor(draw(at) * 5)).alias(f"a{at}") for at in range(4)),
        (draw(4) * 0.9 + 0.05).alias("score"),
        (draw(5) < draw(4) * 0.9 + 0.05).cast("int").alias("outcome"),
    )
    for at, name in enumerate(SCORES[:3]):
        table = table.withColumn(name, F.round("score", at + 1))
    table.write.parquet(path)
    return spark.read.parquet(path)


def main() -> None:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "4g")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "8")
        .getOrCreate()
    )
    machine = spark.sparkContext._gateway.proc.pid  # of Java, in which driver and executor are

    def used_by(process: int) -> float:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def used(work: Any) -> tuple[Any, float, float]:
        """What it makes, processor seconds of Spark, and those of this process."""
        there, here = used_by(machine), time.process_time()
        made = work()
        return made, used_by(machine) - there, time.process_time() - here

    print("rows, score, profiles, estimate s, counting s, MB sent, scan without test s")
    with tempfile.TemporaryDirectory() as folder:
        for at, rows in enumerate([200_000, *map(int, sys.argv[1:] or ("1000000", "10000000"))]):  # the first warms up
            table = invented(spark, rows, os.path.join(folder, str(rows)))
            for score in SCORES:
                binned = Plan(KEYS, score="score", score_bins=256)
                plan = binned if score == "score" else Plan((*KEYS, score))
                _, guess, _ = used(lambda table=table, plan=plan: _estimates(table, [plan], list(plan.keys)))
                people, count, _ = used(lambda table=table, plan=plan: fetched(table, plan, False))
                search = {"replicates": 0, "strategy": "ascent", "restarts": 10, "threads": 1}
                _, _, scan = used(lambda p=people, s=score, o=search: fl.scan(p, **OPTIONS, **o, score=s))
                if at > 0:
                    bins = " in 256 bins" if score == "score" else ""
                    megabytes = people.table.nbytes / 1e6
                    told = f"{guess:.1f}, {count:.1f}, {megabytes:.1f}, {scan:.2f}"
                    print(f"{rows}, {score}{bins}, {len(people)}, {told}", flush=True)
    spark.stop()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""The public Python scan (MDSS of AIF360, from PyPI) on the same data as Faultline, both timed as a user would: one process from
file to answer. Prints both times, both scores and the ratio. Needs the packages aif360 and pyarrow; tools/bench.sh skips it without.

    rival_mdss.py FAULTLINE COMPAS.csv [LARGE.parquet ...]
"""

import json
import subprocess
import sys
import time

import pandas
from aif360.sklearn.detectors import bias_scan

RESTARTS = 10
COMPAS = ["--where", "days_b_screening_arrest between -30 and 30 and is_recid <> -1 and c_charge_degree <> 'O' and score_text <> 'N/A'",
          "--derive", "under_25=case when age < 25 then 'Yes' else 'No' end",
          "--derive", "priors=case when priors_count = 0 then 'None' when priors_count <= 5 then '1 to 5' else 'Over 5' end",
          "--outcome", "two_year_recid", "--risk-score", "decile_score", "--attributes", "sex,race,under_25,priors,c_charge_degree"]


def timed(work):
    start = time.perf_counter()
    answer = work()
    return answer, time.perf_counter() - start


def faultline(program, path, options):
    command = [program, "scan", path, *options, "--direction", "lower", "--penalty", "1", "--replicates", "0", "--format", "json"]
    document = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return document["findings"][0]["score"]


def mdss(attributes, outcome, prediction):
    found, score = bias_scan(X=attributes, y_true=outcome, y_pred=prediction, pos_label=1, overpredicted=True,
                             scoring="Bernoulli", num_iters=RESTARTS, penalty=1, mode="binary")
    return score


def compas(path):
    rows = pandas.read_csv(path)
    rows = rows[rows.days_b_screening_arrest.between(-30, 30) & (rows.is_recid != -1) & (rows.c_charge_degree != "O")
                & (rows.score_text != "N/A")].reset_index(drop=True)
    rows["under_25"] = (rows.age < 25).map({True: "Yes", False: "No"})
    rows["priors"] = rows.priors_count.map(lambda n: "None" if n == 0 else "1 to 5" if n <= 5 else "Over 5")
    prediction = rows.groupby("decile_score").two_year_recid.transform("mean")
    return mdss(rows[["sex", "race", "under_25", "priors", "c_charge_degree"]], rows.two_year_recid, prediction)


def large(path):
    rows = pandas.read_parquet(path)
    return mdss(rows[[f"a{i}" for i in range(1, 9)]], rows.y, rows.p)


def compare(name, ours, theirs):
    our_score, our_time = timed(ours)
    their_score, their_time = timed(theirs)
    print(f"{name}: Faultline {our_time:.2f} s (score {our_score:.3f}), MDSS with {RESTARTS} restarts {their_time:.2f} s "
          f"(score {their_score:.3f}): {their_time / our_time:.0f} times as long")


if __name__ == "__main__":
    program, compas_path, *others = sys.argv[1:]
    compare("COMPAS", lambda: faultline(program, compas_path, COMPAS), lambda: compas(compas_path))
    for path in others:
        options = ["--outcome", "y", "--score", "p", "--strategy", "ascent", "--restarts", str(RESTARTS)]
        compare(path.rsplit("/", 1)[-1], lambda: faultline(program, path, options), lambda: large(path))

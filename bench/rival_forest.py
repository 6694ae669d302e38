#!/usr/bin/env python3
"""The same learning curve as forest_bench, by scikit-learn's forest: time beside ours, costs checked to be alike.

    rival_forest.py FOREST_BENCH ADULT [repetitions]

One thread each. Splits differ (another generator), so costs agree within the error of a few splits.
"""

import csv
import random
import re
import subprocess
import sys
import time

import numpy
from sklearn.ensemble import RandomForestClassifier

SIZES = [500, 1000, 2000, 4000, 7000, 10000, 16000, 26000]
NUMBERS = {0, 4, 10, 11, 12}  # age, years of education, capital gain and loss, hours
LEFT_OUT = {2, 9, 14}  # census weight, sex, income


def read(path):
    rows = [[value.strip() for value in row] for row in csv.reader(open(path, encoding="utf-8")) if len(row) == 15]
    columns = []
    for j in range(15):
        if j in LEFT_OUT:
            continue
        values = [row[j] for row in rows]
        if j in NUMBERS:
            columns.append(numpy.array(values, dtype=float))
        else:
            columns += [numpy.array([value == label for value in values], dtype=float) for label in sorted(set(values))]
    outcome = numpy.array([row[14] == ">50K" for row in rows])
    women = numpy.array([row[9] == "Female" for row in rows])
    return numpy.column_stack(columns), outcome, women


def main():
    bench, path = sys.argv[1:3]
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    features, outcome, women = read(path)
    rng = random.Random(1)
    seconds = 0.0
    missed = {False: [], True: []}
    for _ in range(repetitions):
        order = list(range(len(outcome)))
        rng.shuffle(order)
        tested, trained = order[: len(order) // 5], order[len(order) // 5:]
        for size in SIZES:
            start = time.process_time()
            forest = RandomForestClassifier(100, random_state=1, n_jobs=1).fit(features[trained[:size]], outcome[trained[:size]])
            score = forest.predict_proba(features[tested])[:, 1]
            seconds += time.process_time() - start
        for group in (False, True):
            here = outcome[tested] & (women[tested] == group)
            missed[group].append(numpy.mean(score[here] <= 0.5))
    rival = seconds / repetitions

    printed = subprocess.run([bench, str(max(2, repetitions)), "1"], check=True, capture_output=True, text=True).stdout
    ours = float(re.search(r"([0-9.]+) s of processor time", printed).group(1))
    row = next(line.split() for line in printed.splitlines() if line.split()[:1] == ["26000"])
    for group, name, value in ((False, "men", row[1]), (True, "women", row[2])):
        theirs = numpy.mean(missed[group])
        print(f"false negative rate of {name} after 26,000 people: ours {float(value):.3f}, scikit-learn {theirs:.3f}")
        if abs(float(value) - theirs) > 0.06:
            sys.exit("rival_forest: the two are not the same learner")
    print(f"8 sizes, processor time: ours {ours:.2f} s, scikit-learn {rival:.2f} s, {rival / ours:.1f} times as long")


main()

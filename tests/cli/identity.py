#!/usr/bin/env python3
"""Same people, same result: runs scans, audits, IJDI scans, counterfactual audits, rates by group, checks and analyses of sources that differ in threads, row order, locale, file format or split of counts, and compares the
JSON without timing, threads, the file's name and its digest. Every document is checked against the schema. An audit that goes on
from a checkpoint is compared too.

    identity.py PROGRAM SCHEMA
"""

import csv
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import jsonschema


def people(rows, rng):
    """Three attributes, a prediction with few or many values, and an outcome that is rarer than predicted for some."""
    for _ in range(rows):
        sex, region, age = rng.choice(["Female", "Male"]), rng.choice("ABCD"), rng.randrange(18, 90)
        p = round(rng.uniform(0.05, 0.95), 3)
        truth = 0.6 * p if sex == "Female" and region in "AB" else p
        yield [sex, region, age, p, int(rng.random() < truth)]


def write(path, rows, header=("sex", "region", "age", "p", "y")):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])


def grouped(rows):
    counts = {}
    for row in rows:
        counts[tuple(row)] = counts.get(tuple(row), 0) + 1
    return [[*row, count] for row, count in counts.items()]


def comparable(text, schema):
    document = json.loads(text)
    jsonschema.validate(document, schema)
    for key in ("timing", "threads"):
        document.pop(key, None)
    for part in [document, *document.get("parts", [])]:
        for key in ("source", "sha256"):
            part["data"].pop(key)
        for key in ("input", "count", "path", "file"):  # what the run was told to read, not what it found
            part["config"].pop(key, None)
    return document


def comma_locales():
    """Installed locales that write decimals with a comma; without one that comparison is left out, and said."""
    listed = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=True).stdout.split()
    return [name for name in listed if name.lower().startswith(("de_de.utf", "fr_fr.utf"))]


def differences(one, other, path=""):
    if type(one) is not type(other):
        yield f"{path}: {one!r} against {other!r}"
    elif isinstance(one, dict):
        for key in sorted(one.keys() | other.keys()):
            yield from differences(one.get(key), other.get(key), f"{path}.{key}")
    elif isinstance(one, list) and len(one) == len(other):
        for i, pair in enumerate(zip(one, other)):
            yield from differences(*pair, f"{path}[{i}]")
    elif one != other:
        yield f"{path}: {one!r} against {other!r}"


def main():
    program, schema_path = sys.argv[1:]
    schema = json.loads(pathlib.Path(schema_path).read_text())
    rng = random.Random(7)
    rows = list(people(3000, rng))
    shuffled = rows[:]
    rng.shuffle(shuffled)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write(folder / "people.csv", rows)
        write(folder / "shuffled.csv", shuffled)
        write(folder / "grouped.csv", grouped(shuffled), ("sex", "region", "age", "p", "y", "count"))

        def scan(name, *extra, locale="C"):
            command = [program, "scan", name, "--outcome", "y", "--score", "p", "--bins", "age=30,60",
                       "--attributes", "sex,region,age", "--replicates", "99", "--top", "2", "--format", "json", *extra]
            done = subprocess.run(command, cwd=folder, capture_output=True, env={**os.environ, "LC_ALL": locale})
            if done.returncode != 0:
                sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
            return comparable(done.stdout, schema)

        def audit(name, *extra, locale="C", replicates=39):
            command = [program, "audit", name, "--outcome", "y", "--score", "p", "--threshold", "0.5", "--bins", "age=30,60",
                       "--protected", "sex=Female", "--protected", "region", "--attributes", "sex,region,age",
                       "--replicates", str(replicates), "--format", "json", *extra]
            done = subprocess.run(command, cwd=folder, capture_output=True, env={**os.environ, "LC_ALL": locale})
            if done.returncode != 0:
                sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
            return comparable(done.stdout, schema)

        def compare(what, reference, others):
            for name, other in others.items():
                found = list(differences(reference, other))
                if found:
                    sys.exit(f"{what}, {name}: " + "; ".join(found[:5]))

        trees = ("--metric", "fpr", "--propensity", "boosted", "--expectation", "forest")
        for fixed, few in (((), 39), (("--permute", "within", "--metric", "fpr,ppv"), 39), (trees, 3)):
            reference = audit("people.csv", *fixed, "--threads", "1", replicates=few)
            if not any(found["subgroup"] and found["p_value"] is not None for found in reference["findings"]):
                sys.exit("the reference audit found nothing, so nothing is compared")
            compare("audit " + " ".join(fixed), reference, {
                "2 threads": audit("people.csv", *fixed, "--threads", "2", replicates=few),
                "5 threads": audit("people.csv", *fixed, "--threads", "5", replicates=few),
                "other row order": audit("shuffled.csv", *fixed, replicates=few),
                **{f"locale {name}": audit("people.csv", *fixed, locale=name, replicates=few) for name in comma_locales()},
                "rows as counts": audit("grouped.csv", "--count", "count", *fixed, replicates=few),
            })
        # A class's answer does not depend on the others asked for; the adjustment does.
        def of_female(document):
            return [{key: value for key, value in found.items() if key not in ("p_value_adjusted", "significant")}
                    for found in document["findings"] if found["protected"] == {"attribute": "sex", "value": "Female"}]

        alone = [program, "audit", "people.csv", "--outcome", "y", "--score", "p", "--threshold", "0.5", "--bins", "age=30,60",
                 "--protected", "sex=Female", "--attributes", "sex,region,age", "--replicates", "39", "--format", "json"]
        done = subprocess.run(alone, cwd=folder, capture_output=True, check=True)
        compare("audit", {"findings": of_female(audit("people.csv"))},
                {"one class alone": {"findings": of_female(comparable(done.stdout, schema))}})
        # A run that was stopped after 17 replicates goes on, and says so.
        reference = audit("people.csv")
        audit("people.csv", "--checkpoint", "kept.txt", replicates=17)
        resumed = audit("people.csv", "--checkpoint", "kept.txt")
        note = [one for one in resumed["notices"] if "kept.txt" in one["text"]]
        if len(note) != 1:
            sys.exit("the resumed audit does not say what it took from the checkpoint")
        resumed["notices"].remove(note[0])
        compare("audit", reference, {"resumed": resumed})

        def ijdi(name, *extra, locale="C", lambdas="0,1", replicates=29):
            command = [program, "ijdi", name, "--outcome", "y", "--score", "p", "--threshold", ">0.5", "--bins", "age=30,60",
                       "--attributes", "sex,region,age", "--lambda", lambdas, "--replicates", str(replicates), "--format", "json", *extra]
            done = subprocess.run(command, cwd=folder, capture_output=True, env={**os.environ, "LC_ALL": locale})
            if done.returncode != 0:
                sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
            return comparable(done.stdout, schema)

        for fixed in (("--true-probability", "p"), ("--fit-probability", "logistic"), ("--fit-probability", "boosted")):
            reference = ijdi("people.csv", *fixed, "--threads", "1")
            if not any(found["subgroup"] and found["p_value"] is not None for found in reference["findings"]):
                sys.exit("the reference IJDI scan found nothing, so nothing is compared")
            compare("ijdi " + " ".join(fixed), reference, {
                "2 threads": ijdi("people.csv", *fixed, "--threads", "2"),
                "5 threads": ijdi("people.csv", *fixed, "--threads", "5"),
                "other row order": ijdi("shuffled.csv", *fixed),
                **{f"locale {name}": ijdi("people.csv", *fixed, locale=name) for name in comma_locales()},
                "rows as counts": ijdi("grouped.csv", "--count", "count", *fixed),
            })
        # Stopped after 11 replicates of one lambda, then continued with both.
        fixed = ("--fit-probability", "logistic")
        ijdi("people.csv", *fixed, "--checkpoint", "ijdi.txt", lambdas="1", replicates=11)
        resumed = ijdi("people.csv", *fixed, "--checkpoint", "ijdi.txt")
        note = [one for one in resumed["notices"] if "ijdi.txt" in one["text"]]
        if len(note) != 1:
            sys.exit("the resumed IJDI scan does not say what it took from the checkpoint")
        resumed["notices"].remove(note[0])
        compare("ijdi", ijdi("people.csv", *fixed), {"resumed": resumed})

        def counterfactual(name, *extra, locale="C"):
            command = [program, "counterfactual", name, "--outcome", "y", "--derive", "t=(age * 7 + 3) % 10 < 3", "--treatment", "t",
                       "--derive", "flagged=age + 100 * p > 100", "--decision", "flagged", "--score", "p", "--threshold", "0.5",
                       "--protected", "sex,region", "--covariates", "age", "--format", "json", *extra]
            done = subprocess.run(command, cwd=folder, capture_output=True, env={**os.environ, "LC_ALL": locale})
            if done.returncode != 0:
                sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
            return comparable(done.stdout, schema)

        for fixed in (("--replicates", "39", "--bootstrap", "20"),
                      ("--estimator", "doubly-robust", "--resample", "stratified", "--replicates", "5", "--bootstrap", "5"),
                      ("--propensity", "ensemble", "--where", "p between 0.4 and 0.6", "--replicates", "5", "--bootstrap", "5")):
            reference = counterfactual("people.csv", *fixed, "--threads", "1")
            averages = [found["summary"][rate]["avg"] for found in reference["by_decision"] for rate in ("cfpr", "cfnr")]
            if len(averages) != 4 or not all(average["u_value"] is not None and average["se"] for average in averages):
                sys.exit("the reference of counterfactual has no u-value, so nothing is compared")
            compare("counterfactual " + " ".join(fixed), reference, {
                "2 threads": counterfactual("people.csv", *fixed, "--threads", "2"),
                "5 threads": counterfactual("people.csv", *fixed, "--threads", "5"),
                "other row order": counterfactual("shuffled.csv", *fixed),
                **{f"locale {name}": counterfactual("people.csv", *fixed, locale=name) for name in comma_locales()},
                "rows as counts": counterfactual("grouped.csv", "--count", "count", *fixed),
            })

        def metrics(name, *extra, locale="C"):
            command = [program, "metrics", name, "--outcome", "y", "--score", "p", "--threshold", "0.5", "--protected", "sex,region",
                       "--format", "json", *extra]
            done = subprocess.run(command, cwd=folder, capture_output=True, env={**os.environ, "LC_ALL": locale})
            if done.returncode != 0:
                sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
            return comparable(done.stdout, schema)

        for fixed in (("--reference", "largest"), ("--reference", "rest"), ("--reference", "best", "--metric", "fpr,auc,brier"),
                      ("--cluster", "age", "--derive", "w=0.3 + p * age / 7", "--weight", "w", "--reference", "rest"),
                      ("--derive", "half=age >= 50", "--by", "half", "--impact")):
            reference = metrics("people.csv", *fixed, "--threads", "1")
            if not any(one["p_value_adjusted"] for one in reference["comparisons"]):
                sys.exit("the reference of metrics has no test, so nothing is compared")
            compare("metrics " + " ".join(fixed), reference, {
                "5 threads": metrics("people.csv", *fixed, "--threads", "5"),
                "other row order": metrics("shuffled.csv", *fixed),
                **{f"locale {name}": metrics("people.csv", *fixed, locale=name) for name in comma_locales()},
                "rows as counts": metrics("grouped.csv", "--count", "count", *fixed),
            })

        def check(name, *extra, locale="C"):
            command = [program, "check", name, "--outcome", "y", "--score", "p", "--threshold", "0.5", "--protected", "sex,region",
                       "--attributes", "sex,region", "--replicates", "199", "--format", "json", *extra]
            done = subprocess.run(command, cwd=folder, capture_output=True, env={**os.environ, "LC_ALL": locale})
            if done.returncode != 0:
                sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
            return comparable(done.stdout, schema)

        def change(name, *extra, locale="C"):
            command = [program, "compare", name, "--outcome", "y", "--attributes", "sex,region", "--replicates", "79", "--format", "json", *extra]
            done = subprocess.run(command, cwd=folder, capture_output=True, env={**os.environ, "LC_ALL": locale})
            if done.returncode != 0:
                sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
            return comparable(done.stdout, schema)

        reference = check("people.csv", "--threads", "1")
        if len(reference["parts"]) != 4 or not any(one["verdict"] == "evidence" for one in reference["check"]["verdicts"]):
            sys.exit("the reference of check lacks a part or any evidence, so nothing is compared")
        compare("check", reference, {
            "5 threads": check("people.csv", "--threads", "5"),
            "other row order": check("shuffled.csv"),
            **{f"locale {name}": check("people.csv", locale=name) for name in comma_locales()},
            "rows as counts": check("grouped.csv", "--count", "count"),
        })
        worse = "q=case when sex = 'Female' then 1 - p else p end"
        for fixed in (("--derive", worse, "--score", "p,q", "--threshold", "0.5"),
                      ("--score", "p", "--derive", "period=case when age < 40 then 1 else 2 end", "--by", "period", "--covariates", "sex,region")):
            reference = change("people.csv", *fixed, "--threads", "1")
            if not any(one["p_value"] for one in reference["findings"]):
                sys.exit("the reference of compare has no test, so nothing is compared")
            compare("compare " + " ".join(fixed), reference, {
                "5 threads": change("people.csv", *fixed, "--threads", "5"),
                "other row order": change("shuffled.csv", *fixed),
                **{f"locale {name}": change("people.csv", *fixed, locale=name) for name in comma_locales()},
                "rows as counts": change("grouped.csv", "--count", "count", *fixed),
            })

        def sources(name, *extra, locale="C"):
            command = [program, "sources", name, "--outcome", "y", "--protected", "sex", "--where", "age < 40",
                       "--repetitions", "3", "--format", "json", *extra]
            done = subprocess.run(command, cwd=folder, capture_output=True, env={**os.environ, "LC_ALL": locale})
            if done.returncode != 0:
                sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
            return comparable(done.stdout, schema)

        words = "note=concat('word', region, ' ', case when p > 0.5 then 'high' else 'low' end, ' age', age // 10)"
        for fixed in (("--model", "forest", "--covariates", "region,age,p"), ("--model", "logistic,tree", "--covariates", "region,age"),
                      ("--model", "logistic-l1", "--derive", words, "--text", "note", "--topics", "2", "--parts", "costs,curves,clusters")):
            reference = sources("people.csv", *fixed, "--threads", "1")
            if not (reference["learning_curves"] or reference["forecasts"]) or not reference["clusters"]:
                sys.exit("the reference of sources has no curve or cluster, so nothing is compared")
            compare("sources " + " ".join(fixed), reference, {
                "2 threads": sources("people.csv", *fixed, "--threads", "2"),
                "5 threads": sources("people.csv", *fixed, "--threads", "5"),
                "other row order": sources("shuffled.csv", *fixed),
                **{f"locale {name}": sources("people.csv", *fixed, locale=name) for name in comma_locales()},
                "rows as counts": sources("grouped.csv", "--count", "count", *fixed),
            })

        for strategy in ("exhaustive", "ascent", "bounded"):
            fixed = ("--strategy", strategy)
            reference = scan("people.csv", *fixed, "--threads", "1")
            found = reference["findings"][-2]
            if not found["subgroup"] or found["p_value"] is None:
                sys.exit("the reference found nothing, so nothing is compared")
            others = {
                "2 threads": scan("people.csv", *fixed, "--threads", "2"),
                "3 threads": scan("people.csv", *fixed, "--threads", "3"),
                "8 threads": scan("people.csv", *fixed, "--threads", "8"),
                "other row order": scan("shuffled.csv", *fixed),
                **{f"locale {name}": scan("people.csv", *fixed, locale=name) for name in comma_locales()},
                "rows as counts": scan("grouped.csv", "--count", "count", *fixed),
            }
            compare(strategy, reference, others)
    print("identical" if comma_locales() else "identical; no locale with decimal commas is installed, so none was compared")


if __name__ == "__main__":
    main()

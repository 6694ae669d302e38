#!/usr/bin/env python3
"""build_files.py PROGRAM SCHEMA: what --sarif and --junit write, of every kind of result, keeps to the formats and to the gate.

SARIF is checked against SCHEMA (the part of the standard that is written); JUnit's XML, which has no standard, against what
build servers agree on: counts that are right, and at most one of failure, error and skipped in a test case. The gate of
--fail-on finding trips exactly when both files hold a failure.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
CASES = {
    "scan": "scan people.csv --outcome y --score p --attributes sex,region --replicates 99",
    "scan, nothing": "scan people.csv --outcome y --score p --attributes sex,region --replicates 99 --penalty 90",
    "scan, numbers": "scan people.csv --outcome cost --family gaussian --attributes sex,region --replicates 99",
    "audit": "audit people.csv --outcome y --score p --decision d --protected sex --attributes sex,region --replicates 199",
    "audit, not comparable": "audit people.csv --outcome y --decision d --protected odd=a --attributes sex,region --replicates 199",
    "ijdi": "ijdi people.csv --outcome y --decision d --true-probability p --attributes sex,region --lambda 0,1 --replicates 99",
    "metrics": "metrics people.csv --outcome y --score p --decision d --protected sex,region",
    "sources": "sources people.csv --outcome y --score p --protected region",
    "counterfactual": "counterfactual people.csv --outcome y --decision d --treatment t --protected sex --covariates age --replicates 0"
                      " --bootstrap 99",
    "check": "check people.csv --outcome y --score p --decision d --protected sex,region --attributes sex,region --replicates 399",
    "elicit": "elicit --answer Ann,10,30,25 --cost-ratio 1",
}


def people(path):
    draw = random.Random(11)
    rows = ["sex,region,odd,age,p,y,d,t,cost"]
    for _ in range(900):
        sex, region = draw.choice("FM"), draw.choice(["North & West", 'the "South"', "<East>"])
        p = draw.choice([0.2, 0.4, 0.6])
        y = int(draw.random() < p + 0.35 * (sex == "F" and region == "<East>"))
        d = int(draw.random() < 0.3 + 0.3 * (sex == "F"))
        odd = "a" if region == "<East>" else "b"
        quoted = '"' + region.replace('"', '""') + '"'
        rows.append(f"{sex},{quoted},{odd},{draw.randint(18, 80)},{p},{y},{d},{int(draw.random() < 0.3)},{draw.gauss(10, 2):.3f}")
    path.write_text("\n".join(rows) + "\n")


def check_sarif(log, schema):
    jsonschema.validate(log, schema, cls=jsonschema.Draft202012Validator)
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(set(rules)) == len(rules), "a rule stands twice"
    for one in run["results"]:
        assert rules[one["ruleIndex"]] == one["ruleId"], "ruleIndex is another rule's"
    prints = [one["partialFingerprints"]["faultlineClaim/v1"] for one in run["results"]]
    assert len(set(prints)) == len(prints), "two results have one fingerprint"
    return [one["kind"] for one in run["results"]]


def check_junit(text):
    root = xml.etree.ElementTree.fromstring(text)
    assert root.tag == "testsuites" and len(root) == 1 and root[0].tag == "testsuite"
    suite = root[0]
    cases = suite.findall("testcase")
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        assert int(suite.get(name)) == sum(case.find(tag) is not None for case in cases), name
    assert int(suite.get("tests")) == int(root.get("tests")) == len(cases)
    for case in cases:
        assert case.get("name") and case.get("classname", "").startswith("faultline")
        assert sum(case.find(tag) is not None for tag in ("failure", "error", "skipped")) <= 1
    return suite


def main():
    program, schema = sys.argv[1], json.loads(pathlib.Path(sys.argv[2]).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    seen = set()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        people(folder / "people.csv")
        for name, line in CASES.items():
            gate = [] if line.startswith("elicit") else ["--fail-on", "finding"]
            command = [program, *line.split(), "--sarif", "out.sarif", "--junit", "out.xml", "--quiet", *gate]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            assert done.returncode in (0, 1), f"{name}: {done.stderr}"
            kinds = check_sarif(json.loads((folder / "out.sarif").read_text()), schema)
            suite = check_junit((folder / "out.xml").read_text())
            assert len(kinds) == int(suite.get("tests")), name
            assert ("fail" in kinds) == (int(suite.get("failures")) > 0) == (done.returncode == 1), name
            assert "pass" not in kinds, f"{name}: fair is never a verdict"
            seen |= set(kinds)
    assert {"fail", "open", "review"} <= seen, f"only {sorted(seen)} occurred, so the others were not compared"
    print(f"{len(CASES)} results as SARIF and JUnit; kinds: {', '.join(sorted(seen))}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes seeds for the fuzz targets from files that the tests have already: seeds.py REPOSITORY FOLDER. A folder per target."""

import ast
import json
import pathlib
import shutil
import sys

# Larger results cost more time per mutation than they add in branches.
LARGEST = 30_000
# First bytes of a seed for people_fuzz.cpp: a score; counts and attributes; a risk score; bins and a protected class.
CHOICES = (b"\0\0", b"\4\14", b"\2\3", b"\1\66")
# A spec per command for the people of door_fuzz.cpp.
SCAN = {"outcome": "y", "score": "p", "attributes": ["sex", "region"], "replicates": 9}
DOOR = {
    "scan": SCAN,
    "audit": {**SCAN, "protected": ["sex=F"], "decision": "flag"},
    "ijdi": {"outcome": "y", "decision": "flag", "true_probability": "p", "attributes": ["sex", "region"], "lambda": ["0", "1"], "replicates": 9},
    "mitigate": {**SCAN, "threshold": ">0.3", "fit_probability": "logistic"},
    "elicit": {"answer": ["Ann,10,30,25"], "cost_ratio": 1},
    "counterfactual": {"outcome": "y", "decision": ["flag"], "treatment": "drug", "protected": ["sex", "region"], "covariates": ["age"],
                       "replicates": 9, "bootstrap": 9},
    "metrics": {"outcome": "y", "score": "p", "decision": "flag", "protected": ["sex", "region"]},
    "compare": {"outcome": "y", "decision": ["flag", "drug"], "attributes": ["sex", "region"], "replicates": 39},
    "sources": {"outcome": "y", "protected": ["sex"], "covariates": ["age", "region"], "model": ["logistic"], "parts": ["costs"]},
}


def test_files(folder):
    """(name, bytes) of every file that a command-line test makes; see the head of tests/cli/run.py."""
    for test in sorted(folder.glob("*.test")):
        lines = iter(test.read_text().splitlines())
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "bytes":
                name, _, text = rest.partition(" ")
                yield f"{test.stem}-{name}", ast.literal_eval("b" + text) if text.isascii() else text.encode()
            if word == "file":
                body = []
                for content in lines:
                    if content == "----":
                        break
                    body.append(content + "\n")
                yield f"{test.stem}-{rest}", "".join(body).encode()


def found_among_people(repository):
    """A stored scan as if it had been of the people of door_fuzz.cpp, so that the members of its finding can be looked for among them."""
    result = json.loads((repository / "tests/golden/results/scan_limits.json").read_text())
    result["config"] |= SCAN | {"subgroup": None, "where": None, "derive": [], "bins": []}
    result["findings"][0] |= {"subgroup": {"sex": ["F"]}, "text": "F"}
    return result


def main(repository, out):
    def write(target, name, content):
        folder = out / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)

    shutil.rmtree(out, ignore_errors=True)
    for name, content in test_files(repository / "tests/cli"):
        if len(content) > LARGEST:
            continue
        if content.lstrip().startswith(b"{"):
            target = "rules" if b"faultline-rules" in content else "spec"
            write(target, name, content)
            if target == "spec":
                write("door", name, content)
        elif b"z1" in content:
            write("answers", name, content)
        else:
            write("encoding", name, content)
            write("table", name, content)
            write("people", name, CHOICES[len(content) % len(CHOICES)] + content)
    for folder in ("results", "faultline1"):
        for file in sorted((repository / "tests/golden" / folder).glob("*.json")):
            name = f"{folder}-{file.name}"
            result = json.loads(file.read_text())
            spec = json.dumps({"command": result["command"], **result["config"]}).encode()
            write("spec", name, spec)
            if len(file.read_bytes()) <= LARGEST:
                write("result", name, file.read_bytes())
                write("spec", f"repeat-{name}", file.read_bytes())
    for command, options in DOOR.items():
        write("door", f"people-{command}.json", json.dumps({"command": command, **options}).encode())
    write("door", "members.json", json.dumps(found_among_people(repository)).encode())
    write("checkpoint", "records", b"race=A\t0\t1.8p+1\t0p+0\nrace=A\t1\t1p-3\t1p+0\n")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))

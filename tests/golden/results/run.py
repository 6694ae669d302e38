#!/usr/bin/env python3
"""run.py FAULTLINE SCHEMA: every case of cases.py keeps to the schema and to the keys of the result that is stored beside it.

The stored results are what approved texts and pages are made from, so they must stay results that the program makes. With
FAULTLINE_APPROVE=1 in the environment they are made again. `run.py FAULTLINE SCHEMA NAME ...` runs some cases only.
"""

import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time

import cases
import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
VERSION = "0.0.0"  # of no release: the stored results do not change with one


def masked(text: str) -> str:
    """Without what differs between machines and releases."""
    text = re.sub(r'("version": )"[^"]*"', rf'\1"{VERSION}"', text, count=1)
    text = re.sub(r'("threads": )\d+', r"\g<1>1", text)
    return re.sub(r'("timing": )\{[^}]*\}', r"\1{}", text)


def keys(value, path="") -> set:
    """The paths of all keys; items of lists count as one, and so do the keys of maps by name or number."""
    if isinstance(value, list):
        return set().union(*(keys(item, path + "[]") for item in value)) if value else set()
    if not isinstance(value, dict):
        return set()
    maps = ("subgroup", "subgroup_before", "null_scores_quantiles", "null_quantiles", "reference_levels", "coefficients",
            "group", "reference", "timing", "ensemble_weights", "strengths")
    if path.rpartition(".")[2].removesuffix("[]") in maps:
        return {path + ".*"}
    found = set()
    for key, item in value.items():
        found |= {f"{path}.{key}"} | keys(item, f"{path}.{key}")
    return found


def run(program, folder, line, interrupted=False) -> str:
    command = [program, *shlex.split(line), "--json", "result.json", "--quiet"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if interrupted:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=600)
    if process.returncode not in ((0, 130) if interrupted else (0,)):
        raise SystemExit(f"{line}: exit code {process.returncode}: {error}")
    text = (pathlib.Path(folder) / "result.json").read_text(encoding="utf-8")
    if json.loads(text)["partial"] != interrupted:
        raise SystemExit(f"{line}: partial is not {interrupted}")
    return text


def complaints(name: str, text: str, validator) -> list:
    result = json.loads(text)
    found = [f"{name}: {'.'.join(map(str, one.absolute_path))}: {one.message[:200]}" for one in validator.iter_errors(result)]
    stored = HERE / f"{name}.json"
    if os.environ.get("FAULTLINE_APPROVE"):
        stored.write_text(masked(text), encoding="utf-8")
    elif not stored.exists():
        found.append(f"{name}: {stored} is missing; make it with FAULTLINE_APPROVE=1")
    else:
        changed = keys(result) ^ keys(json.loads(stored.read_text(encoding="utf-8")))
        found += [f"{name}: the key {key} is new or gone; if so intended, run with FAULTLINE_APPROVE=1" for key in sorted(changed)]
    return found[:5]


def main(program: str, schema_path: str, wanted: list) -> int:
    schema = json.loads(pathlib.Path(schema_path).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name, text in cases.FILES.items():
            (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
        for line in cases.DATA:
            subprocess.run([program, *shlex.split(line)], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for name, line in {**cases.CASES, **cases.INTERRUPTED}.items():
            if wanted and name not in wanted:
                continue
            start = time.monotonic()
            found += complaints(name, run(program, folder, line, name in cases.INTERRUPTED), validator)
            print(f"{name}: {time.monotonic() - start:.1f} s", flush=True)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2], sys.argv[3:]))

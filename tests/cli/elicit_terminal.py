#!/usr/bin/env python3
"""elicit at a terminal: it asks there even with --quiet and redirected output, repeats questions for a seed, and Ctrl-D ends it. The
results keep to the schema.

    elicit_terminal.py PROGRAM SCHEMA
"""

import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile

import jsonschema


def talk(program, folder, typed, *options):
    """Runs elicit with a terminal for input and standard error; returns what it showed and the finished process."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([program, "elicit", *options], cwd=folder, stdin=theirs, stderr=theirs,
                          stdout=subprocess.PIPE) as process:
        os.close(theirs)
        shown = ""
        for line in typed:
            while not shown.endswith(": "):
                shown += os.read(ours, 65536).decode()
            os.write(ours, line)
            shown += "\n"
        try:
            while block := os.read(ours, 65536):
                shown += block.decode()
        except OSError:  # how Linux says that the other end is closed
            pass
        out = process.stdout.read().decode()
        process.wait(60)
    os.close(ours)
    return shown, out, process.returncode


def main():
    program, schema = sys.argv[1], json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
    problems = []

    def check(condition, text):
        if not condition:
            problems.append(text)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shown, out, code = talk(program, folder, [b"60\n", b"40\n", b"1\n"], "--questions", "2", "--quiet", "--json", "two.json")
        check(code == 0, f"exit code {code}")
        check(out == "", f"--quiet printed {out!r}")
        check("Question 1 of 2" in shown and "Last question" in shown, f"did not ask: {shown!r}")
        check(shown.count("60") == 1, f"answers are repeated at a terminal: {shown!r}")
        two = json.loads((folder / "two.json").read_text(encoding="utf-8"))
        jsonschema.validate(two, schema)
        check([answer["z3"] for answer in two["answers"]] == [60, 40], "other answers")

        # Ctrl-D at the second question.
        shown, out, code = talk(program, folder, [b"60\n", b"\x04"], "--questions", "2", "--format", "json")
        check(code == 0, f"exit code {code} after Ctrl-D")
        check("The input ended" in shown, f"no word at the end: {shown!r}")
        one = json.loads(out)
        jsonschema.validate(one, schema)
        check(one["partial"] and len(one["answers"]) == 1, "not marked as partial")
        check(all(one["answers"][0][key] == two["answers"][0][key] for key in ("z1", "z2", "z3")), "the same seed asked something else")

        shown, out, code = talk(program, folder, [b"\x04"])
        check(code == 2 and out == "", f"exit code {code} without an answer")
        check("faultline: no question was answered" in shown, f"no sentence: {shown!r}")

        shown, out, code = talk(program, folder, [b"90\n", b"\x04"], "--seed", "2", "--format", "json")
        other = json.loads(out)
        check((other["answers"][0]["z1"], other["answers"][0]["z2"]) != (two["answers"][0]["z1"], two["answers"][0]["z2"]),
              "another seed asked the same")

        # Panels, among them one without an estimate and one without a finite lambda.
        for answers in ("a,30,50,45\nb,20,80,80\n", "a,30,50,20\n", "a,30,50,40\n"):
            (folder / "panel.csv").write_text("person,z1,z2,z3\n" + answers, encoding="utf-8")
            done = subprocess.run([program, "elicit", "--answers", "panel.csv", "--format", "json"], cwd=folder,
                                  capture_output=True, check=True)
            jsonschema.validate(json.loads(done.stdout), schema)
        broken = json.loads(done.stdout)
        broken["answers"][0]["colour"] = "red"
        try:
            jsonschema.validate(broken, schema)
            problems.append("the schema takes an unknown key of an answer")
        except jsonschema.ValidationError:
            pass
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

"""doors.py PROGRAM LIBRARY: every method gives the same bits through every door.

The command line, `faultline run` with the spec that --print-spec prints, `faultline run` with the result, and the door in C
(through ctypes) are asked the same; what they answer must not differ but for timing and threads.
"""

import ctypes
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM, LIBRARY = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])

CASES = {
    "scan": "scan people.csv --outcome outcome --score prediction --replicates 29 --top 2",
    "scan power": "scan people.csv --outcome outcome --score prediction --replicates 9 --power --subgroup sex=Female --attributes sex,ward",
    "audit": "audit people.csv --outcome outcome --score prediction --decision decision --protected sex=Female"
             " --attributes age_group,ward --replicates 9",
    "ijdi": "ijdi people.csv --outcome outcome --decision decision --fit-probability logistic --attributes sex,ward"
            " --lambda 0,1 --replicates 9",
    "elicit": "elicit --answers panel.csv --cost-ratio 2",
    "elicit inline": "elicit --answer Ann,10,30,25 --cost-ratio 1",
    "mitigate": "mitigate people.csv --outcome outcome --score prediction --threshold >0.5 --true-probability true_probability"
                " --attributes sex,ward --replicates 9",
    "counterfactual": "counterfactual patients.csv --outcome Y --decision S --treatment D --protected A1,A2"
                      " --covariates X.1,X.2 --replicates 19 --bootstrap 19",
    "sources": "sources people.csv --outcome outcome --protected sex --covariates age_group,ward --model logistic"
               " --parts costs,noise",
    "metrics": "metrics people.csv --outcome outcome --score prediction --decision decision --protected sex,age_group --reference rest",
    "check": "check people.csv --outcome outcome --score prediction --decision decision --protected sex --attributes sex,ward"
             " --replicates 199",
    "compare": "compare people.csv --outcome outcome --score prediction,true_probability --threshold 0.5 --attributes sex,ward --replicates 59",
    "sources given": "sources people.csv --outcome outcome --protected sex --score prediction --parts costs,clusters",
}


def program(arguments, folder):
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"faultline {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def bare(text):
    """Without what may differ between runs."""
    result = json.loads(text)
    del result["timing"]
    del result["threads"]
    return json.dumps(result, indent=1)


class Door:
    def __init__(self):
        self.library = ctypes.CDLL(LIBRARY)
        start = self.library.faultline_start
        start.restype, start.argtypes = ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_char_p]
        self.library.faultline_poll.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
        for name in ("faultline_result", "faultline_error"):
            getattr(self.library, name).restype = ctypes.c_char_p
        self.library.faultline_result.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        self.library.faultline_error.argtypes = [ctypes.c_void_p]
        self.library.faultline_free.argtypes = [ctypes.c_void_p]

    def run(self, spec):
        run = self.library.faultline_start(spec.encode(), None, None)
        while self.library.faultline_poll(run, 50, None) == 0:
            pass
        error = self.library.faultline_error(run)
        if error:
            sys.exit(f"the door in C says: {error.decode()}\n{spec}")
        text = self.library.faultline_result(run, b"json", None).decode()
        self.library.faultline_free(run)
        return text


def main():
    door = Door()
    with tempfile.TemporaryDirectory() as folder:
        program("simulate cbs --mu-sep 0.3 --protected sex=Female --rows 800 --output people.csv".split(), folder)
        program("simulate counterfactual --scenario 2 --people 800 --output patients.csv".split(), folder)
        pathlib.Path(folder, "panel.csv").write_text("person,z1,z2,z3\nAnn,10,30,25\nBen,0,40,30\n")
        failures = 0
        for name, line in CASES.items():
            arguments = line.split()
            asked = bare(program([*arguments, "--format", "json"], folder))
            spec = program([*arguments, "--print-spec"], folder)
            pathlib.Path(folder, "spec.json").write_text(spec)
            pathlib.Path(folder, "result.json").write_text(program([*arguments, "--format", "json"], folder))
            answers = {
                "faultline run spec.json": bare(program(["run", "spec.json", "--format", "json"], folder)),
                "faultline run result.json": bare(program(["run", "result.json", "--format", "json"], folder)),
            }
            # The door reads files as the program does: relative to the working folder.
            here = pathlib.Path.cwd()
            try:
                os.chdir(folder)
                answers["faultline.h"] = bare(door.run(spec))
            finally:
                os.chdir(here)
            for way, answer in answers.items():
                if answer != asked:
                    failures += 1
                    print(f"{name}: {way} differs")
                    for a, b in zip(asked.splitlines(), answer.splitlines()):
                        if a != b:
                            print(f"  {a}\n  {b}")
                            break
            print(f"{name}: {len(asked)} characters")
        if failures:
            sys.exit(1)


main()

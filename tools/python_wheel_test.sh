#!/usr/bin/env bash
# tools/python_wheel_test.sh WHEEL [PYTHON]: installs a wheel into a fresh virtual environment of that Python (python3) and asks it for a
# report, with nothing of the build in sight: no library of the build may be loaded, and no package but the wheel is there.
set -euo pipefail
wheel=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${2:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$wheel"
cd "$folder"
env -i HOME="$folder" PATH=/usr/bin:/bin "$folder/venv/bin/python" - <<'PYTHON'
import bz2  # noqa: F401: compression of the standard library, with the libraries that this Python was built with
import lzma  # noqa: F401
import random
import subprocess


def mapped():
    return {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}


of_python = mapped()
import faultline_audit as fl
from faultline_audit._library import program

draw = random.Random(1)
people = {"sex": [], "region": [], "p": [], "y": []}
for _ in range(2000):
    sex, region = draw.choice("FM"), draw.choice(["North", "South", "West"])
    people["sex"].append(sex)
    people["region"].append(region)
    people["p"].append(0.3)
    people["y"].append(int(draw.random() < (0.6 if sex == "F" and region == "South" else 0.3)))
result = fl.scan(people, y_true="y", y_prob="p", random_state=1)
assert result.best.subgroup == {"sex": ["F"], "region": ["South"]}, result
assert sum(result.mask(result.best, people)) == result.best.n
result.save_html("report.html")
assert len(fl.simulate("cbs", rows=100).data["sex"]) == 100

# Whatever the process has mapped, and the program would map, must come with the wheel, or with every Debian.
own = mapped() - of_python
told = subprocess.run([program()], env={"LD_TRACE_LOADED_OBJECTS": "1"}, capture_output=True, text=True, check=True).stdout
own |= {line.split("=>")[1].split(" (")[0].strip() for line in told.splitlines() if "=>" in line}
system = ("libc.", "libm.", "libdl.", "libpthread.", "librt.", "ld-linux", "libstdc++.", "libgcc_s.", "libz.", "libexpat.", "libffi.", "_")
foreign = [path for path in own if "faultline_audit" not in path and "python" not in path
           and not path.rsplit("/", 1)[-1].startswith(system)]
assert not foreign, foreign
print(f"wheel: {result.best.text}: found by {fl.__version__} in a fresh environment; {len(own)} libraries, none of the build's")
PYTHON
env -i HOME="$folder" PATH=/usr/bin:/bin "$folder/venv/bin/python" -m faultline_audit --version

#!/usr/bin/env python3
"""Where a result is written: a link keeps pointing where it points and its file keeps its mode; a pipe is written to, not replaced.

    special_files.py PROGRAM
"""

import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import threading

ROWS = "sex,y,p\n" + "Female,1,0.4\nMale,0,0.5\n" * 5


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "people.csv").write_text(ROWS)

        def scan(target):
            subprocess.run([program, "scan", "people.csv", "--outcome", "y", "--score", "p", "--replicates", "0", "--quiet",
                            "--json", target], cwd=folder, check=True)

        real, link = folder / "real.json", folder / "link.json"
        real.write_text("old")
        real.chmod(0o600)
        link.symlink_to("real.json")
        scan("link.json")
        assert link.is_symlink(), "the link was replaced"
        assert json.loads(real.read_text())["command"] == "scan"
        assert stat.S_IMODE(real.stat().st_mode) == 0o600, "the file's mode was lost"

        pipe = folder / "pipe"
        os.mkfifo(pipe)
        read = []
        reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
        reader.start()
        scan("pipe")
        reader.join(30)
        assert pipe.is_fifo(), "the pipe was replaced"
        assert json.loads(read[0])["command"] == "scan"
        assert sorted(p.name for p in folder.iterdir()) == ["link.json", "people.csv", "pipe", "real.json"]
    print("ok")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""validate_json.py SCHEMA FILE...: exit code 0 when every FILE is valid, 4 when none is, 5 when some are, 3 without jsonschema.

Each file's name stands before its reasons. Any other code means that the check itself failed, so a crash never passes for an
invalid document.
"""

import json
import sys

try:
    import jsonschema
except ImportError:
    print("validate_json: Debian's python3-jsonschema is needed; tools/setup.sh installs it")
    sys.exit(3)


def not_a_number(name):
    raise ValueError(f"{name} is not JSON")


def is_valid(validator, file_path: str) -> bool:
    with open(file_path, encoding="utf-8") as file:
        # json.load raises (code 1) on text that is not JSON at all. Python reads NaN and Infinity by default; JSON has neither.
        document = json.load(file, parse_constant=not_a_number)
    problems = list(validator.iter_errors(document))
    print(f"{file_path}: {'not ' if problems else ''}valid")
    for problem in problems[:3]:
        path = ".".join(str(part) for part in problem.absolute_path) or "(root)"
        print(f"  {path}: {problem.message[:300]}")
    return not problems


def main(schema_path: str, file_paths: list) -> int:
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    valid = [is_valid(validator, path) for path in file_paths]
    return 0 if all(valid) else 5 if any(valid) else 4


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

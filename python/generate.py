"""generate.py [--check]: writes what is made from the engine's description of itself.

  faultline_audit/options.json    every command and option, from which the functions are made
  faultline_audit/_commands.pyi   the same for editors and type checkers
  faultline_audit/_finding.py     the dataclass of a finding, from the schema of results
  ../docs/python-api.md           the functions and the classes, as a page

FAULTLINE_LIBRARY names the library. --check writes nothing and fails when a file differs.
"""

from __future__ import annotations

import inspect
import json
import pathlib
import sys
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
PACKAGE = HERE / "faultline_audit"
PAGE = HERE.parent / "docs" / "python-api.md"

from faultline_audit import _documentation, _library  # noqa: E402
from faultline_audit._options import Command, Option, commands_of, python_name  # noqa: E402

OF_THE_DESCRIPTION = ("key", "kind", "list", "default", "words", "heading", "value_name", "help")


def options_json() -> str:
    """The description with what Python uses, a line an option."""
    described = json.loads(_library.describe("options"))
    lines = []
    for command in described["commands"]:
        options = []
        for option in command["options"]:
            kept = {key: option[key] for key in OF_THE_DESCRIPTION}
            kept["words"] = [{"name": word["name"]} for word in option["words"]]
            options.append("  " + json.dumps(kept, ensure_ascii=False))
        head = json.dumps({"command": command["command"], "help": command["help"]}, ensure_ascii=False)
        lines.append(head[:-1] + ', "options": [\n' + ",\n".join(options) + "\n]}")
    return '{"commands": [\n' + ",\n".join(lines) + "\n]}\n"


def annotation(option: Option) -> str:
    if option.takes_arrays:
        return "Columns | None" if option.is_list else "Column | None"
    if option.words:
        words = ", ".join(json.dumps(word) for word in option.words)
        word = f"Literal[{words}]"
        if option.words == ("yes", "no"):
            word += " | bool"
        return (f"Iterable[{word}] | {word}" if option.is_list else word) + " | None"
    if option.is_list:
        return ("NamedTexts" if "=" in option.value_name else "Texts") + " | None"
    if option.key in ("subgroup", "against"):
        return "NamedTexts | None"
    kinds = {"boolean": "bool", "integer": "int", "number": "float", "text": "str | float | os.PathLike[str]"}
    return kinds[option.kind] + " | None"


def stub(command: Command) -> str:
    lines = [f"def {command.name}("]
    if command.takes_data:
        lines.append("    data: Data | None = None,")
    lines.append("    *,")
    for option in command.options.values():
        lines.append(f"    {option.name}: {annotation(option)} = {_documentation.default_of(option)!r},")
    for alias, name in command.aliases.items():
        lines.append(f"    {alias}: {annotation(command.options[name])} = None,")
    lines.append("    progress: bool | None = None,")
    answer = "Result | AppliedRules" if "apply" in command.options else "Result"
    lines.append(f") -> {answer}:")
    doc = _documentation.docstring(command).splitlines()
    lines += ['    """' + doc[0], *(f"    {line}".rstrip() for line in doc[1:]), '    """']
    return "\n".join(lines)


def stubs(commands: dict[str, Command]) -> str:
    head = '''"""Made by python/generate.py from the engine's description of its options."""

import os
from typing import Any, Iterable, Literal, Mapping

from ._result import AppliedRules, Result
from ._types import Column, Columns, Data, NamedTexts, Texts

__all__: list[str]

def run(
    spec: Mapping[str, Any] | str | Result, data: Data | None = None, *, progress: bool | None = None
) -> Any:
    """Runs a spec: a dict, its JSON, or a Result, whose run is repeated."""

'''
    return head + "\n\n".join(stub(command) for command in commands.values()) + "\n"


def type_of(entry: dict[str, Any]) -> str:
    if "anyOf" in entry or "$ref" in entry:
        return "dict[str, Any] | None"
    if "enum" in entry:
        return "str | None"
    kinds = entry["type"] if isinstance(entry["type"], list) else [entry["type"]]
    plain = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "object": "dict[str, Any]"}
    if "array" in kinds:
        if "minItems" in entry:
            return "tuple[float | None, float | None] | None"
        return "list[Any] | None"
    return plain[kinds[0]] + " | None"


def finding() -> str:
    schema = json.loads(_library.describe("schema"))["$defs"]["Finding"]
    members = dict(schema["properties"])
    for part in schema.get("allOf", []):
        members.update(part["then"]["properties"])
    fields = "\n".join(
        f'    {python_name(key)}: {type_of(entry)} = None\n    """{entry["description"]}"""'
        for key, entry in members.items()
    )
    return f'''"""A finding. Made by python/generate.py from the schema of results."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Mapping


@dataclass(frozen=True, eq=True)
class Finding:
    """{schema["description"]}. What a method does not have is None."""

{fields}

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> Finding:
        given: dict[str, Any] = {{}}
        for field in fields(cls):
            value = entry.get(field.name.rstrip("_"))
            given[field.name] = tuple(value) if field.name.endswith("interval") and value else value
        return cls(**given)
'''


def page(commands: dict[str, Command]) -> str:
    from faultline_audit import _profiles, _result, _simulate, _spark, _warehouse

    lines = [
        "# The Python package, function by function",
        "",
        "Made by `python/generate.py` from the engine's description of itself. [Faultline from Python](python.md)"
        " shows how it is used.",
    ]
    for command in commands.values():
        lines += ["", f"## {command.name}", "", command.help, ""]
        lines += ["| argument | default | what it does |", "|---|---|---|"]
        if command.takes_data:
            lines.append(f"| `data` | | {_documentation.DATA} |")
        for option in command.options.values():
            default = _documentation.default_of(option)
            shown = "" if default is None else f"`{default!r}`"
            lines.append(f"| `{option.name}` | {shown} | {cell(_documentation.option_help(option))} |")
        for alias, name in command.aliases.items():
            lines.append(f"| `{alias}` | | another name of `{name}` |")
        lines.append(f"| `progress` | | {_documentation.PROGRESS} |")
    told = (_simulate.Simulated, _spark.SparkPeople, _profiles.Profiles)  # their sentences name their members
    for thing in (
        _simulate.simulate,
        _simulate.Simulated,
        _spark.SparkPeople,
        _profiles.Profiles,
        _warehouse.profiles,
        _warehouse.profiles_sql,
        _result.Result,
        _result.AppliedRules,
        _result.load,
        _result.loads,
    ):
        title = thing.__name__
        lines += ["", f"## {title}", "", inspect.getdoc(thing) or ""]
        if inspect.isclass(thing) and thing not in told:
            lines += ["", "| member | what it is |", "|---|---|"]
            for name, member in vars(thing).items():
                text = inspect.getdoc(getattr(member, "func", member))
                if not name.startswith("_"):
                    form = name if not inspect.isfunction(member) else f"{name}{shown_signature(member)}"
                    lines.append(f"| `{cell(form)}` | {cell(text or '')} |")
    return "\n".join(lines) + "\n"


def shown_signature(function: Any) -> str:
    signature = inspect.signature(function)
    names = [str(one.replace(annotation=inspect.Parameter.empty)) for one in list(signature.parameters.values())[1:]]
    return "(" + ", ".join(names) + ")"


def cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def made() -> dict[pathlib.Path, str]:
    commands = commands_of(json.loads(_library.describe("options")))
    return {
        PACKAGE / "options.json": options_json(),
        PACKAGE / "_finding.py": finding(),
        PACKAGE / "_commands.pyi": stubs(commands),
        PAGE: page(commands),
    }


def main() -> None:
    differing = []
    for path, text in made().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            differing.append(str(path.relative_to(HERE.parent)))
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    if differing and "--check" in sys.argv:
        sys.exit("not as the engine describes itself; run python/generate.py: " + ", ".join(differing))
    print("\n".join(f"wrote {name}" for name in differing) or "nothing to write")


if __name__ == "__main__":
    main()

"""Prints a module with a dataclass for each object type of a revision, and a function that builds each from a value of `json.loads`:
what the target would generate if it had chosen dataclasses.

    python as_dataclasses.py > dataclasses_of_revision.py
"""

from __future__ import annotations

import keyword
from typing import Any

from mcp_gen_protocol.v2025_11_25.explain import SHAPES


def main() -> None:
    print("from dataclasses import dataclass\nfrom typing import Any\n")
    objects = [name for name, shape in SHAPES.items() if is_object(shape)]
    for name in objects:
        has, may = SHAPES[name].get("has", {}), SHAPES[name].get("may", {})
        print(f"@dataclass(slots=True)\nclass {name}:")
        fields = [f"{field(key)}: Any" for key in has] + [f"{field(key)}: Any = None" for key in may]
        print("".join(f"    {line}\n" for line in fields) or "    pass\n")
    for name, shape in SHAPES.items():
        print(f"def build_{name}(value: Any) -> Any:\n    return {built(shape, 'value', name)}\n")


def is_object(shape: Any) -> bool:
    return isinstance(shape, dict) and ("has" in shape or "may" in shape)


def field(key: str) -> str:
    name = "".join(letter if letter.isalnum() else "_" for letter in key)
    return f"{name}_" if keyword.iskeyword(name) or name[:1].isdigit() else name


def built(shape: Any, value: str, owner: str = "") -> str:
    """Return the expression that builds a part of a value."""
    if isinstance(shape, str):
        return f"build_{shape}({value})" if shape in SHAPES and is_built(shape, ()) else value
    if "items" in shape and is_built(shape["items"], ()):
        return f"[{built(shape['items'], 'item')} for item in {value}]"
    if "tag" in shape and all(isinstance(each, str) for each in shape["of"].values()):
        table = ", ".join(f"{tag!r}: build_{each}" for tag, each in shape["of"].items())
        return f"{{{table}}}[{value}[{shape['tag']!r}]]({value})"
    if "any" in shape:
        # The first member whose required properties are there: a real converter would have to look closer.
        members = [each for each in shape["any"] if isinstance(each, str) and is_object(SHAPES.get(each))]
        cases = [f"build_{each}({value}) if {present(each, value)} else " for each in members]
        return "(" + "".join(cases) + f"{value})"
    if not owner or not is_object(shape):
        return value
    has, may = shape.get("has", {}), shape.get("may", {})
    required = [f"{field(key)}={built(part, f'{value}[{key!r}]')}" for key, part in has.items()]
    optional = [
        f"{field(key)}=None if {key!r} not in {value} else {built(part, f'{value}[{key!r}]')}"
        for key, part in may.items()
    ]
    return f"{owner}({', '.join(required + optional)})"


def present(name: str, value: str) -> str:
    keys = SHAPES[name].get("has", {})
    return " and ".join(["isinstance(" + value + ", dict)", *(f"{key!r} in {value}" for key in keys)])


def is_built(shape: Any, around: tuple[str, ...]) -> bool:
    """Return whether a value of a shape has objects of a dataclass."""
    if isinstance(shape, str):
        return shape in SHAPES and shape not in around and (
            is_object(SHAPES[shape]) or is_built(SHAPES[shape], (*around, shape))
        )
    return "tag" in shape or any(is_built(each, around) for each in [*shape.get("any", ()), shape.get("items", "any")])


main()

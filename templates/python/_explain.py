"""Explains why a value is invalid, by walking the tables of a revision."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ._checks import MAX_DEPTH, has_type, matches_integer, matches_number
from ._limits import broken, describe_limits
from ._texts import (
    either,
    escape_key,
    escape_surrogates,
    json_text,
    number_text,
    quote,
    shorten,
)

MAX_ISSUES: Final = 10

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    _Steps: TypeAlias = "Iterator[_Steps]"
    """Yields the steps that it waits for."""


class Issue(NamedTuple):
    """One place where a value does not match its definition."""

    pointer: str
    """JSON Pointer from the value to the place. A missing property has one, too."""

    expected: str
    """The expected value: `object`, `"text" or "image"`, `number from 0 to 1`."""

    actual: str
    """The actual value, truncated."""

    @property
    def message(self) -> str:
        """The issue in one line, which can be printed: a pointer may have surrogates."""
        place = f"{self.pointer}: " if self.pointer else ""
        return escape_surrogates(f"{place}expected {self.expected}, got {self.actual}")


def explain_shape(
    shapes: dict[str, Any], recursive: frozenset[str], name: str, value: Any
) -> list[Issue]:
    """Return each place where a value does not match a definition, at most ten."""
    if name not in shapes:
        raise KeyError(f"Unknown definition {name}")
    walker = _Walker(shapes, recursive, MAX_ISSUES, 0)
    # Steps wait for the steps below them in a list: a deep value takes no stack.
    waiting = [walker.visit(name, value, "")]
    while waiting:
        below = next(waiting[-1], None)
        if below is None:
            waiting.pop()
        else:
            waiting.append(below)
    return walker.issues


TOO_DEEP: Final = "a value that is nested less deeply"


class _Walker:
    """Finds the issues of one value."""

    def __init__(
        self,
        shapes: dict[str, Any],
        recursive: frozenset[str],
        most: int,
        depth: int,
    ) -> None:
        """Start with `depth` recursive definitions around the value."""
        self.issues: list[Issue] = []
        self._shapes = shapes
        self._recursive = recursive
        self._most = most
        self._depth = depth
        self._is_too_deep = False

    def visit(self, shape: Any, value: Any, pointer: str) -> _Steps:
        """Return the steps that add the issues of a part of the value."""
        if self._is_full():
            return
        if has_type(shape, str):
            yield from self._visit_named(shape, value, pointer)
        elif "is" in shape:
            fits = any(_is_literal(value, literal) for literal in shape["is"])
            self._expect(fits, shape, value, pointer)
        elif "number" in shape:
            self._expect(_is_number_within(value, shape), shape, value, pointer)
        elif "items" in shape:
            yield from self._visit_array(shape, value, pointer)
        elif "tag" in shape:
            yield from self._visit_tagged(shape, value, pointer)
        elif "any" in shape:
            yield from self._visit_any(shape, value, pointer)
        elif "all" in shape:
            for each in shape["all"]:
                yield self.visit(each, value, pointer)
        elif "limits" in shape:
            for expected, actual in broken(value, shape["limits"]):
                self._add(
                    pointer, expected, _described(value) if actual is None else actual
                )
        else:
            yield from self._visit_object(shape, value, pointer)

    def _visit_named(self, name: str, value: Any, pointer: str) -> _Steps:
        if name in PRIMITIVES:
            self._expect(_is_primitive(value, name), name, value, pointer)
        elif name not in self._recursive:
            yield self.visit(self._shapes[name], value, pointer)
        elif self._depth >= MAX_DEPTH:
            self._report_depth(pointer, value)
        else:
            self._depth += 1
            yield self.visit(self._shapes[name], value, pointer)
            self._depth -= 1

    def _visit_array(self, shape: Any, value: Any, pointer: str) -> _Steps:
        if not has_type(value, list):
            self._expect(False, shape, value, pointer)
            return
        length, least, most = len(value), shape.get("least", 0), shape.get("most")
        if length < least:
            self._add(pointer, f"at least {_count(least)}", str(length))
        if most is not None and length > most:
            self._add(pointer, f"at most {_count(most)}", str(length))
        for index, item in enumerate(value):
            if self._is_full():
                break
            yield self.visit(shape["items"], item, f"{pointer}/{index}")

    def _visit_object(self, shape: Any, value: Any, pointer: str) -> _Steps:
        if not has_type(value, dict):
            self._add(pointer, "object", _described(value))
            return
        has, may = shape.get("has", {}), shape.get("may", {})
        for name, part in has.items():
            yield from self._visit_property(part, value, pointer, name)
        for name, part in may.items():
            if name in value:
                yield from self._visit_property(part, value, pointer, name)
        if "rest" in shape:
            for name in sorted(value, key=_order):
                if name not in has and name not in may:
                    yield from self._visit_property(shape["rest"], value, pointer, name)

    def _visit_property(
        self, shape: Any, owner: Any, pointer: str, name: str
    ) -> _Steps:
        at = f"{pointer}/{escape_key(shorten(str(name)))}"
        if name in owner:
            yield self.visit(shape, owner[name], at)
        else:
            self._add(at, self._describe(shape), "nothing")

    def _visit_tagged(self, shape: Any, value: Any, pointer: str) -> _Steps:
        if not has_type(value, dict):
            self._add(pointer, "object", _described(value))
            return
        tag, of = shape["tag"], shape["of"]
        found = value.get(tag)
        meant = of.get(found) if has_type(found, str) else None
        if meant is None:
            yield from self._visit_property({"is": list(of)}, value, pointer, tag)
        else:
            yield self.visit(
                {"any": meant} if has_type(meant, list) else meant, value, pointer
            )

    def _visit_any(self, shape: Any, value: Any, pointer: str) -> _Steps:
        is_too_deep = False
        for each in shape["any"]:
            if has_type(each, str) and each in PRIMITIVES:
                if _is_primitive(value, each):
                    return
                continue
            trial = _Walker(self._shapes, self._recursive, 1, self._depth)
            yield trial.visit(each, value, "")
            if not trial.issues:
                return
            is_too_deep = is_too_deep or trial._is_too_deep
        if is_too_deep:
            self._report_depth(pointer, value)
        else:
            self._expect(False, shape, value, pointer)

    def _report_depth(self, pointer: str, value: Any) -> None:
        self._is_too_deep = True
        self._add(pointer, TOO_DEEP, _described(value))

    def _expect(self, fits: bool, shape: Any, value: Any, pointer: str) -> None:
        if not fits:
            self._add(pointer, self._describe(shape), _described(value))

    def _add(self, pointer: str, expected: str, actual: str) -> None:
        if not self._is_full():
            self.issues.append(Issue(pointer, expected, actual))

    def _is_full(self) -> bool:
        return len(self.issues) >= self._most

    def _describe(self, shape: Any) -> str:
        """Describe objects and arrays by their names, all others by their values."""
        if has_type(shape, str):
            if shape in PRIMITIVES:
                return PRIMITIVES[shape]
            definition = self._shapes[shape]
            return shape if _is_structured(definition) else self._describe(definition)
        if "is" in shape:
            return either([_literal_text(each) for each in shape["is"]])
        if "number" in shape:
            return _bounds_text(shape)
        if "items" in shape:
            return "array"
        if "any" in shape:
            return either(list(dict.fromkeys(map(self._describe, shape["any"]))))
        if "all" in shape:
            return " and ".join(map(self._describe, shape["all"]))
        return describe_limits(shape["limits"]) if "limits" in shape else "object"


AFTER_INDEXES: Final = 2**32 - 1
"""The first integer that is not an index of an array."""

MAX_INDEX_DIGITS: Final = len(str(AFTER_INDEXES))
"""The most digits of an index. Python refuses to read integers of thousands of digits."""

PRIMITIVES: Final = {
    "any": "any value",
    "string": "string",
    "number": "number",
    "integer": "integer",
    "boolean": "boolean",
    "null": "null",
    "never": "nothing",
    "object": "object",
}
"""The primitives, and how they are described."""

_TYPES: Final[dict[str, type]] = {
    "any": object,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "object": dict,
    "never": tuple,
}


def _is_primitive(value: Any, name: str) -> bool:
    if name == "integer":
        return matches_integer(value)
    if name == "number":
        return matches_number(value)
    return name != "never" and has_type(value, _TYPES[name])


def _is_literal(value: Any, literal: Any) -> bool:
    if has_type(value, bool) or has_type(literal, bool):
        return value is literal
    if matches_number(value) and matches_number(literal):
        return float(value) == float(literal)
    return has_type(value, str) and has_type(literal, str) and bool(value == literal)


def _is_number_within(value: Any, shape: Any) -> bool:
    if not _is_primitive(value, shape["number"]):
        return False
    least, most = shape.get("min", -math.inf), shape.get("max", math.inf)
    return bool(least <= float(value) <= most)


def _is_structured(shape: Any) -> bool:
    return has_type(shape, dict) and not (
        "is" in shape or "number" in shape or "any" in shape
    )


def _described(value: Any) -> str:
    if value is None:
        return "null"
    if has_type(value, bool):
        return "true" if value else "false"
    if has_type(value, str):
        return quote(value)
    if has_type(value, list):
        return "array"
    return number_text(value) if has_type(value, (int, float)) else "object"


def _literal_text(literal: Any) -> str:
    if has_type(literal, bool):
        return "true" if literal else "false"
    return json_text(literal) if has_type(literal, str) else number_text(literal)


def _bounds_text(shape: Any) -> str:
    number, least, most = shape["number"], shape.get("min"), shape.get("max")
    if least is not None and most is not None:
        return f"{number} from {number_text(least)} to {number_text(most)}"
    if least is not None:
        return f"{number} of at least {number_text(least)}"
    return str(number) if most is None else f"{number} of at most {number_text(most)}"


def _count(items: int) -> str:
    return "1 item" if items == 1 else f"{items} items"


def _order(key: Any) -> int:
    """Sort keys that are indexes of arrays first, as objects of JavaScript have them."""
    text = str(key)
    if len(text) > MAX_INDEX_DIGITS or not (text.isascii() and text.isdecimal()):
        return AFTER_INDEXES
    index = int(text)
    return index if index < AFTER_INDEXES and str(index) == text else AFTER_INDEXES

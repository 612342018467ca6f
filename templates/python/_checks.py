"""What the guards of all revisions call. Values are those of `json.loads`."""

from __future__ import annotations

import math
import re
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Guard = Callable[[Any], bool]

has_type: Callable[[Any, Any], bool] = isinstance
"""`isinstance`, but type checkers do not narrow its argument to a type with unknown parts."""

matches_string: Final[Guard] = str.__instancecheck__
matches_boolean: Final[Guard] = bool.__instancecheck__
matches_object: Final[Guard] = dict.__instancecheck__

MAX_DEPTH: Final = 400
"""The most recursive definitions in each other that a value may have."""

TOO_LARGE: Final = 2**1024 - 2**970
"""The first integer that is infinite as a number of IEEE 754, which JSON numbers are."""


class _Depth(threading.local):
    """How many recursive definitions the guards of a thread are inside of."""

    value: int = 0


DEPTH: Final = _Depth()


def matches_number(value: Any) -> bool:
    """Return whether a value is a finite number."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return False
    return -TOO_LARGE < value < TOO_LARGE


def matches_integer(value: Any) -> bool:
    """Return whether a value is an integer. `1.0` is one, too."""
    if type(value) is int:
        return -TOO_LARGE < value < TOO_LARGE
    return matches_number(value) and (isinstance(value, int) or value.is_integer())


def equals_any(value: Any, *literals: bool | float) -> bool:
    """Return whether a value equals a literal as JSON: `True` is not `1`."""
    if isinstance(value, bool):
        return any(value is literal for literal in literals)
    if not matches_number(value):
        return False
    number = float(value)
    return any(not isinstance(each, bool) and number == each for each in literals)


def nested(guard: Guard, value: Any, name: str) -> bool:
    """Return what the guard of a recursive definition returns, which has a name.

    A value that is nested too deeply is refused. One that exhausts the stack is walked
    without it: Python allows 1,000 calls, of which a program may have used most.
    """
    if DEPTH.value >= MAX_DEPTH:
        return False
    DEPTH.value += 1
    try:
        return guard(value)
    except RecursionError:
        if DEPTH.value > 1:
            raise
    finally:
        DEPTH.value -= 1
    # Only such values need the tables of explanations.
    module = import_module(f"{guard.__module__.removesuffix('guards')}explain")
    return not module.explain(name, value)


def rest_of(value: Mapping[str, Any], *names: str) -> Iterator[Any]:
    """Return the values of an object without those of some names."""
    return (value[key] for key in value if key not in names)


def has_length(value: Any, least: int, most: float = sys.maxsize) -> bool:
    """Return whether a string has a number of characters within limits."""
    return not isinstance(value, str) or least <= len(value) <= most


def has_match(value: Any, pattern: str) -> bool:
    """Return whether a string contains a match. The pattern is one of Python."""
    return not isinstance(value, str) or re.search(pattern, value, re.ASCII) is not None


def has_items(value: Any, least: int, most: float = sys.maxsize) -> bool:
    """Return whether an array has a number of items within limits."""
    return not has_type(value, list) or least <= len(value) <= most


def has_unique_items(value: Any) -> bool:
    """Return whether no two items of an array are equal as JSON."""
    if not has_type(value, list):
        return True
    try:
        return len(set(map(_comparable, value))) == len(value)
    except _TooDeepError:
        return False


def has_size(value: Any, least: int, most: float = sys.maxsize) -> bool:
    """Return whether an object has a number of properties within limits."""
    return not has_type(value, dict) or least <= len(value) <= most


def has_bounds(
    value: Any,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    exclusive_minimum: float | None = None,
    exclusive_maximum: float | None = None,
    multiple_of: float | None = None,
) -> bool:
    """Return whether a number is within limits. Values of other types are."""
    if not matches_number(value):
        return True
    number = float(value)
    return (
        (minimum is None or number >= minimum)
        and (maximum is None or number <= maximum)
        and (exclusive_minimum is None or number > exclusive_minimum)
        and (exclusive_maximum is None or number < exclusive_maximum)
        and (multiple_of is None or number % multiple_of == 0)
    )


class _TooDeepError(Exception):
    """Items are nested too deeply to be compared."""


def _comparable(value: Any) -> object:
    """Return a value that is the same for equal JSON. It is flat, so that it needs no stack."""
    parts: list[object] = []
    waiting: list[tuple[Any, int]] = [(value, 0)]
    while waiting:
        part, depth = waiting.pop()
        if has_type(part, (list, dict)):
            if depth >= MAX_DEPTH:
                raise _TooDeepError
            keys = sorted(part, key=str) if has_type(part, dict) else range(len(part))
            parts.append((type(part).__name__, *keys))
            waiting.extend((part[key], depth + 1) for key in keys)
        elif isinstance(part, (int, float)) and not isinstance(part, bool):
            parts.append(("number", _as_double(part)))
        else:
            parts.append((type(part).__name__, part))
    return tuple(parts)


def _as_double(value: float) -> float:
    """Return the number of IEEE 754 that a number is. Those beyond them are infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf

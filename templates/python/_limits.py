"""Explains limits of values: lengths, bounds, patterns, numbers of items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ._checks import (
    has_bounds,
    has_items,
    has_length,
    has_match,
    has_size,
    has_unique_items,
)
from ._texts import number_text, quote

if TYPE_CHECKING:
    from collections.abc import Iterator


def broken(value: Any, limits: Any) -> Iterator[tuple[str, str | None]]:
    """Return what a value should have been, and what it is instead.

    The second is absent if the value itself says it.
    """
    if not has_length(value, *_bounds(limits, "Length")):
        yield _length_text(limits), str(len(value))
    if "regex" in limits and not has_match(value, limits["regex"]):
        yield _pattern_text(limits), None
    if not _fits_number(value, limits):
        yield _number_text(limits), None
    if not has_items(value, *_bounds(limits, "Items")):
        yield _items_text(limits), str(len(value))
    if "uniqueItems" in limits and not has_unique_items(value):
        yield _unique_text(limits), "equal ones"
    if not has_size(value, *_bounds(limits, "Properties")):
        yield _size_text(limits), str(len(value))


def describe_limits(limits: Any) -> str:
    """Describe limits: `at least 1 character`."""
    texts = (
        _length_text(limits),
        _pattern_text(limits),
        _number_text(limits),
        _items_text(limits),
        _unique_text(limits),
        _size_text(limits),
    )
    return " and ".join(text for text in texts if text)


def _bounds(limits: Any, kind: str) -> tuple[Any, ...]:
    least, most = limits.get(f"min{kind}", 0), limits.get(f"max{kind}")
    return (least,) if most is None else (least, most)


def _length_text(limits: Any) -> str:
    return _between(limits, "Length", "character", "characters")


def _items_text(limits: Any) -> str:
    return _between(limits, "Items", "item", "items")


def _size_text(limits: Any) -> str:
    return _between(limits, "Properties", "property", "properties")


def _unique_text(limits: Any) -> str:
    return "unique items" if "uniqueItems" in limits else ""


def _pattern_text(limits: Any) -> str:
    if "pattern" not in limits:
        return ""
    return f"string that matches {quote(limits['pattern'])}"


def _between(limits: Any, kind: str, one: str, many: str) -> str:
    least, most = limits.get(f"min{kind}"), limits.get(f"max{kind}")
    unit = one if (least if most is None else most) == 1 else many
    if least is not None and most is not None:
        return f"{least} to {most} {unit}"
    if least is not None:
        return f"at least {least} {unit}"
    return "" if most is None else f"at most {most} {unit}"


def _fits_number(value: Any, limits: Any) -> bool:
    return has_bounds(
        value,
        minimum=limits.get("minimum"),
        maximum=limits.get("maximum"),
        exclusive_minimum=limits.get("exclusiveMinimum"),
        exclusive_maximum=limits.get("exclusiveMaximum"),
        multiple_of=limits.get("multipleOf"),
    )


_NUMBER_TEXTS: Final = {
    "minimum": "number of at least",
    "maximum": "number of at most",
    "exclusiveMinimum": "number greater than",
    "exclusiveMaximum": "number less than",
    "multipleOf": "multiple of",
}


def _number_text(limits: Any) -> str:
    return " and ".join(
        f"{text} {number_text(limits[name])}"
        for name, text in _NUMBER_TEXTS.items()
        if name in limits
    )

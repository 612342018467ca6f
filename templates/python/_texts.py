"""How explanations write values: as `JSON.stringify` and `String` of JavaScript do."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Final

MAX_TEXT: Final = 80
"""The most UTF-16 code units of a string of the value that an explanation contains."""

_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def shorten(text: str) -> str:
    """Return a text that is at most as long as explanations allow."""
    if 2 * len(text) <= MAX_TEXT:
        return text
    units = text.encode("utf-16-le", "surrogatepass")
    if len(units) <= 2 * MAX_TEXT:
        return text
    return units[: 2 * MAX_TEXT].decode("utf-16-le", "surrogatepass") + "..."


def quote(text: str) -> str:
    """Return a string as JSON, at most as long as explanations allow."""
    return json_text(shorten(text))


def json_text(text: str) -> str:
    """Return a string as JSON. Halves of a pair of surrogates are escaped."""
    return escape_surrogates(json.dumps(text, ensure_ascii=False))


def escape_surrogates(text: str) -> str:
    """Escape halves of a pair of surrogates, which cannot be encoded."""
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def escape_key(key: str) -> str:
    """Escape a key for a JSON Pointer (RFC 6901, section 3)."""
    return key.replace("~", "~0").replace("/", "~1")


def either(texts: Sequence[str]) -> str:
    """Join alternatives."""
    *others, last = texts or [""]
    return f"{', '.join(others)} or {last}" if others else last


def number_text(value: float) -> str:
    """Return a number as JavaScript writes it: `1e+21`, `0.000001`, and `1` for `1.0`."""
    try:
        number = float(value)
    except OverflowError:
        number = math.inf if value > 0 else -math.inf
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = f"{abs(number)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    # The number of digits before the point; negative for zeros after it.
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    return sign + _placed(digits, point)


def _placed(digits: str, point: int) -> str:
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    mantissa = f"{digits[0]}.{digits[1:]}" if count > 1 else digits
    return f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"

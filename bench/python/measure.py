"""Measures one contender in this process, and prints figures as JSON, by row.

    python measure.py ours|official|dataclasses [seconds]

Each kind of message is measured for so many seconds. Default: 0.3.
"""

from __future__ import annotations

import gc
import importlib
import json
import resource
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

CONTENDER = sys.argv[1]
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 0.3

TYPES = {
    "ours": "mcp_gen_protocol.v2025_11_25.types",
    "official": "mcp_types",
    "dataclasses": "dataclasses_of_revision",
}
"""The modules with the types."""

GUARDS = {
    "ours": ["mcp_gen_protocol.v2025_11_25.guards"],
    "official": ["mcp_types"],
    "dataclasses": ["mcp_gen_protocol.v2025_11_25.guards", "dataclasses_of_revision"],
}
"""What a program imports to validate."""

COPIES = 8
"""Copies of a message take turns: no check sees one object twice in a row."""

LOOPS = 4
"""How often the copies are checked between two looks at the clock: seldom enough for the clock, and often enough for a busy machine."""

HELD = 100
"""The lists of 20 tools that are held at the same time."""


def megabytes() -> float:
    """Return the resident memory of this process, which Linux tells."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def imported(names: list[str]) -> tuple[float, float]:
    """Return the milliseconds and megabytes that imports take."""
    started, before = time.perf_counter(), megabytes()
    for name in names:
        importlib.import_module(name)
    return (time.perf_counter() - started) * 1_000, megabytes() - before


def validator(definition: str) -> Callable[[Any], Any]:
    """Return what a program has of a valid value. An invalid one is an error."""
    if CONTENDER == "official":
        return getattr(importlib.import_module("mcp_types"), definition).model_validate
    guard = importlib.import_module(GUARDS["ours"][0]).GUARDS[definition]
    if CONTENDER == "ours":

        def validate(value: Any) -> Any:
            if not guard(value):
                raise ValueError(definition)
            return value

        return validate
    build = getattr(importlib.import_module("dataclasses_of_revision"), f"build_{definition}")

    def convert(value: Any) -> Any:
        if not guard(value):
            raise ValueError(definition)
        return build(value)

    return convert


def microseconds(check: Callable[[Any], Any], value: Any) -> float:
    """Return the time of one check: the least of several runs."""
    copies = [json.loads(json.dumps(value)) for _ in range(COPIES)]
    best, end = float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        started = time.perf_counter()
        for _ in range(LOOPS):
            for each in copies:
                check(each)
        best = min(best, time.perf_counter() - started)
    return best / (LOOPS * COPIES) * 1e6


def require_refusal(check: Callable[[Any], Any], value: Any) -> None:
    """Fail if a validator accepts anything."""
    for name in value:
        if name in ("params", "content", "tools"):
            try:
                check({**value, name: 5})
            except ValueError:
                return
    raise AssertionError("An invalid message is accepted")


def main() -> None:
    figures: dict[str, float] = {}
    if len(sys.argv) > 3:
        figures["import of the types (ms)"], _ = imported([TYPES[CONTENDER]])
        print(json.dumps(figures))
        return
    figures["import of what validates (ms)"], figures["memory of that import (MB)"] = imported(GUARDS[CONTENDER])
    messages = importlib.import_module("messages").MESSAGES
    for name, (definition, value) in messages.items():
        check = validator(definition)
        require_refusal(check, value)
        figures[f"validate a {name} (µs)"] = microseconds(check, value)
    definition, value = messages["tools/list result, 20 tools"]
    text, check = json.dumps(value), validator(definition)
    gc.collect()
    tracemalloc.start()
    held = [check(json.loads(text)) for _ in range(HELD)]
    figures[f"memory of {len(held)} such lists, valid (MB)"] = tracemalloc.get_traced_memory()[0] / 1e6
    print(json.dumps(figures))


main()

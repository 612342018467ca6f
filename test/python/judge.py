"""Judges values with the packages below a folder.

    python judge.py <folder of packages> < lines

Each line is a JSON array: the package, the definition, and the value. For each, prints one of its own: whether the guard
accepts the value, and the issues of the explanation, each with its pointer, what was expected, and what there is.
"""

import importlib
import json
import sys

sys.path.insert(0, sys.argv[1])
# As many recursive definitions as guards allow, each of which takes several calls.
sys.setrecursionlimit(10_000)


def main() -> None:
    for line in sys.stdin:
        package, definition, value = json.loads(line)
        guards = importlib.import_module(f"{package}.guards")
        explain_shape = importlib.import_module(f"{package.split('.')[0]}._explain").explain_shape
        explain = importlib.import_module(f"{package}.explain")
        issues = explain_shape(explain.SHAPES, explain.RECURSIVE, definition, value)
        if explain.explain(definition, value) != issues:
            raise AssertionError(f"{definition} is explained in another way: {line}")
        print(json.dumps([guards.GUARDS[definition](value), issues]))


main()

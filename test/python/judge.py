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
        explain = importlib.import_module(f"{package}.explain")
        issues = [list(issue) for issue in explain.explain(definition, value)]
        print(json.dumps([guards.GUARDS[definition](value), issues]))


main()

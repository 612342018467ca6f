"""Judges values for `mcp-gen cases`: prints the issues of each, as the generated package explains them.

    mcp-gen cases 2025-11-25 --judge "python3 judge.py mcp_gen_protocol.v2025_11_25"

Each line is a definition and a value: `["Tool", {"name": 1}]`. Ends where a guard and its explanation differ.
"""

import importlib
import json
import sys

# `json.loads` reads as many levels of arrays and objects.
sys.setrecursionlimit(10_000)

explain = importlib.import_module(f"{sys.argv[1]}.explain").explain
guards = importlib.import_module(f"{sys.argv[1]}.guards").GUARDS
for line in sys.stdin:
    definition, value = json.loads(line)
    issues = explain(definition, value)
    if guards[definition](value) != (not issues):
        sys.exit(f"The guard of {definition} differs from its explanation: {line}")
    print(json.dumps([list(issue) for issue in issues]))

"""Judges values for `mcp-gen cases`: prints the issues of each, as the generated package explains them.

    mcp-gen cases 2025-11-25 --judge "python3 judge.py mcp_gen_protocol.v2025_11_25"

Each line is a definition and a value: `["Tool", {"name": 1}]`.
"""

import importlib
import json
import sys

# Values may nest 400 recursive definitions, each of which takes several calls.
sys.setrecursionlimit(10_000)

explain = importlib.import_module(f"{sys.argv[1]}.explain").explain
for line in sys.stdin:
    definition, value = json.loads(line)
    print(json.dumps([list(issue) for issue in explain(definition, value)]))

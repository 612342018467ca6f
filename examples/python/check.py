"""Checks a recorded conversation: each request, notification, and result.

    python check.py < conversation.jsonl

Each line is a message of JSON-RPC. A result is checked as that of the request with its id. Install the package first:
`pip install ./python`, or generate it with `mcp-gen generate --target python --out mcp_gen_protocol`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from mcp_gen_protocol.v2025_11_25.explain import explain
from mcp_gen_protocol.v2025_11_25.methods import CLIENT, SERVER


def check(lines: Iterable[str]) -> Iterator[str]:
    """Return what is wrong, one line each."""
    asked: dict[str | int, str] = {}
    for number, line in enumerate(lines, 1):
        message: dict[str, Any] = json.loads(line)
        if "method" in message:
            found = check_method(message)
            if "id" in message:
                asked[message["id"]] = message["method"]
        elif "result" in message:
            found = check_result(asked.pop(message["id"], ""), message["result"])
        else:
            found = issues_of("JSONRPCErrorResponse", message)
        yield from (f"{number}: {each}" for each in found)


def check_method(message: dict[str, Any]) -> list[str]:
    """Return what is wrong with a request or a notification."""
    method = message["method"]
    for side in (SERVER, CLIENT):
        entry = side.requests.get(method) or side.notifications.get(method)
        if entry is None:
            continue
        if "params" not in message:
            return [] if entry.params_optional else [f"{method} has no params"]
        params = message["params"]
        return [] if entry.params(params) else issues_of(entry.params_type, params)
    return [f"unknown method {method}"]


def check_result(method: str, result: Any) -> list[str]:
    """Return what is wrong with the result of a method."""
    request = SERVER.requests.get(method) or CLIENT.requests.get(method)
    if request is None:
        return ["a result that nobody asked for"]
    return [] if request.result(result) else issues_of(request.result_type, result)


def issues_of(definition: str, value: Any) -> list[str]:
    """Return what is wrong with a value of a definition."""
    return [f"{definition}{issue.message}" for issue in explain(definition, value)]


if __name__ == "__main__":
    problems = list(check(sys.stdin))
    print("\n".join(problems) or "All messages are valid.")
    sys.exit(1 if problems else 0)

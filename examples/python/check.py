"""Checks a recorded conversation: each request, notification, and response.

    python check.py < conversation.jsonl

Each line has a message of JSON-RPC, and who sent it: `{"sender": "client", "message": {...}}`. A result is checked as that
of the request with its id. Install the package first: `pip install ./python`, or generate it with
`mcp-gen generate --target python --out mcp_gen_protocol`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, cast

from mcp_gen_protocol.v2025_11_25.explain import explain
from mcp_gen_protocol.v2025_11_25.methods import CLIENT, SERVER

OTHER = {"client": "server", "server": "client"}
SENT_BY = {"client": SERVER, "server": CLIENT}
"""What each side may send: what the other one receives."""


class Checker:
    """Checks messages in their order."""

    def __init__(self) -> None:
        # The requests without a response, by sender and id.
        self._asked: dict[tuple[str, str | int], Any] = {}

    def check(self, line: str) -> list[str]:
        """Return what is wrong with a line."""
        try:
            entry: Any = json.loads(line)
        except (ValueError, RecursionError):
            return ["no JSON"]
        sender, message = (
            object_of(entry).get("sender"),
            object_of(entry).get("message"),
        )
        if sender not in ("client", "server") or message is None:
            return ["expected a sender and a message"]
        definition = envelope_of(message)
        wrong = issues_of(definition, message)
        if wrong or definition == "JSONRPCErrorResponse":
            return wrong
        if definition == "JSONRPCResultResponse":
            request = self._asked.pop((OTHER[sender], message["id"]), None)
            return check_result(request, message["result"])
        if definition == "JSONRPCNotification":
            return check_params(
                SENT_BY[sender].notifications.get(message["method"]), message
            )
        request = SENT_BY[sender].requests.get(message["method"])
        if request is not None:
            self._asked[sender, message["id"]] = request
        return check_params(request, message)


def object_of(value: Any) -> dict[str, Any]:
    """Return an object, or an empty one for any other value."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def envelope_of(message: Any) -> str:
    """Return the definition that a message should have, by its properties."""
    keys = object_of(message)
    if "result" in keys:
        return "JSONRPCResultResponse"
    if "error" in keys:
        return "JSONRPCErrorResponse"
    return "JSONRPCRequest" if "id" in keys else "JSONRPCNotification"


def check_params(entry: Any, message: Any) -> list[str]:
    """Return what is wrong with the params of a message. The entry describes its method."""
    method = message["method"]
    if entry is None:
        return [f"unknown method {method}"]
    if "params" not in message:
        return [] if entry.params_optional else [f"{method} has no params"]
    return issues_of(entry.params_type, message["params"])


def check_result(request: Any, result: Any) -> list[str]:
    """Return what is wrong with the result of a request."""
    if request is None:
        return ["a result that nobody asked for"]
    if request.result(result):
        return []
    return [
        issue for each in request.types_of(result) for issue in issues_of(each, result)
    ]


def issues_of(definition: str, value: Any) -> list[str]:
    """Return what is wrong with a value of a definition."""
    return [f"{definition}: {issue.message}" for issue in explain(definition, value)]


def check(lines: Iterable[str]) -> Iterator[str]:
    """Return what is wrong with a conversation, one line each."""
    checker = Checker()
    for number, line in enumerate(lines, 1):
        yield from (f"{number}: {each}" for each in checker.check(line))


if __name__ == "__main__":
    problems = list(check(sys.stdin))
    print("\n".join(problems) or "All messages are valid.")
    sys.exit(1 if problems else 0)

"""Checks a recorded conversation of any revisions: each request, notification, and response.

    python check.py < session.jsonl

`mcp-talk record <server> --out session.jsonl` records one: each line has a message of JSON-RPC, and in `from`, which side sent
it. A result is checked as that of the request with its id. Install the package first: `pip install ./python`, or generate
it with `mcp-gen generate --target python --out mcp_gen_protocol`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, cast

from mcp_gen_protocol.registry import REVISIONS

OTHER = {"client": "server", "server": "client"}
NAMED_BY = "io.modelcontextprotocol/protocolVersion"
"""The key of `_meta` that names the revision of a message without a session."""


class Revision:
    """The tables of one revision."""

    def __init__(self, name: str) -> None:
        package = f"mcp_gen_protocol.v{name.replace('-', '_')}"
        methods = import_module(f"{package}.methods")
        self.sent_by = {"client": methods.SERVER, "server": methods.CLIENT}
        """What each side may send: what the other one receives."""
        self._explain = import_module(f"{package}.explain")

    def issues_of(self, definition: str, value: Any) -> list[str]:
        """Return what is wrong with a value of a definition."""
        # Revisions give envelopes other names.
        known = definition if definition in self._explain.SHAPES else OLDER[definition]
        issues = self._explain.explain(known, value)
        return [f"{known}: {issue.message}" for issue in issues]


OLDER = {
    "JSONRPCResultResponse": "JSONRPCResponse",
    "JSONRPCErrorResponse": "JSONRPCError",
}


class Checker:
    """Checks messages in their order."""

    def __init__(self) -> None:
        self._revisions: dict[str, Revision] = {}
        # The revision of messages that name none: that of the session.
        self._session = "2025-11-25"
        # The requests without a response, by sender and id, each with its revision.
        self._asked: dict[tuple[str, str | int], tuple[Any, str]] = {}

    def check(self, line: str) -> list[str]:
        """Return what is wrong with a line."""
        try:
            message = object_of(json.loads(line))
        except (ValueError, RecursionError):
            return ["no JSON"]
        sender = message.pop("from", None)
        if sender not in ("client", "server"):
            return ["expected a message, and its sender in from"]
        name = self._name_of(message)
        revision = self._revision(name)
        envelope = envelope_of(message)
        wrong = revision.issues_of(envelope, message)
        if wrong:
            return wrong
        if envelope == "JSONRPCErrorResponse":
            self._asked.pop((OTHER[sender], message.get("id", "")), None)
            return []
        if envelope == "JSONRPCResultResponse":
            asked = self._asked.pop((OTHER[sender], message["id"]), None)
            return self._check_result(asked, message["result"])
        methods = revision.sent_by[sender]
        if envelope == "JSONRPCNotification":
            entry = methods.notifications.get(message["method"])
            return check_params(revision, entry, message)
        entry = methods.requests.get(message["method"])
        if entry is not None:
            self._asked[sender, message["id"]] = (entry, name)
        return check_params(revision, entry, message)

    def _name_of(self, message: dict[str, Any]) -> str:
        """Return the revision of a message."""
        params = object_of(message.get("params"))
        named = object_of(params.get("_meta")).get(NAMED_BY)
        if message.get("method") == "initialize":
            named = params.get("protocolVersion")
        return named if isinstance(named, str) and named in REVISIONS else self._session

    def _revision(self, name: str) -> Revision:
        if name not in self._revisions:
            self._revisions[name] = Revision(name)
        return self._revisions[name]

    def _check_result(self, asked: tuple[Any, str] | None, result: Any) -> list[str]:
        """Return what is wrong with the result of a request."""
        if asked is None:
            return ["a result that nobody asked for"]
        request, name = asked
        if request.result(result):
            if request.name == "initialize" and result["protocolVersion"] in REVISIONS:
                self._session = result["protocolVersion"]
            return []
        revision = self._revision(name)
        return [
            issue
            for each in request.types_of(result)
            for issue in revision.issues_of(each, result)
        ]


def object_of(value: Any) -> dict[str, Any]:
    """Return an object, or an empty one for any other value."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def envelope_of(message: dict[str, Any]) -> str:
    """Return the definition that a message should have, by its properties."""
    if "result" in message:
        return "JSONRPCResultResponse"
    if "error" in message:
        return "JSONRPCErrorResponse"
    return "JSONRPCRequest" if "id" in message else "JSONRPCNotification"


def check_params(revision: Revision, entry: Any, message: dict[str, Any]) -> list[str]:
    """Return what is wrong with the params of a message. The entry describes its method."""
    method = message["method"]
    if entry is None:
        return [f"unknown method {method}"]
    if "params" not in message:
        return [] if entry.params_optional else [f"{method} has no params"]
    return revision.issues_of(entry.params_type, message["params"])


def check(lines: Iterable[str]) -> Iterator[str]:
    """Return what is wrong with a conversation, one line each."""
    checker = Checker()
    for number, line in enumerate(lines, 1):
        yield from (f"{number}: {each}" for each in checker.check(line))


if __name__ == "__main__":
    problems = list(check(sys.stdin))
    print("\n".join(problems) or "All messages are valid.")
    sys.exit(1 if problems else 0)

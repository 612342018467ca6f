"""The form of the method tables of revisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ._checks import has_type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._checks import Guard


class Request(NamedTuple):
    """A request, as described to the side that answers it."""

    name: str
    """The name of its handlers: `callTool` for `tools/call`."""

    params: Guard
    """Guard of the params."""

    params_type: str
    """The definition of the params, for explanations."""

    result: Guard
    """Guard of the result."""

    result_types: tuple[str, ...]
    """The definitions of the result, one of which it has, for explanations."""

    question_type: str | None = None
    """The definition of a result that is a question to the sender, who then sends the
    request again. Absent if there is none."""

    params_optional: bool = False
    """Whether the params may be absent."""

    capability: str | None = None
    """The path of the capability that the answering side must have declared."""

    paginated: bool = False
    """Whether the result is paginated with `cursor`."""

    cancellable: bool = True
    """Whether the sender may cancel it."""

    lifecycle: bool = False
    """Whether it manages the connection, so that applications have no handler for it."""

    def types_of(self, result: Any) -> tuple[str, ...]:
        """Return the definitions of which a result must have one, for explanations."""
        if self.question_type is not None and _is_question(result):
            return (self.question_type,)
        return self.result_types


class Notification(NamedTuple):
    """A notification, as described to the side that receives it."""

    name: str
    """The name of its handlers: `progress` for `notifications/progress`."""

    params: Guard
    """Guard of the params."""

    params_type: str
    """The definition of the params, for explanations."""

    params_optional: bool = False
    """Whether the params may be absent."""

    capability: str | None = None
    """The path of the capability that the sending side must have declared."""

    lifecycle: bool = False
    """Whether it manages the connection, so that applications have no handler for it."""


class Methods(NamedTuple):
    """The messages that one side receives, by method."""

    requests: Mapping[str, Request]
    notifications: Mapping[str, Notification]
    questions: Mapping[str, Request] = {}
    """Requests that are only sent inside of results."""


def either(*guards: Guard) -> Guard:
    """Return a guard of values that at least one of the guards accepts."""
    return lambda value: any(guard(value) for guard in guards)


def or_question(answer: Guard, question: Guard) -> Guard:
    """Return a guard of results that may be a question to the sender of the request."""
    return lambda value: question(value) if _is_question(value) else answer(value)


def _is_question(result: Any) -> bool:
    return bool(has_type(result, dict) and result.get("resultType") == "input_required")

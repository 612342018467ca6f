"""The form of the facts of the registry."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

Range = TypedDict(
    "Range",
    {
        # The first revision.
        "since": "str",
        # The last revision. Absent if the newest one has it.
        "until": "NotRequired[str]",
        # The revisions between these that do not have it.
        "except": "NotRequired[list[str]]",
    },
)
"""The revisions that have something."""


class RevisionFacts(TypedDict):
    """How a revision communicates."""

    era: Literal["session", "stateless"]
    """Whether it begins with a handshake, or has metadata in every request."""

    batching: bool
    """Whether several messages may be sent in one array."""


class NamedFacts(Range):
    """Something with a name."""

    what: NotRequired[str]
    """What it is, in one sentence."""


class ErrorFacts(NamedFacts):
    """An error code."""

    code: int


class HeaderFacts(NamedFacts):
    """An HTTP header, in lower case. Some are prefixes, which end in a hyphen."""

    header: str


class KeyFacts(NamedFacts):
    """A key of `_meta`."""

    key: str


class MessageFacts(Range):
    """A message, as the newest revision has it that defines it."""

    name: str
    """The name of its handlers."""

    sender: Literal["client", "server", "both"]

    capability: NotRequired[str]
    """The path of the required capability."""

    lifecycle: NotRequired[bool]
    """Whether it manages the connection. Absent if not, as all facts that follow."""

    deprecated: NotRequired[Range]
    """The revisions that mark it as deprecated."""

    extension: NotRequired[str]
    """The extension that it belongs to, by its identifier."""

    paginated: NotRequired[bool]
    """Whether its result is paginated."""

    asks: NotRequired[bool]
    """Whether its result may ask for input."""

    cacheable: NotRequired[bool]
    """Whether its result states how long it may be cached."""

    changes: NotRequired[str]
    """The notification that tells of changes of its result."""

    filter: NotRequired[str]
    """The property of the filter that selects it for a stream of changes."""

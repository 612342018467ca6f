"""The messages that are measured: those of `npm run bench`, in the revision 2025-11-25."""

from __future__ import annotations

from typing import Any, Final

Message = tuple[str, Any]
"""A definition, and a value of it."""

MESSAGES: Final[dict[str, Message]] = {
    "tools/call request": (
        "CallToolRequest",
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "echo", "arguments": {"text": "hello world", "times": 5}},
        },
    ),
    "tools/call result": (
        "CallToolResult",
        {
            "content": [
                {"type": "text", "text": "hello " * 20},
                {
                    "type": "image",
                    "data": "aGVsbG8=",
                    "mimeType": "image/png",
                    "annotations": {"priority": 0.5, "audience": ["user"]},
                },
                {"type": "resource", "resource": {"uri": "file:///notes.txt", "text": "a note"}},
            ],
            "isError": False,
        },
    ),
    "tools/list result, 20 tools": (
        "ListToolsResult",
        {
            "tools": [
                {
                    "name": f"tool{index}",
                    "description": f"Does the work of tool {index}",
                    "inputSchema": {
                        "type": "object",
                        "properties": {"text": {"type": "string"}, "times": {"type": "integer"}},
                        "required": ["text"],
                    },
                    "annotations": {"readOnlyHint": True},
                }
                for index in range(20)
            ]
        },
    ),
}

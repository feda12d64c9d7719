"""Server-sent events (HTML Standard, section 9.2.6) from the bytes of a stream."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_LINE_END = re.compile(rb"\r\n|\n|\r(?!\Z)")


class ServerSentEvent(NamedTuple):
    event: str
    data: str
    id: str | None


class EventReader:
    """Takes bytes as they come; what is cut off at the end is no event."""

    def __init__(self) -> None:
        self._rest = b""
        self._lines: list[str] = []

    def feed(self, chunk: bytes) -> Iterator[ServerSentEvent]:
        *whole, self._rest = _LINE_END.split(self._rest + chunk)
        for line in whole:
            if line:
                self._lines.append(line.decode("utf-8", "replace"))
            elif self._lines:
                yield _event_of(self._lines)
                self._lines = []


def _event_of(lines: list[str]) -> ServerSentEvent:
    values: dict[str, list[str]] = {"event": [], "data": [], "id": []}
    for line in lines:
        field, _, value = line.partition(":")
        if field in values:
            values[field].append(value.removeprefix(" "))
    event_id = values["id"][-1] if values["id"] else None
    return ServerSentEvent("".join(values["event"][-1:]), "\n".join(values["data"]), event_id)

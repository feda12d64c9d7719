"""The events of all deployments as they happen.

A stream that breaks, or that the service ends after a time, is resumed after the last event that
was read; events are neither lost nor repeated. It has no end of its own.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from contextlib import closing

from .._decode import decode
from .._errors import APIError
from .._events import EventReader, ServerSentEvent
from .._models import CompanyEvent
from .._retry import backoff
from .._wire import EVENTS, Call, QueryValue
from .transport import Transport


def feed_events(
    transport: Transport, query: Mapping[str, QueryValue]
) -> Generator[CompanyEvent, None, None]:
    cursor = query.get("cursor")
    failures = 0
    openings = 0  # that ended without an event between them
    while True:
        try:
            with closing(_blocks_of(transport, {**query, "cursor": cursor})) as blocks:
                for block in blocks:
                    event = _read(block.data) if block.data else None
                    cursor = cursor if block.id is None else block.id
                    failures = 0
                    if event is not None:
                        openings = 0
                        yield event
        except APIError as error:
            delay = transport.delay_after(error, failures)
            if delay is None:
                raise
            failures += 1
        else:
            delay = backoff(openings, transport.runtime.random())
            openings += 1
        transport.runtime.sleep(delay)


def _blocks_of(
    transport: Transport, query: Mapping[str, QueryValue]
) -> Generator[ServerSentEvent, None, None]:
    reader = EventReader()
    call = Call("GET", EVENTS, query)
    with closing(transport.stream(call, "text/event-stream")) as chunks:
        for chunk in chunks:
            for block in reader.feed(chunk):
                yield block


def _read(data: str) -> CompanyEvent:
    """Raises for good: to go on after an event that cannot be read would lose it."""
    try:
        return decode(CompanyEvent, json.loads(data))
    except ValueError:
        raise APIError("An event of the stream was no JSON.") from None

"""The logs of a deployment as they are written.

A stream that breaks goes on after the last line that was read; lines are neither lost nor repeated.
Following ends when the deployment has ended: a stream breaks where the service is restarted, and
ends where the deployment moves to another hub; it is then opened again.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from .._decode import decode
from .._errors import APIConnectionError, APIError
from .._events import EventReader
from .._models import Deployment, LogLine
from .._retry import backoff
from .._wire import Call, QueryValue, parse
from .transport import AsyncTransport


async def log_lines(
    transport: AsyncTransport, deployment_path: str, query: Mapping[str, QueryValue]
) -> AsyncGenerator[LogLine, None]:
    asked, follow = query, bool(query.get("follow"))
    failures = 0
    openings = 0  # that ended while the deployment goes on, without a line between them
    while True:
        try:
            async with aclosing(_lines_of(transport, f"{deployment_path}/logs", asked)) as lines:
                async for line in lines:
                    asked = {"follow": query.get("follow"), "after": line.position}
                    failures = openings = 0
                    yield line
        except APIError as error:
            delay = transport.delay_after(error, failures)
            if delay is None:
                raise
            failures += 1
        else:
            if not follow or await _has_ended(transport, deployment_path):
                return
            delay = backoff(openings, transport.runtime.random())
            openings += 1
        await transport.runtime.sleep(delay)


async def _has_ended(transport: AsyncTransport, deployment_path: str) -> bool:
    deployment = decode(Deployment, await transport.request(Call("GET", deployment_path)))
    return deployment.status in ("stopped", "failed")


async def _lines_of(
    transport: AsyncTransport, path: str, query: Mapping[str, QueryValue]
) -> AsyncGenerator[LogLine, None]:
    """The lines of one stream. Raises if it breaks off: a whole one says that it ends."""
    reader = EventReader()
    call = Call("GET", path, query)
    async with aclosing(transport.stream(call, "text/event-stream")) as chunks:
        async for chunk in chunks:
            for event in reader.feed(chunk):
                if event.event == "end":
                    return
                if event.event == "error":
                    raise APIConnectionError(str(parse(event.data.encode())["message"]))
                if event.event == "" and event.data and event.id is not None:
                    yield decode(LogLine, {**parse(event.data.encode()), "position": event.id})
    raise APIConnectionError("The stream of the logs broke off.")

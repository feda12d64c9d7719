"""The logs of a deployment as they are written.

A stream that breaks goes on after the last line that was read; lines are neither lost nor repeated.
Following ends when the deployment has ended: a stream breaks where the service is restarted, and
ends where the deployment moves to another hub; it is then opened again.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import closing

from .._decode import decode
from .._errors import APIConnectionError, APIError
from .._events import EventReader
from .._models import Deployment, LogLine
from .._retry import backoff
from .._wire import Call, QueryValue, parse
from .transport import Transport


def log_lines(
    transport: Transport, deployment_path: str, query: Mapping[str, QueryValue]
) -> Generator[LogLine, None, None]:
    asked, follow = query, bool(query.get("follow"))
    failures = 0
    openings = 0  # that ended while the deployment goes on, without a line between them
    while True:
        try:
            with closing(_lines_of(transport, f"{deployment_path}/logs", asked)) as lines:
                for line in lines:
                    asked = {"follow": query.get("follow"), "after": line.position}
                    failures = openings = 0
                    yield line
        except APIError as error:
            delay = transport.delay_after(error, failures)
            if delay is None:
                raise
            failures += 1
        else:
            if not follow or _has_ended(transport, deployment_path):
                return
            delay = backoff(openings, transport.runtime.random())
            openings += 1
        transport.runtime.sleep(delay)


def _has_ended(transport: Transport, deployment_path: str) -> bool:
    deployment = decode(Deployment, transport.request(Call("GET", deployment_path)))
    return deployment.status in ("stopped", "failed")


def _lines_of(
    transport: Transport, path: str, query: Mapping[str, QueryValue]
) -> Generator[LogLine, None, None]:
    """The lines of one stream. Raises if it breaks off: a whole one says that it ends."""
    reader = EventReader()
    call = Call("GET", path, query)
    with closing(transport.stream(call, "text/event-stream")) as chunks:
        for chunk in chunks:
            for event in reader.feed(chunk):
                if event.event == "end":
                    return
                if event.event == "error":
                    raise APIConnectionError(str(parse(event.data.encode())["message"]))
                if event.event == "" and event.data and event.id is not None:
                    yield decode(LogLine, {**parse(event.data.encode()), "position": event.id})
    raise APIConnectionError("The stream of the logs broke off.")

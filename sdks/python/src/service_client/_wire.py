"""What is sent and how a response is read, the same for both kinds of client."""

from __future__ import annotations

import json
import os
import re
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast
from urllib.parse import quote

import httpx

from ._errors import APIConnectionError, APIStatusError, ConfigurationError, error_class
from ._models import ProblemDetail
from ._retry import read_retry_after

VERSION = "1.4.2"
"""Changed together with `version` of pyproject.toml."""

DEFAULT_BASE_URL = "http://127.0.0.1:4100"
DEFAULT_WAIT_SECONDS = 30
"""What the service waits for unless it is asked for something else."""
POLL_SECONDS = 2.0

DEPLOYMENTS = "/v1/compute/deployments"
EVENTS = "/v1/events"

QueryValue = str | int | bool | None


class ApiKey(httpx.Auth):
    """Adds the key to requests, and keeps it from logs, errors and the locals of tracebacks."""

    def __init__(self, given: str | None) -> None:
        key = (given if given is not None else os.environ.get("SERVICE_API_KEY", "")).strip()
        if not key:
            raise ConfigurationError("There is no API key: pass api_key, or set SERVICE_API_KEY.")
        if not re.fullmatch(r"[!-~]+", key):
            raise ConfigurationError("The API key has characters that no key has.")
        self._key = key

    def __repr__(self) -> str:
        return "<API key>"

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["Authorization"] = f"Bearer {self._key}"
        yield request

    def hidden_in(self, text: str) -> str:
        return text.replace(self._key, "[API key]")


@dataclass(frozen=True)
class Call:
    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    query: Mapping[str, QueryValue] = field(default_factory=dict[str, QueryValue])
    body: Mapping[str, object] | None = field(default=None, repr=False)
    """Not shown: it may have secrets of the caller's."""
    idempotency_key: str | None = None
    wait_seconds: float = 0
    """How long the service was asked to wait before it responds."""

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def params(self) -> dict[str, str]:
        given = {name: value for name, value in self.query.items() if value is not None}
        return {
            name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in given.items()
        }

    @property
    def content(self) -> bytes | None:
        return None if self.body is None else json.dumps(self.body, ensure_ascii=False).encode()

    def headers(self, accept: str) -> dict[str, str]:
        """The same for every attempt, so that the service does nothing twice."""
        headers = {"Accept": accept, "User-Agent": f"service-client-python/{VERSION}"}
        if self.body is not None:
            headers["Content-Type"] = "application/json"
        if self.method != "GET":
            headers["Idempotency-Key"] = self.idempotency_key or uuid.uuid4().hex
        return headers


def read_base_url(given: str | None) -> str:
    text = given or os.environ.get("SERVICE_BASE_URL") or DEFAULT_BASE_URL
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL:
        url = httpx.URL("")
    if (
        url.scheme not in ("http", "https")
        or not url.host
        or url.userinfo
        or url.query
        or url.fragment
    ):
        raise ConfigurationError(
            "The base URL must be an http or https address without user, query or hash."
        )
    return str(url).rstrip("/")


def segment(what: str, value: str) -> str:
    """An empty id would lead to another operation, and dots to another path."""
    if value in ("", ".", ".."):
        raise ValueError(f"{what} must not be empty or dots.")
    return quote(value, safe="")


def deployment_path(deployment_id: str) -> str:
    return f"{DEPLOYMENTS}/{segment('The deployment id', deployment_id)}"


def domain_path(domain: str) -> str:
    return f"/v1/domains/{segment('The domain', domain)}"


def registry_path(registry: str) -> str:
    return f"/v1/registries/{segment('The registry', registry)}"


def refusal(response: httpx.Response, content: bytes, key: ApiKey) -> APIStatusError:
    problem = _read_problem(content)
    status, message, code = response.status_code, problem.get("message"), problem.get("code")
    code = code if isinstance(code, str) else None
    if not isinstance(message, str):
        message = f"The service responded with status {status}."
    return error_class(status, code)(
        key.hidden_in(message),
        status=status,
        code=code,
        request_id=response.headers.get("x-service-request-id"),
        details=_read_details(problem.get("details")),
        retry_after=read_retry_after(response.headers),
    )


def parse(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        raise APIConnectionError("The response was no JSON, or only a part of it.") from None


def _read_problem(content: bytes) -> dict[str, object]:
    try:
        problem: object = json.loads(content)
    except ValueError:
        return {}  # a proxy's page
    return cast("dict[str, object]", problem) if isinstance(problem, dict) else {}


def _read_details(details: object) -> list[ProblemDetail]:
    if not isinstance(details, list):
        return []
    found: list[ProblemDetail] = []
    for one in cast("list[object]", details):
        if isinstance(one, dict):
            detail = cast("dict[str, object]", one)
            path, message = str(detail.get("path")), str(detail.get("message"))
            found.append(ProblemDetail(path=path, message=message))
    return found

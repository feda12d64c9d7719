"""One request and its retries.

An attempt that brought no whole response, or a refusal that speaks of a moment, is made again with
the same body and the same `Idempotency-Key`, so that the service does nothing twice.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import httpx

from .._errors import APIConnectionError, APIError, APITimeoutError
from .._retry import delay_after
from .._wire import ApiKey, Call, parse, refusal
from .runtime import Runtime

_log = logging.getLogger("service_client")


@dataclass(frozen=True)
class Transport:
    api_key: ApiKey
    base_url: str
    timeout: float
    max_retries: int
    http: httpx.Client
    runtime: Runtime

    def request(self, call: Call) -> Any:
        """The JSON of the response; None if it has none."""
        headers = call.headers("application/json")
        retry = 0
        while True:
            try:
                content = self._receive(call, headers)
                return parse(content)
            except APIError as error:
                delay = self.delay_after(error, retry)
                if delay is None:
                    raise
                retry += 1
                _log.debug("%s: %s; attempt %d in %.2f s", call, error, retry + 1, delay)
            self.runtime.sleep(delay)

    def stream(self, call: Call, accept: str) -> Generator[bytes, None, None]:
        """Bytes of the body as they come. The timeout is on silence."""
        request = self._build(call, call.headers(accept), self.timeout)
        try:
            response = self._send(call, request)
            try:
                if not response.is_success:
                    raise refusal(response, response.read(), self.api_key)
                for chunk in response.iter_bytes():
                    yield chunk
            finally:
                response.close()
        except httpx.HTTPError as error:
            raise self._failure(call, error, self.timeout) from error

    def delay_after(self, error: APIError, failures: int) -> float | None:
        """None after a failure that is final, and after as many as there may be."""
        if failures >= self.max_retries:
            return None
        return delay_after(error, failures, self.runtime.random())

    def _receive(self, call: Call, headers: dict[str, str]) -> bytes:
        timeout = self.timeout + call.wait_seconds
        ends_at = time.monotonic() + timeout
        request = self._build(call, headers, timeout)
        content = bytearray()
        try:
            response = self._send(call, request)
            try:
                for chunk in response.iter_bytes():
                    content += chunk
                    if time.monotonic() > ends_at:
                        raise httpx.ReadTimeout("slow bytes", request=request)
            finally:
                response.close()
        except httpx.HTTPError as error:
            raise self._failure(call, error, timeout) from error
        if not response.is_success:
            raise refusal(response, bytes(content), self.api_key)
        return b"null" if response.status_code == 204 else bytes(content)

    def _build(self, call: Call, headers: dict[str, str], timeout: float) -> httpx.Request:
        url = f"{self.base_url}{call.path}"
        params = call.params or None
        return self.http.build_request(
            call.method, url, params=params, headers=headers, content=call.content, timeout=timeout
        )

    def _send(self, call: Call, request: httpx.Request) -> httpx.Response:
        # A redirect would take the request to an address that nobody chose.
        response = self.http.send(
            request, auth=self.api_key, stream=True, follow_redirects=False
        )
        _log.debug("%s: %d", call, response.status_code)
        return response

    def _failure(self, call: Call, error: httpx.HTTPError, timeout: float) -> APIConnectionError:
        if isinstance(error, httpx.TimeoutException):
            return APITimeoutError(f"{call} took longer than {timeout:g} s.")
        why = self.api_key.hidden_in(str(error)) or type(error).__name__
        return APIConnectionError(f"{call} failed on the way: {why}")

"""How long to wait before the next attempt, in seconds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

from ._errors import APIError, APIStatusError

_FIRST = 0.5
_MAX = 8.0
_MAX_JITTER = 0.25
_MAX_RETRY_AFTER = 60.0
"""A service that asks for more than this is not waited for."""

_DATE = re.compile(r"[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT")


def backoff(retry: int, random: float) -> float:
    """Before retry `retry` (from 0). `random` is in [0, 1)."""
    return min(_FIRST * 2**retry, _MAX) * (1 - _MAX_JITTER * random)


def delay_after(error: APIError, retry: int, random: float) -> float | None:
    """None after a failure that is final, and where the service asks for too much patience."""
    if not error.retryable:
        return None
    retry_after = error.retry_after if isinstance(error, APIStatusError) else None
    if retry_after is None:
        return backoff(retry, random)
    return retry_after if retry_after <= _MAX_RETRY_AFTER else None


def read_retry_after(headers: Mapping[str, str]) -> float | None:
    """`Retry-After` as seconds or as a date, which counts from the clock of the service."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]+", text):
        return float(text)
    at = _read_date(text)
    if at is None:
        return None
    sent_at = _read_date(headers.get("date", "")) or datetime.now(timezone.utc)
    return max(0.0, (at - sent_at).total_seconds())


def _read_date(text: str) -> datetime | None:
    if not _DATE.fullmatch(text):
        return None
    try:
        return parsedate_to_datetime(text)
    except ValueError:
        return None

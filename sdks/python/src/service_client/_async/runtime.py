"""The world that the client works in; tests have another."""

from __future__ import annotations

import random
import time

import anyio


class AsyncRuntime:
    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)

    def random(self) -> float:
        """In [0, 1)."""
        return random.random()

    def elapsed(self) -> float:
        """Seconds, from any beginning."""
        return time.monotonic()

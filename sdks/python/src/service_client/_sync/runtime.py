"""The world that the client works in; tests have another."""

from __future__ import annotations

import random
import time


class Runtime:
    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def random(self) -> float:
        """In [0, 1)."""
        return random.random()

    def elapsed(self) -> float:
        """Seconds, from any beginning."""
        return time.monotonic()

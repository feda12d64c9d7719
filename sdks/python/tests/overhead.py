"""What a call costs beside a bare one of httpx that reads the same body.

`PYTHONPATH=src python tests/overhead.py` in `sdks/python`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import httpx

from service_client import Compute

RUNS = 5
CALLS = 500
KEY = "svc_overhead"
VECTORS = Path(__file__).parents[2] / "conformance" / "vectors.json"
#: Another process, as the service is: a thread would share the interpreter's lock.
SERVER = """
import asyncio, sys

body = sys.stdin.buffer.read()
length = f"content-length: {len(body)}\\r\\n\\r\\n"
head = "HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\n" + length

async def respond(reader, writer):
    while await reader.readuntil(b"\\r\\n\\r\\n"):
        writer.write(head.encode() + body)

async def serve():
    server = await asyncio.start_server(respond, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(serve())
"""


def timed(call: Callable[[], object]) -> float:
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def measure(base: str) -> None:
    bare = httpx.Client(headers={"Authorization": f"Bearer {KEY}"})
    with bare, Compute(api_key=KEY, base_url=base) as compute:
        for run in range(RUNS + 1):
            # The two alternate, so that a busy machine slows both.
            pairs = [
                (
                    timed(lambda: bare.get(f"{base}/v1/compute/deployments/dep_1").json()),
                    timed(lambda: compute.deployments.get("dep_1")),
                )
                for _ in range(CALLS)
            ]
            theirs, ours = (median(times) for times in zip(*pairs, strict=True))
            if run > 0:  # the first one warms up
                print(
                    f"p50: bare {theirs:.3f} ms, client {ours:.3f} ms, more {ours - theirs:.3f} ms"
                )


if __name__ == "__main__":
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdin and server.stdout
        with server.stdin as sending:
            sending.write(
                json.dumps(json.loads(VECTORS.read_text())["bodies"]["deployment"]).encode()
            )
        try:
            measure(f"http://127.0.0.1:{int(server.stdout.readline())}")
        finally:
            server.kill()

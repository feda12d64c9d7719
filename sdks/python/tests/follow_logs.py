"""Prints what a deployment writes until it ends: started by `sdks/restart.test.ts`."""

from __future__ import annotations

import asyncio
import sys

from service_client import AsyncCompute, Compute


def follow(name: str) -> None:
    for line in Compute(max_retries=12).deployments.logs(name, follow=True):
        print(line.text, flush=True)


async def follow_async(name: str) -> None:
    async with AsyncCompute(max_retries=12) as compute:
        async for line in compute.deployments.logs(name, follow=True):
            print(line.text, flush=True)


if __name__ == "__main__":
    kind, name = sys.argv[1:]
    if kind == "sync":
        follow(name)
    else:
        asyncio.run(follow_async(name))

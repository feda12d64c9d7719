"""Both clients do what `sdks/conformance/vectors.json` says every client does."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from vectors import CONFORMANCE, OPERATIONS, check, get_json, play_async, play_sync

NAMES = [
    vector["name"]
    for vector in json.loads((CONFORMANCE / "vectors.json").read_text("utf-8"))["vectors"]
]


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    node = os.environ.get("NODE") or shutil.which("node") or "node"
    program = [node, str(CONFORMANCE / "fault-server.mjs")]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin and child.stdout
        yield json.loads(child.stdout.readline())["address"]
        child.stdin.close()


@pytest.fixture(scope="session")
def vectors(server: str) -> dict[str, Any]:
    return {vector["name"]: vector for vector in get_json(f"{server}/_/vectors")["vectors"]}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_vector(
    kind: str, name: str, server: str, vectors: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    vector = vectors[name]
    run = f"python-{kind}"
    base_url = f"{server}/{run}/{name}"
    outcome = (
        play_sync(vector, base_url) if kind == "sync" else asyncio.run(play_async(vector, base_url))
    )
    check(vector, outcome, get_json(f"{server}/_/{run}/{name}"), caplog.records)


def test_every_operation_has_a_vector(vectors: dict[str, Any]) -> None:
    assert {vector["operation"] for vector in vectors.values()} == set(OPERATIONS)

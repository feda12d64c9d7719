"""What needs no server: configuration, what is printed, and that both clients are one."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from service_client import AsyncCompute, Compute, ConfigurationError

KEY = "svc_secret0000"


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SERVICE_API_KEY", raising=False)
    monkeypatch.delenv("SERVICE_BASE_URL", raising=False)


def test_key_and_address_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE_API_KEY", KEY)
    monkeypatch.setenv("SERVICE_BASE_URL", "https://compute.example.com/")
    assert repr(Compute()) == "<Compute https://compute.example.com>"


@pytest.mark.parametrize("key", [None, "", "  ", "svc_a\nb", "svc_ä"])
def test_a_key_that_cannot_be_one_is_refused_and_not_shown(key: str | None) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Compute(api_key=key)
    assert not key or not key.strip() or key not in str(caught.value)


@pytest.mark.parametrize("url", ["compute", "ftp://a", "https://me:secret@a", "https://a/?key=1"])
def test_an_address_that_cannot_be_one_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError):
        Compute(api_key=KEY, base_url=url)


@pytest.mark.parametrize("kind", [Compute, AsyncCompute])
def test_the_key_is_not_printed(kind: type[Any], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    compute = kind(api_key=KEY)
    shown = f"{compute!r} {vars(compute)} {compute._transport!r} {caplog.text}"
    assert KEY not in shown


@pytest.mark.parametrize("word", ["", ".", ".."])
def test_an_id_that_would_lead_elsewhere_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="deployment id"):
        Compute(api_key=KEY).deployments.get(word)


def test_the_synchronous_client_is_made_of_the_asynchronous_one() -> None:
    program = [sys.executable, str(Path(__file__).parents[1] / "unasync.py"), "--check"]
    ran = subprocess.run(program, capture_output=True, text=True, check=False)
    assert ran.stdout == "" and ran.returncode == 0

"""Plays the vectors of `sdks/conformance/`, and says what came of one in their words."""

from __future__ import annotations

import dataclasses
import json
import logging
import traceback
import urllib.request
from collections.abc import Awaitable, Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import httpx

import service_client
from service_client import AsyncCompute, Compute

CONFORMANCE = Path(__file__).parents[2] / "conformance"
API_KEY = json.loads((CONFORMANCE / "vectors.json").read_text("utf-8"))["api_key"]
PACKAGE = str(Path(service_client.__file__).parent)


def get_json(address: str) -> Any:
    with urllib.request.urlopen(address) as response:
        return json.load(response)


@dataclasses.dataclass
class Outcome:
    result: Any = None
    items: list[Any] = dataclasses.field(default_factory=list)
    error: Exception | None = None
    delays: list[float] = dataclasses.field(default_factory=list)


class FakeTime:
    """Sleeps that only move a clock."""

    def __init__(self, outcome: Outcome, jitter: float) -> None:
        self._outcome = outcome
        self._jitter = jitter
        self._clock = 0.0

    def pass_by(self, seconds: float) -> None:
        self._clock += seconds
        self._outcome.delays.append(seconds * 1000)

    def random(self) -> float:
        return self._jitter

    def elapsed(self) -> float:
        return self._clock


class SyncTime(FakeTime):
    def sleep(self, seconds: float) -> None:
        self.pass_by(seconds)


class AsyncTime(FakeTime):
    async def sleep(self, seconds: float) -> None:
        self.pass_by(seconds)


def options_of(settings: dict[str, Any]) -> dict[str, Any]:
    options: dict[str, Any] = {"api_key": API_KEY}
    if "timeout_ms" in settings:
        options["timeout"] = settings["timeout_ms"] / 1000
    if "max_retries" in settings:
        options["max_retries"] = settings["max_retries"]
    return options


def arguments_of(vector: dict[str, Any]) -> dict[str, Any]:
    settings = vector.get("client", {})
    extra: dict[str, Any] = {}
    if "idempotency_key" in settings:
        extra["idempotency_key"] = settings["idempotency_key"]
    if "wait_timeout_ms" in settings:
        extra["wait_timeout"] = settings["wait_timeout_ms"] / 1000
    # `from` is a word of Python.
    given = {
        "from_" if name == "from" else name: value for name, value in vector["arguments"].items()
    }
    return {**given, **extra}


Client = Any
OPERATIONS: dict[str, Callable[[Client], Callable[..., Any]]] = {
    "deploy": lambda compute: compute.deploy,
    "deployAndWait": lambda compute: compute.deploy_and_wait,
    "planDeployment": lambda compute: compute.plan,
    "getDeployment": lambda compute: compute.deployments.get,
    "stopDeployment": lambda compute: compute.deployments.stop,
    "deleteDeployment": lambda compute: compute.deployments.delete,
    "listDeployments": lambda compute: first(compute.deployments.list),
    "listAllDeployments": lambda compute: compute.deployments.list,
    "listDeploymentEvents": lambda compute: first(compute.deployments.events),
    "getDeploymentMetrics": lambda compute: compute.deployments.metrics,
    "getLogs": lambda compute: compute.deployments.logs,
    "listHubs": lambda compute: first(compute.hubs.list),
    "getHub": lambda compute: compute.hubs.get,
    "listRegions": lambda compute: first(compute.regions.list),
    "listPrices": lambda compute: first(compute.pricing.list),
    "getCarbonIntensity": lambda compute: compute.carbon.get,
    "getCarbonForecast": lambda compute: compute.carbon.forecast,
    "getUsage": lambda compute: compute.usage.get,
    "listDailyUsage": lambda compute: first(compute.usage.days),
    "getMetrics": lambda compute: compute.metrics.get,
    "setEndpointAccess": lambda compute: compute.deployments.set_access,
    "listDomains": lambda compute: first(compute.domains.list),
    "setDomain": lambda compute: compute.domains.set,
    "checkDomain": lambda compute: compute.domains.check,
    "removeDomain": lambda compute: compute.domains.remove,
    "listRegistryLogins": lambda compute: first(compute.registries.list),
    "setRegistryLogin": lambda compute: compute.registries.set,
    "removeRegistryLogin": lambda compute: compute.registries.remove,
    "listEvents": lambda compute: first(compute.events.list),
    "followEvents": lambda compute: compute.events.follow,
}
ITERATED = ("listAllDeployments", "getLogs", "followEvents")


def first(lister: Callable[..., Any]) -> Callable[..., Any]:
    return lambda **arguments: lister(**arguments).first()


def play_sync(vector: dict[str, Any], base_url: str) -> Outcome:
    outcome = Outcome()
    settings = vector.get("client", {})
    runtime: Any = SyncTime(outcome, settings.get("random", 0))
    options = options_of(settings)
    # Without certificates, which take longer to load than a vector to play.
    with httpx.Client(verify=False) as http:
        compute = Compute(base_url=base_url, http_client=http, _runtime=runtime, **options)
        try:
            result = OPERATIONS[vector["operation"]](compute)(**arguments_of(vector))
            if vector["operation"] in ITERATED:
                for item in result:
                    outcome.items.append(item_of(item))
            else:
                outcome.result = to_wire(result)
        except service_client.ServiceError as error:
            outcome.error = error
    return outcome


async def play_async(vector: dict[str, Any], base_url: str) -> Outcome:
    outcome = Outcome()
    settings = vector.get("client", {})
    runtime: Any = AsyncTime(outcome, settings.get("random", 0))
    options = options_of(settings)
    async with httpx.AsyncClient(verify=False) as http:
        compute = AsyncCompute(base_url=base_url, http_client=http, _runtime=runtime, **options)
        try:
            result = OPERATIONS[vector["operation"]](compute)(**arguments_of(vector))
            if vector["operation"] in ITERATED:
                async for item in result:
                    outcome.items.append(item_of(item))
            else:
                waiting: Awaitable[Any] = result
                outcome.result = to_wire(await waiting)
        except service_client.ServiceError as error:
            outcome.error = error
    return outcome


def item_of(item: Any) -> Any:
    is_deployment = isinstance(item, service_client.DeploymentSummary)
    return item.deployment_id if is_deployment else to_wire(item)


def to_wire(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return {field.name.rstrip("_"): to_wire(getattr(value, field.name)) for field in fields}
    if isinstance(value, list):
        return [to_wire(one) for one in value]
    if isinstance(value, datetime):
        assert value.tzinfo is not None
        utc = value.astimezone(timezone.utc)
        return utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return value


ERRORS: dict[str, type[Exception]] = {
    "Status": service_client.APIStatusError,
    "Connection": service_client.APIConnectionError,
    "Timeout": service_client.APITimeoutError,
    **{
        name.removesuffix("Error"): getattr(service_client, name)
        for name in service_client.__all__
        if name.endswith("Error")
    },
}


def field_of(error: Any, name: str) -> Any:
    if name == "deployment_id":
        return error.deployment.deployment_id
    if name == "retry_after_ms":
        return error.retry_after * 1000
    return to_wire(getattr(error, name))


def check(
    vector: dict[str, Any],
    outcome: Outcome,
    attempts: list[dict[str, Any]],
    log: list[logging.LogRecord],
) -> None:
    expected = vector["expect"]
    if outcome.error is not None and "error" not in expected:
        raise outcome.error
    assert len(attempts) == expected["attempts"]
    if "requests" in expected:
        shown = ("method", "path", "query", "body")
        sent = [{name: attempt[name] for name in shown} for attempt in attempts]
        assert sent == [{"body": None, **request} for request in expected["requests"]]
    for attempt in attempts:
        assert attempt["headers"]["authorization"] == f"Bearer {API_KEY}"
        assert attempt["headers"]["user-agent"] == "service-client-python/1.4.2"
    if "delays_ms" in expected:
        assert outcome.delays == expected["delays_ms"]
    if "result" in expected:
        assert outcome.result == expected["result"]
    for name, value in expected.get("result_includes", {}).items():
        assert outcome.result[name] == value
    if "items" in expected:
        assert outcome.items == expected["items"]
    if "error" in expected:
        check_error(outcome.error, dict(expected["error"]))
        if API_KEY not in json.dumps(vector["responses"]):
            check_locals(outcome.error)
    keys = [attempt["headers"].get("idempotency-key") for attempt in attempts]
    if expected.get("same_idempotency_key"):
        assert len(set(keys)) == 1 and len(keys[0]) >= 16
    if "idempotency_key" in expected:
        assert set(keys) == {expected["idempotency_key"]}
    assert API_KEY not in "".join(record.getMessage() for record in log)


def check_error(error: Exception | None, expected: dict[str, Any]) -> None:
    assert type(error) is ERRORS[expected.pop("class")]
    for name, value in expected.items():
        assert field_of(error, name) == value, name
    assert API_KEY not in f"{error} {error!r} {vars(error)}"


def check_locals(error: Exception | None) -> None:
    """Tools that report errors add the locals of each frame."""
    assert error is not None
    report = traceback.TracebackException.from_exception(error, capture_locals=True)
    ours = [frame for frame in report.stack if frame.filename.startswith(PACKAGE)]
    assert ours
    assert API_KEY not in "".join(traceback.StackSummary.from_list(ours).format())

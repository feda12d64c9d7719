"""The compute API: a client, then `deploy`, and what is listed by kind."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Any, TypeVar

import httpx

from .._decode import decode
from .._errors import DeploymentFailedError, WaitTimeoutError
from .._models import (
    CarbonForecast,
    CarbonIntensity,
    CompanyEvent,
    CompanyEventPage,
    CompanyMetrics,
    DailyUsage,
    DailyUsagePage,
    Deployment,
    DeploymentEvent,
    DeploymentEventPage,
    DeploymentMetrics,
    DeploymentPage,
    DeploymentStatus,
    DeploymentSummary,
    DeploymentUsage,
    Domain,
    DomainPage,
    Endpoint,
    Hub,
    HubPage,
    LogLine,
    MonthUsage,
    Plan,
    Price,
    PricePage,
    Region,
    RegionPage,
    RegistryLogin,
    RegistryLoginPage,
    SovereigntyLevel,
)
from .._wire import (
    DEFAULT_WAIT_SECONDS,
    DEPLOYMENTS,
    EVENTS,
    POLL_SECONDS,
    ApiKey,
    Call,
    QueryValue,
    deployment_path,
    domain_path,
    read_base_url,
    registry_path,
    segment,
)
from .feed import feed_events
from .lists import AsyncList, PageT
from .logs import log_lines
from .runtime import AsyncRuntime
from .transport import AsyncTransport

_T = TypeVar("_T")


class AsyncCompute:
    """A client of the compute API. Close it, or use it in a `with` statement."""

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        http_client: httpx.AsyncClient | None = None,
        _runtime: AsyncRuntime | None = None,
    ) -> None:
        """
        :param api_key: `SERVICE_API_KEY` of the environment unless given
        :param base_url: `SERVICE_BASE_URL` of the environment unless given; else that of the demo
        :param timeout: how many seconds an attempt may take, beyond what the service was asked to
            wait
        :param max_retries: how often a failed attempt is made again
        :param http_client: for proxies, certificates and the like; who gives it closes it
        """
        key, url = ApiKey(api_key), read_base_url(base_url)
        self._owns_http = http_client is None
        http = http_client or httpx.AsyncClient()
        runtime = _runtime or AsyncRuntime()
        self._use(AsyncTransport(key, url, timeout, max_retries, http, runtime))

    def _use(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.deployments = AsyncDeployments(transport)
        self.hubs = AsyncHubs(transport)
        self.regions = AsyncRegions(transport)
        self.pricing = AsyncPricing(transport)
        self.carbon = AsyncCarbon(transport)
        self.usage = AsyncUsageOfMonths(transport)
        self.metrics = AsyncMetrics(transport)
        self.events = AsyncEvents(transport)
        self.domains = AsyncDomains(transport)
        self.registries = AsyncRegistries(transport)

    def with_options(
        self, *, timeout: float | None = None, max_retries: int | None = None
    ) -> AsyncCompute:
        """A client like this one with other options, on the same connections."""
        old = self._transport
        other = AsyncCompute.__new__(AsyncCompute)
        other._owns_http = False
        other._use(
            AsyncTransport(
                old.api_key,
                old.base_url,
                old.timeout if timeout is None else timeout,
                old.max_retries if max_retries is None else max_retries,
                old.http,
                old.runtime,
            )
        )
        return other

    def __repr__(self) -> str:
        return f"<AsyncCompute {self._transport.base_url}>"

    async def aclose(self) -> None:
        if self._owns_http:
            await self._transport.http.aclose()

    async def __aenter__(self) -> AsyncCompute:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def deploy(
        self,
        *,
        gpu_type: str,
        image: str,
        count: int | None = None,
        region: str | Sequence[str] | None = None,
        sovereignty: SovereigntyLevel | None = None,
        carbon_aware: bool | None = None,
        name: str | None = None,
        labels: Mapping[str, str] | None = None,
        env: Mapping[str, str] | None = None,
        command: Sequence[str] | None = None,
        args: Sequence[str] | None = None,
        port: int | None = None,
        health_path: str | None = None,
        access: str | None = None,
        cpu: float | None = None,
        memory_gb: float | None = None,
        disk_gb: float | None = None,
        duration_hours: float | None = None,
        max_lifetime_hours: float | None = None,
        max_delay_hours: float | None = None,
        max_price_usd: float | None = None,
        wait_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> Deployment:
        """Returns once it runs, or after `wait_seconds` (30) with its status then.

        :param region: a hub, a country or a group (`eu`, `eea`, `nordics`, `us`, `global`);
            several are tried in their order
        :param carbon_aware: choose the hub with the lowest emissions instead of the cheapest
        :param args: arguments for the entry point of the image, or for `command` in its place
        :param health_path: it is up once a GET of it at `port` returns 2xx or 3xx
        :param access: who may reach the endpoint: `public` unless given, `key` or `company`
        :param cpu: CPU cores in all; as the hub gives them unless set, like memory and disk
        :param memory_gb: memory in all
        :param disk_gb: ephemeral disk in all
        :param duration_hours: for a job: after how long it is expected to end by itself
        :param max_lifetime_hours: how long it may run, from when it first ran, until it is stopped
        :param max_delay_hours: how much later it may start if the grid is cleaner then
        :param max_price_usd: the highest price of a GPU-hour
        """
        body = _given(locals(), besides=("idempotency_key",))
        wait = DEFAULT_WAIT_SECONDS if wait_seconds is None else wait_seconds
        call = Call("POST", "/v1/compute/deploy", {}, body, idempotency_key, wait)
        return decode(Deployment, await self._transport.request(call))

    async def deploy_and_wait(
        self,
        *,
        gpu_type: str,
        image: str,
        count: int | None = None,
        region: str | Sequence[str] | None = None,
        sovereignty: SovereigntyLevel | None = None,
        carbon_aware: bool | None = None,
        name: str | None = None,
        labels: Mapping[str, str] | None = None,
        env: Mapping[str, str] | None = None,
        command: Sequence[str] | None = None,
        args: Sequence[str] | None = None,
        port: int | None = None,
        health_path: str | None = None,
        access: str | None = None,
        cpu: float | None = None,
        memory_gb: float | None = None,
        disk_gb: float | None = None,
        duration_hours: float | None = None,
        max_lifetime_hours: float | None = None,
        max_delay_hours: float | None = None,
        max_price_usd: float | None = None,
        wait_seconds: int | None = None,
        idempotency_key: str | None = None,
        wait_timeout: float = 600.0,
    ) -> Deployment:
        """Returns once it runs (or, a job, is completed); raises if it fails or time is over."""
        asked = _given(locals(), besides=("wait_timeout",))
        started_at = self._transport.runtime.elapsed()
        deployment = await self.deploy(**asked)
        return await self.deployments._wait(deployment, started_at, wait_timeout)  # pyright: ignore[reportPrivateUsage]

    async def plan(
        self,
        *,
        gpu_type: str,
        image: str,
        count: int | None = None,
        region: str | Sequence[str] | None = None,
        sovereignty: SovereigntyLevel | None = None,
        carbon_aware: bool | None = None,
        name: str | None = None,
        labels: Mapping[str, str] | None = None,
        env: Mapping[str, str] | None = None,
        command: Sequence[str] | None = None,
        args: Sequence[str] | None = None,
        port: int | None = None,
        health_path: str | None = None,
        access: str | None = None,
        cpu: float | None = None,
        memory_gb: float | None = None,
        disk_gb: float | None = None,
        duration_hours: float | None = None,
        max_lifetime_hours: float | None = None,
        max_delay_hours: float | None = None,
        max_price_usd: float | None = None,
        wait_seconds: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Plan:
        """Where it would run, and why nowhere else. Nothing is deployed. A page has 200 hubs of
        either kind unless `limit` is given."""
        body = _given(locals(), besides=("limit", "cursor"))
        call = Call("POST", "/v1/compute/plan", {"limit": limit, "cursor": cursor}, body)
        return decode(Plan, await self._transport.request(call))


def _given(arguments: Mapping[str, Any], besides: Sequence[str] = ()) -> dict[str, Any]:
    left_out = {"self", *besides}
    return {
        name: value
        for name, value in arguments.items()
        if name not in left_out and value is not None
    }


def _joined(values: Sequence[str] | None) -> str | None:
    return None if values is None else ",".join(values)


class _Resource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def _read(
        self, kind: type[_T], path: str, query: Mapping[str, QueryValue] | None = None
    ) -> _T:
        return decode(kind, await self._transport.request(Call("GET", path, query or {})))

    def _reader(
        self, kind: type[PageT], path: str, query: Mapping[str, QueryValue]
    ) -> Callable[[str | None], Awaitable[PageT]]:
        async def read(cursor: str | None) -> PageT:
            return await self._read(kind, path, {**query, "cursor": cursor})

        return read


class AsyncDeployments(_Resource):
    def list(
        self,
        *,
        status: Sequence[DeploymentStatus] | None = None,
        hub: str | None = None,
        label: Sequence[str] | None = None,
        text: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncList[DeploymentSummary, DeploymentPage]:
        """The newest first.

        :param label: those with all of these labels: `name=value`, or `name` for any value
        :param text: those with this in their id, name or image
        """
        query: dict[str, QueryValue] = {
            "status": _joined(status),
            "hub": hub,
            "label": _joined(label),
            "text": text,
            "limit": limit,
        }
        read = self._reader(DeploymentPage, DEPLOYMENTS, query)
        return AsyncList(read, lambda page: page.deployments, cursor)

    async def get(self, deployment_id: str) -> Deployment:
        return await self._read(Deployment, deployment_path(deployment_id))

    async def stop(
        self,
        deployment_id: str,
        *,
        wait_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> Deployment:
        """Returns once it has stopped, or after `wait_seconds` (30) with its status then."""
        path = f"{deployment_path(deployment_id)}/stop"
        wait = DEFAULT_WAIT_SECONDS if wait_seconds is None else wait_seconds
        call = Call("POST", path, {"wait_seconds": wait_seconds}, None, idempotency_key, wait)
        return decode(Deployment, await self._transport.request(call))

    async def delete(
        self,
        deployment_id: str,
        *,
        wait_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> Deployment | None:
        """Stops and then hides it.

        Returns None once that is done, or the deployment if it still ends: repeat it later.
        """
        path = deployment_path(deployment_id)
        wait = DEFAULT_WAIT_SECONDS if wait_seconds is None else wait_seconds
        call = Call("DELETE", path, {"wait_seconds": wait_seconds}, None, idempotency_key, wait)
        response = await self._transport.request(call)
        return None if response is None else decode(Deployment, response)

    async def wait_until_running(
        self, deployment_id: str, *, wait_timeout: float = 600.0
    ) -> Deployment:
        """Returns once it runs (or, a job, is completed); raises if it fails or time is over."""
        started_at = self._transport.runtime.elapsed()
        return await self._wait(await self.get(deployment_id), started_at, wait_timeout)

    async def _wait(
        self, deployment: Deployment, started_at: float, wait_timeout: float
    ) -> Deployment:
        runtime = self._transport.runtime
        while True:
            status, completed = deployment.status, deployment.reason == "completed"
            if status == "running" or (status == "stopped" and completed):
                return deployment
            if status in ("failed", "stopped"):
                raise DeploymentFailedError(deployment)
            waited = runtime.elapsed() - started_at
            if waited >= wait_timeout:
                raise WaitTimeoutError(deployment, waited)
            await runtime.sleep(min(POLL_SECONDS, wait_timeout - waited))
            deployment = await self.get(deployment.deployment_id)

    def logs(
        self,
        deployment_id: str,
        *,
        follow: bool | None = None,
        since: datetime | str | None = None,
        tail: int | None = None,
        after: str | None = None,
    ) -> AsyncGenerator[LogLine, None]:
        """Lines as they are written; a stream that breaks goes on after the last one.

        :param follow: continue until the deployment ends
        :param since: only lines written after this time
        :param tail: how many of the last lines to start with; 1,000 unless given
        :param after: the `position` of the last line read
        """
        time = since.isoformat() if isinstance(since, datetime) else since
        query: dict[str, QueryValue] = {"follow": follow, "since": time, "tail": tail}
        path = deployment_path(deployment_id)
        return log_lines(self._transport, path, {**query, "after": after})

    async def set_access(self, deployment_id: str, access: str) -> Endpoint:
        """Who may reach its endpoint from now on: `public`, `key` or `company`.

        Requests that came in under another rule end, unless it becomes public.
        """
        path = f"/v1/endpoints/{segment('The deployment id', deployment_id)}/access"
        call = Call("PUT", path, {}, {"access": access})
        return decode(Endpoint, await self._transport.request(call))

    def events(
        self, deployment_id: str, *, limit: int | None = None, cursor: str | None = None
    ) -> AsyncList[DeploymentEvent, DeploymentEventPage]:
        """What happened to it, the newest first."""
        path = f"{deployment_path(deployment_id)}/events"
        read = self._reader(DeploymentEventPage, path, {"limit": limit})
        return AsyncList(read, lambda page: page.events, cursor)

    async def metrics(
        self,
        deployment_id: str,
        *,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        step_seconds: int | None = None,
    ) -> DeploymentMetrics:
        """What it uses, and has used; with a window, how it used it over that time, too.

        :param from_: the beginning of the window; sixty steps before its end unless given
        :param to: the end of the window; now unless given
        :param step_seconds: the length of a step, in whole minutes
        """
        begin, end = [
            time.isoformat() if isinstance(time, datetime) else time for time in (from_, to)
        ]
        query: dict[str, QueryValue] = {"from": begin, "to": end, "step_seconds": step_seconds}
        path = f"{deployment_path(deployment_id)}/metrics"
        return await self._read(DeploymentMetrics, path, query)


class AsyncHubs(_Resource):
    def list(
        self,
        *,
        region: str | None = None,
        gpu_type: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncList[Hub, HubPage]:
        query = {"region": region, "gpu_type": gpu_type, "limit": limit}
        return AsyncList(self._reader(HubPage, "/v1/hubs", query), lambda page: page.hubs, cursor)

    async def get(self, hub: str) -> Hub:
        return await self._read(Hub, f"/v1/hubs/{segment('The hub', hub)}")


class AsyncRegions(_Resource):
    def list(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> AsyncList[Region, RegionPage]:
        read = self._reader(RegionPage, "/v1/regions", {"limit": limit})
        return AsyncList(read, lambda page: page.regions, cursor)


class AsyncPricing(_Resource):
    def list(
        self,
        *,
        region: str | None = None,
        gpu_type: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncList[Price, PricePage]:
        query = {"region": region, "gpu_type": gpu_type, "limit": limit}
        return AsyncList(
            self._reader(PricePage, "/v1/pricing", query), lambda page: page.prices, cursor
        )


class AsyncCarbon(_Resource):
    async def get(self, country: str) -> CarbonIntensity:
        """The carbon intensity of a country's grid now, by its ISO 3166-1 alpha-2 code."""
        return await self._read(CarbonIntensity, f"/v1/carbon/{segment('The country', country)}")

    async def forecast(self, country: str, *, hours: int | None = None) -> CarbonForecast:
        path = f"/v1/carbon/{segment('The country', country)}/forecast"
        return await self._read(CarbonForecast, path, {"hours": hours})


class AsyncUsageOfMonths(_Resource):
    async def get(
        self, *, month: str | None = None, limit: int | None = None, cursor: str | None = None
    ) -> MonthUsage:
        """A month (`2026-11`, the current one unless given) with the first page of its
        deployments."""
        query = {"month": month, "limit": limit, "cursor": cursor}
        return await self._read(MonthUsage, "/v1/usage", query)

    def deployments(
        self, *, month: str | None = None, limit: int | None = None, cursor: str | None = None
    ) -> AsyncList[DeploymentUsage, MonthUsage]:
        """Every deployment that used something in the month."""
        read = self._reader(MonthUsage, "/v1/usage", {"month": month, "limit": limit})
        return AsyncList(read, lambda page: page.deployments, cursor)

    def days(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        label: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncList[DailyUsage, DailyUsagePage]:
        """The days on which something was used, the newest first.

        :param from_: the first day (`2026-11-01`, the first of the current month unless given)
        :param label: the name of a label to divide each day by
        """
        query = {"from": from_, "to": to, "label": label, "limit": limit}
        read = self._reader(DailyUsagePage, "/v1/usage/days", query)
        return AsyncList(read, lambda page: page.days, cursor)


class AsyncMetrics(_Resource):
    async def get(self) -> CompanyMetrics:
        """What the company runs and has used now."""
        return await self._read(CompanyMetrics, "/v1/metrics")


class AsyncEvents(_Resource):
    def list(
        self,
        *,
        deployment_id: Sequence[str] | None = None,
        type: Sequence[str] | None = None,
        label: Sequence[str] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncList[CompanyEvent, CompanyEventPage]:
        """What happened to all deployments, the oldest first.

        :param deployment_id: those of these deployments
        :param type: those of one of these types
        :param label: those of deployments with all of these labels: `name=value`, or `name` for
            any value
        :param cursor: the `cursor` of the last event read, to continue after it
        """
        query = {**_event_filter(deployment_id, type, label), "limit": limit}
        read = self._reader(CompanyEventPage, EVENTS, query)
        return AsyncList(read, lambda page: page.events, cursor)

    def follow(
        self,
        *,
        deployment_id: Sequence[str] | None = None,
        type: Sequence[str] | None = None,
        label: Sequence[str] | None = None,
        cursor: str | None = None,
    ) -> AsyncGenerator[CompanyEvent, None]:
        """What happens from now on, or after `cursor`, without an end.

        A stream that breaks is resumed after the last event. The arguments are those of `list`.
        """
        query = {**_event_filter(deployment_id, type, label), "cursor": cursor}
        return feed_events(self._transport, query)


class AsyncDomains(_Resource):
    """Names of your own that lead to deployments."""

    def list(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> AsyncList[Domain, DomainPage]:
        read = self._reader(DomainPage, "/v1/domains", {"limit": limit})
        return AsyncList(read, lambda page: page.domains, cursor)

    async def set(self, domain: str, *, deployment_id: str) -> Domain:
        """Claims it, or lets one that you have lead to another deployment.

        The TXT record that it returns proves that it is yours.
        """
        call = Call("PUT", domain_path(domain), {}, {"deployment_id": deployment_id})
        return decode(Domain, await self._transport.request(call))

    async def check(self, domain: str) -> Domain:
        """Looks for the TXT record now."""
        call = Call("POST", f"{domain_path(domain)}/check")
        return decode(Domain, await self._transport.request(call))

    async def remove(self, domain: str) -> None:
        await self._transport.request(Call("DELETE", domain_path(domain)))


class AsyncRegistries(_Resource):
    """Logins for the registries of private images, by the host of the registry."""

    def list(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> AsyncList[RegistryLogin, RegistryLoginPage]:
        read = self._reader(RegistryLoginPage, "/v1/registries", {"limit": limit})
        return AsyncList(read, lambda page: page.registries, cursor)

    async def set(self, registry: str, *, username: str, password: str) -> RegistryLogin:
        """In place of the login that the registry had.

        :param password: kept encrypted, and never shown again; a token that only reads is best
        """
        body = {"username": username, "password": password}
        call = Call("PUT", registry_path(registry), {}, body)
        return decode(RegistryLogin, await self._transport.request(call))

    async def remove(self, registry: str) -> None:
        await self._transport.request(Call("DELETE", registry_path(registry)))


def _event_filter(
    deployment_id: Sequence[str] | None, type: Sequence[str] | None, label: Sequence[str] | None
) -> dict[str, QueryValue]:
    return {
        "deployment_id": _joined(deployment_id),
        "type": _joined(type),
        "label": _joined(label),
    }

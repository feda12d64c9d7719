"""What the compute API returns, by hand: names and types as in `openapi/compute.json`.

A test compares every field with that document. Times are aware datetimes in UTC. A `Literal` that
is joined with `str` may gain values.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

CarbonBasis: TypeAlias = Literal["average", "marginal"]
"""`average`: over all generation at the time. `marginal`: of the generation that additional demand
causes."""
CarbonGrade: TypeAlias = Literal["A", "B", "C", "D", "E", "F"]
"""The grade of intensity × PUE: A up to 50, B 150, C 250, D 400, E 600, F above, in gCO2eq/kWh."""
CarbonScope: TypeAlias = Literal["lifecycle", "direct"]
"""`lifecycle`: including the construction and the fuel of power stations. `direct`: emissions of
generation alone."""
CarbonSource: TypeAlias = (
    Literal[
        "electricity-maps",
        "uk-carbon-intensity",
        "watttime",
        "electricity-maps-annual",
        "our-world-in-data-annual",
    ]
    | str
)
"""The source of the numbers. New values may be added."""
DeploymentReason: TypeAlias = (
    Literal[
        "pulling",
        "starting",
        "no_capacity",
        "no_feasible_hub",
        "engine_unreachable",
        "start_timeout",
        "pull_timeout",
        "hub_lost",
        "instance_gone",
        "image_pull_failed",
        "image_not_found",
        "image_denied",
        "image_malformed",
        "container_start_failed",
        "attempts_exhausted",
        "crash_loop",
        "out_of_memory",
        "exit_code",
        "probe_failing",
        "user",
        "deleted",
        "max_lifetime",
        "quota_exhausted",
        "completed",
    ]
    | str
)
"""The reason for the status; None if there is nothing to say. New values may be added."""
DeploymentStatus: TypeAlias = Literal[
    "scheduled",
    "provisioning",
    "running",
    "degraded",
    "failing_over",
    "stopping",
    "stopped",
    "failed",
]
"""The state of a deployment in its life cycle."""
DomainCertificateStatus: TypeAlias = Literal["ordering", "issued", "failing"] | str
"""While it is `failing`, the certificate before is in force until it expires. New values may be
added."""
DomainReason: TypeAlias = (
    Literal["record_missing", "record_differs", "held_by_another", "dns_unavailable"] | str
)
"""`dns_unavailable`: no name server could be asked; this does not count against the domain. New
values may be added."""
DomainStatus: TypeAlias = Literal["pending", "active", "failing", "disabled"] | str
"""`pending` until the record is found, then `active`; `failing` once it is not found any more, and
`disabled` three days later. New values may be added."""
HubState: TypeAlias = Literal["ready", "draining", "unreachable", "disabled"]
"""Only a ready hub takes new deployments."""
RefusalCause: TypeAlias = (
    Literal[
        "region",
        "sovereignty",
        "gpu_type",
        "resources",
        "too_small",
        "price",
        "closed",
        "tried",
        "unreachable",
        "full",
    ]
    | str
)
"""Why a hub cannot take a deployment. New values may be added."""
RegionKind: TypeAlias = Literal["group", "country"]
"""The kind of region."""
SovereigntyLevel: TypeAlias = Literal["none", "residency", "jurisdiction", "sovereign"]
"""How strictly data must stay in the region. Nothing relaxes it."""


@dataclass(frozen=True, kw_only=True)
class CarbonForecast:
    country: str
    """ISO 3166-1 alpha-2."""
    zone: str
    """The grid zone, by its Electricity Maps key."""
    scope: CarbonScope
    basis: CarbonBasis
    method: Literal["provider", "history", "annual-mean"] | str
    """The forecast of the provider, ours from the last weeks of the zone, or the annual mean
    for every hour. New values may be added."""
    source: CarbonSource
    issued_at: datetime
    """When the forecast was made; for ours, the last hour that it is based on. UTC, with
    milliseconds."""
    mean_gco2_kwh: float
    """The mean over all hours, in gCO2eq/kWh."""
    cleanest_hour: datetime
    """The start of the first hour with the lowest intensity. UTC, with milliseconds."""
    hours: list[ForecastHour]
    """From the current hour on."""
    credit: str
    """The credit to be shown beside the numbers."""


@dataclass(frozen=True, kw_only=True)
class CarbonIntensity:
    country: str
    """ISO 3166-1 alpha-2."""
    zone: str
    """The grid zone, by its Electricity Maps key."""
    carbon_intensity_gco2_kwh: float
    """The life-cycle intensity of the grid, in gCO2eq/kWh."""
    renewable_percentage: float | None
    """The renewable share of the grid’s electricity, in percent; None if unknown."""
    carbon_score: CarbonGrade
    """The grade of a site without overhead (PUE 1)."""
    scope: CarbonScope
    basis: CarbonBasis
    method: Literal["reading", "provider-forecast", "history-forecast", "annual-mean"] | str
    """A measurement of the hour, the forecast of the provider, our forecast from the last
    weeks, or the mean of a year. New values may be added."""
    source: CarbonSource
    as_of: datetime
    """The measured hour, the time of the forecast, or the last day of the year. UTC, with
    milliseconds."""
    estimated: bool
    """Whether it was not measured in this hour."""
    credit: str
    """The credit to be shown beside the numbers."""
    reported: list[ReportedIntensity]
    """What each source reports. Numbers of different scope or basis are not comparable."""


@dataclass(frozen=True, kw_only=True)
class CleanestHub:
    hub: str
    carbon_intensity_gco2_kwh: float
    """The life-cycle intensity of the grid, in gCO2eq/kWh."""
    carbon_score: CarbonGrade


@dataclass(frozen=True, kw_only=True)
class CompanyMetrics:
    as_of: datetime
    """The time of these numbers. UTC, with milliseconds."""
    by_status: CountsByStatus
    by_hub: list[HubCount]
    """The running deployments, by hub."""
    month: str
    """The calendar month, UTC."""
    limit_gpu_hours: float
    """The GPU-hours of the company in a month."""
    used_gpu_hours: float
    """The GPU-hours used."""
    left_gpu_hours: float
    """The GPU-hours left."""
    usage: Usage
    simulated: Usage
    """The usage at simulated hubs, which does not count against the hours."""


@dataclass(frozen=True, kw_only=True)
class CountsByStatus:
    scheduled: DeploymentCount
    provisioning: DeploymentCount
    running: DeploymentCount
    degraded: DeploymentCount
    failing_over: DeploymentCount
    stopping: DeploymentCount
    stopped: DeploymentCount
    failed: DeploymentCount


@dataclass(frozen=True, kw_only=True)
class DeploymentCount:
    deployments: int
    """How many."""
    gpus: int
    """Their GPUs."""


@dataclass(frozen=True, kw_only=True)
class DeploymentEvent:
    event_id: str
    """The id of the event."""
    type: str
    """What happened. New values may be added."""
    status: str | None
    """The status since then."""
    reason: str | None
    """The reason for the status."""
    message: str | None
    """What happened, for a person."""
    hub: str | None
    """The hub where it happened."""
    attempt: int | None
    """The attempt that it belongs to."""
    actor: Literal["user", "system"] | str
    """Whether the company caused it, or the service. New values may be added."""
    caused_by: str | None
    """Who of the company: `key:` or `user:` and the id; None if that was not recorded."""
    at: datetime
    """When it happened. UTC, with milliseconds."""


@dataclass(frozen=True, kw_only=True)
class DeploymentEventPage:
    events: list[DeploymentEvent]
    next_cursor: str | None
    """Pass it as `cursor` for the next page; None on the last page."""
    simulated: bool
    """True if this is a simulation: nothing really runs."""
    cpu_only: bool
    """True if the GPUs are an example: containers run on CPUs only."""


@dataclass(frozen=True, kw_only=True)
class CompanyEvent(DeploymentEvent):
    """An event of any deployment, or of the company as a whole."""

    cursor: str
    """Pass it as `cursor` to continue after this event."""
    deployment_id: str | None
    """The deployment; None where it concerns the company as a whole."""
    simulated: bool
    """True if this is a simulation: nothing really runs."""
    cpu_only: bool
    """True if the GPUs are an example: containers run on CPUs only."""


@dataclass(frozen=True, kw_only=True)
class CompanyEventPage:
    events: list[CompanyEvent]
    """The oldest first."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; None on the last page."""


@dataclass(frozen=True, kw_only=True)
class DeploymentMetrics:
    deployment_id: str
    status: DeploymentStatus
    as_of: datetime
    """The time of these numbers. UTC, with milliseconds."""
    started_at: datetime | None
    """When the current or last attempt started, by the clock of the engine. UTC, with
    milliseconds."""
    restarts: int | None
    """How often the engine has restarted it."""
    cpu_seconds: float | None
    """Processor time since the start; None while it does not run."""
    memory_bytes: int | None
    """The memory in use."""
    memory_limit_bytes: int | None
    """The memory limit."""
    gpu_utilisation: float | None
    """The utilisation of its GPUs, from 0 to 1; None if the engine does not report it."""
    gpu_hours: float
    """GPU-hours, by the clocks of the engines."""
    cost_usd: float
    """The cost at the price of each deployment."""
    energy_kwh: float
    """The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site."""
    gco2: float
    """The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq."""
    avoided_gco2: float
    """How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it
    would have emitted less."""
    metered_until: datetime | None
    """Until when GPU-hours, cost and emissions are metered. UTC, with milliseconds."""
    history: UsageHistory | None
    """What it used in the window asked for; None without one."""
    simulated: bool
    """True if this is a simulation: nothing really runs."""
    cpu_only: bool
    """True if the GPUs are an example: containers run on CPUs only."""


@dataclass(frozen=True, kw_only=True)
class UsagePoint:
    at: datetime
    """The beginning of the step. UTC, with milliseconds."""
    cpu_cores: float | None
    """The processors that it kept busy, on average."""
    memory_bytes: int | None
    """The most memory that it used."""
    gpu_utilisation: float | None
    """The utilisation of its GPUs, from 0 to 1, on average."""


@dataclass(frozen=True, kw_only=True)
class UsageHistory:
    from_: datetime
    """The beginning of the first step. UTC, with milliseconds."""
    to: datetime
    """The end of the last step. UTC, with milliseconds."""
    step_seconds: int
    """The length of a step."""
    points: list[UsagePoint]
    """One for each step; a figure is None where nothing was measured."""


@dataclass(frozen=True, kw_only=True)
class DeploymentNode:
    name: str
    gpus: int


@dataclass(frozen=True, kw_only=True)
class DailyUsage:
    day: str
    """The day, UTC."""
    label: str | None
    """The value of the label that was asked for; None without one, and for deployments that lack
    it."""
    usage: Usage
    simulated: Usage
    """The usage at simulated hubs, which does not count against the hours."""


@dataclass(frozen=True, kw_only=True)
class DailyUsagePage:
    days: list[DailyUsage]
    next_cursor: str | None
    """Pass it as `cursor` for the next page; None on the last page."""


@dataclass(frozen=True, kw_only=True)
class DeploymentPage:
    deployments: list[DeploymentSummary]
    next_cursor: str | None
    """Pass it as `cursor` for the next page; None on the last page."""


@dataclass(frozen=True, kw_only=True)
class DeploymentSummary:
    deployment_id: str
    """The id of the deployment."""
    status: DeploymentStatus
    hub: str | None
    """The hub that runs it, or ran it last; None before placement."""
    gpu_nodes: int
    """How many nodes hold its GPUs."""
    carbon_score: CarbonGrade | None
    """The grade at its start; None before it starts."""
    endpoint: str
    """The address once it runs, without a scheme. It never changes."""
    reason: DeploymentReason | None
    message: str | None
    """What happened and what to do, for a person."""
    status_since: datetime
    """Since when it has this status. UTC, with milliseconds."""
    name: str | None
    """A name for people."""
    labels: dict[str, str]
    """Its labels."""
    gpu_type: str
    count: int
    """How many GPUs."""
    region: str
    """Where it may run: regions in the order of preference, comma-separated."""
    country: str | None
    """The country of the hub."""
    sovereignty: SovereigntyLevel
    carbon_aware: bool
    """Whether the cleanest hub is chosen instead of the cheapest."""
    image: str
    """The reference of the container image."""
    image_digest: str | None
    """The image when it first ran, which every later attempt runs; None where not known."""
    command: list[str] | None
    """The command in place of the image’s own; None for the image’s own."""
    args: list[str] | None
    """The arguments of its command, or of the entry point of the image."""
    env: list[str]
    """The names of its environment variables. Values are never shown."""
    port: int | None
    """The port that the container listens on."""
    health_path: str | None
    """The path whose response says whether it is up."""
    access: Literal["public", "key", "company"] | str
    """Who may reach the endpoint: `public`, `key` or `company`."""
    cpu: float | None
    """CPU cores in all; None as the hub gives them."""
    memory_gb: float | None
    """Memory in all, in GB; None as the hub gives it."""
    disk_gb: float | None
    """Ephemeral disk in all, in GB; None as the hub gives it."""
    duration_hours: float | None
    """The expected duration of a job; None for a service."""
    max_lifetime_hours: float | None
    """How long it may run; None without a limit of its own."""
    max_delay_hours: float
    """How much later it may start."""
    max_price_usd: float | None
    """The highest price of a GPU-hour."""
    price_usd_per_gpu_hour: float | None
    """The price of a GPU-hour in USD."""
    carbon_intensity_gco2_kwh: float | None
    """The life-cycle intensity of the grid, in gCO2eq/kWh."""
    nodes: list[DeploymentNode]
    """The nodes that hold its GPUs."""
    attempt: int
    """The number of the attempt: 1, and one more for each further hub."""
    created_at: datetime
    """When it was requested. UTC, with milliseconds."""
    created_by: str | None
    """Who requested it: `key:` or `user:` and the id; None if that was not recorded."""
    start_at: datetime | None
    """While it is scheduled: when its start is considered next. UTC, with milliseconds."""
    latest_start_at: datetime | None
    """While it is scheduled: when it starts at the latest. UTC, with milliseconds."""
    running_at: datetime | None
    """When it first ran. UTC, with milliseconds."""
    ended_at: datetime | None
    """When it ended. UTC, with milliseconds."""
    usage: Usage
    """What it has used in all, as counted up to half a minute ago."""
    simulated: bool
    """True if this is a simulation: nothing really runs."""
    cpu_only: bool
    """True if the GPUs are an example: containers run on CPUs only."""


@dataclass(frozen=True, kw_only=True)
class Deployment(DeploymentSummary):
    placement: Placement | None


@dataclass(frozen=True, kw_only=True)
class DeploymentUsage:
    deployment_id: str
    name: str | None
    status: DeploymentStatus
    gpu_type: str
    gpus_running: int
    """How many of its GPUs run now."""
    gpu_hours: float
    """GPU-hours, by the clocks of the engines."""
    cost_usd: float
    """The cost at the price of each deployment."""
    energy_kwh: float
    """The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site."""
    gco2: float
    """The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq."""
    avoided_gco2: float
    """How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it
    would have emitted less."""
    metered_until: datetime | None
    """Until when it is metered. UTC, with milliseconds."""
    simulated: bool
    """True if it is simulated, and so does not count against the hours."""
    cpu_only: bool
    """True if the GPUs are an example: containers run on CPUs only."""


@dataclass(frozen=True, kw_only=True)
class Domain:
    domain: str
    deployment_id: str
    """The deployment that it leads to."""
    endpoint: str
    """What a CNAME record of the domain names, without the port."""
    record_name: str
    """Where the TXT record has to be."""
    record_text: str
    """What the TXT record has to hold."""
    status: DomainStatus
    reason: DomainReason | None
    """Why the last check did not prove control; None if it did, or there was none yet."""
    message: str | None
    """The same in words."""
    checked_at: datetime | None
    """When it was checked last. UTC, with milliseconds."""
    certificate_status: DomainCertificateStatus | None
    """None if the service orders no certificate for it."""
    certificate_message: str | None
    """Why the certificate could not be ordered, in words."""
    certificate_expires_at: datetime | None
    """When the certificate in force expires. UTC, with milliseconds."""
    created_at: datetime
    """When it was claimed. UTC, with milliseconds."""


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    deployment_id: str
    endpoint: str
    """The address, without a scheme."""
    access: Literal["public", "key", "company"] | str
    """Who may reach it: `public`, `key` or `company`."""


@dataclass(frozen=True, kw_only=True)
class ForecastHour:
    from_: datetime
    """The start of the hour. UTC, with milliseconds."""
    carbon_intensity_gco2_kwh: float
    """The life-cycle intensity of the grid, in gCO2eq/kWh."""


@dataclass(frozen=True, kw_only=True)
class Hub:
    hub: str
    """The id, which is a region too."""
    name: str
    """The name, for people."""
    country: str
    """ISO 3166-1 alpha-2."""
    grid_zone: str
    """The grid zone, by its Electricity Maps key."""
    location: HubLocation | None
    """Where it is on a map; null where that is not known."""
    state: HubState
    seen_at: datetime | None
    """When the hub last responded. UTC, with milliseconds."""
    engine: Literal["docker", "kubernetes", "simulated"] | str
    """What runs its containers. New values may be added."""
    simulated: bool
    """True if this is a simulation: nothing really runs."""
    cpu_only: bool
    """True if the GPUs are an example: containers run on CPUs only."""
    operator: HubOperator
    dedicated_nodes: bool
    """Whether a deployment gets nodes of its own."""
    nodes: int
    """How many nodes the hub has."""
    pue: float
    """The power usage effectiveness of the site; 1 is no overhead."""
    gpus: list[HubGpus]
    carbon_intensity_gco2_kwh: float
    """The life-cycle intensity of the grid, in gCO2eq/kWh."""
    renewable_percentage: float | None
    """The renewable share of the grid’s electricity, in percent; None if unknown."""
    carbon_score: CarbonGrade
    carbon_source: str
    """The source of the carbon intensity."""
    carbon_as_of: datetime
    """The time that the carbon intensity is for. UTC, with milliseconds."""
    carbon_estimated: bool
    """Whether it is an estimate, or the average of a longer time."""


@dataclass(frozen=True, kw_only=True)
class HubCount:
    hub: str
    deployments: int
    """How many."""
    gpus: int
    """Their GPUs."""
    simulated: bool
    """True if this is a simulation: nothing really runs."""
    cpu_only: bool
    """True if the GPUs are an example: containers run on CPUs only."""


@dataclass(frozen=True, kw_only=True)
class HubGpus:
    gpu_type: str
    total: int
    free: int
    """How many are free now."""
    price_usd_per_gpu_hour: float
    """The price of a GPU-hour in USD."""


@dataclass(frozen=True, kw_only=True)
class HubLocation:
    latitude: float
    """Degrees north of the equator."""
    longitude: float
    """Degrees east of Greenwich."""
    precision: Literal["hub", "zone"] | str
    """Whether it is that of the hub itself, or of its grid zone: near enough for a map of the
    world. New values may be added."""


@dataclass(frozen=True, kw_only=True)
class HubOperator:
    entity: str
    """The legal entity that operates the hub."""
    jurisdiction: str
    """Its country, ISO 3166-1 alpha-2."""
    parent_jurisdiction: str
    """The country of its ultimate parent, ISO 3166-1 alpha-2."""
    nationally_owned: bool
    """Whether it is owned in the country of the hub."""


@dataclass(frozen=True, kw_only=True)
class DomainPage:
    domains: list[Domain]
    next_cursor: str | None
    """Pass it as `cursor` for the next page; None on the last page."""


@dataclass(frozen=True, kw_only=True)
class HubPage:
    hubs: list[Hub]
    next_cursor: str | None
    """Pass it as `cursor` for the next page; None on the last page."""


@dataclass(frozen=True, kw_only=True)
class MonthUsage:
    month: str
    """The calendar month, UTC."""
    starts_at: datetime
    """When the month starts. UTC, with milliseconds."""
    resets_at: datetime
    """When the hours of the next month begin. UTC, with milliseconds."""
    limit_gpu_hours: float
    """The GPU-hours of the company in a month."""
    used_gpu_hours: float
    """The GPU-hours used."""
    reserved_gpu_hours: float
    """One minute for each admitted GPU that has not run that long yet."""
    left_gpu_hours: float
    """The GPU-hours left."""
    gpus_running: int
    """How many GPUs run now and count against the hours."""
    hours_end_at: datetime | None
    """When the hours end at the current rate; None if they last. UTC, with milliseconds."""
    warned_at: datetime | None
    """When 80 % of the hours were used. UTC, with milliseconds."""
    exhausted_at: datetime | None
    """When all hours were used. What still runs a minute later is stopped. UTC, with
    milliseconds."""
    usage: Usage
    simulated: Usage
    """The usage at simulated hubs, which does not count against the hours."""
    deployments: list[DeploymentUsage]
    next_cursor: str | None
    """Pass it as `cursor` for the next page; None on the last page."""


@dataclass(frozen=True, kw_only=True)
class Placement:
    """Why it runs where it does."""

    hubs: int
    """How many hubs were considered."""
    fitting: int
    """How many hubs could have taken it."""
    refused: RefusalCounts
    candidates: list[PlacementCandidate]
    """The best twenty hubs, best first: the first was chosen."""
    cheapest: PlacementCandidate | None
    """The choice by price alone, which avoided emissions are compared with."""


@dataclass(frozen=True, kw_only=True)
class PlacementCandidate:
    hub: str
    """The id of the hub."""
    country: str
    """ISO 3166-1 alpha-2."""
    region: str
    """The requested region that the hub belongs to."""
    price_usd_per_gpu_hour: float
    """The price of a GPU-hour in USD."""
    carbon_intensity_gco2_kwh: float
    """The life-cycle intensity of the grid, in gCO2eq/kWh."""
    pue: float
    """The power usage effectiveness of the site."""
    carbon_score: CarbonGrade
    grams_per_gpu_hour: float
    """The expected emissions of a GPU there, in gCO2eq per hour."""
    free_share: float
    """The share of GPUs of the type that were free, from 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    outcome: Literal["start", "wait", "no-capacity", "no-feasible-hub"] | str
    """What `POST /v1/compute/deploy` would do now, given enough GPU-hours. New values may be
    added."""
    hub: str | None
    """The hub where it would start."""
    expected_start: datetime | None
    """When it would start. UTC, with milliseconds."""
    expected_gain: float | None
    """The share of emissions that waiting would save, from 0 to 1."""
    candidates: list[PlacementCandidate]
    """The hubs that could take it now, best first: those of this page."""
    candidates_total: int
    """How many hubs could take it now."""
    cheapest: PlacementCandidate | None
    """The choice by price alone."""
    refused: list[RefusedHub]
    """The other hubs, with the cause of their refusal: those of this page."""
    refused_total: int
    """How many hubs could not."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; None on the last page."""
    simulated: bool
    """True if this is a simulation: nothing really runs."""
    cpu_only: bool
    """True if the GPUs are an example: containers run on CPUs only."""


@dataclass(frozen=True, kw_only=True)
class Price:
    gpu_type: str
    aliases: list[str]
    """Other names that requests may use."""
    memory_gb: int
    tdp_watts: int
    lowest_usd_per_gpu_hour: float | None
    """The lowest price in USD; None if no hub has the type."""
    highest_usd_per_gpu_hour: float | None
    """The highest price in USD; None if no hub has the type."""
    hubs: int
    """How many hubs have GPUs of the type."""
    cheapest_hub: str | None
    """The id of the hub with the lowest price."""
    free: int
    """How many GPUs are free now, at all hubs together."""
    simulated: bool
    """True if this is a simulation: nothing really runs."""
    cpu_only: bool
    """True if the GPUs are an example: containers run on CPUs only."""


@dataclass(frozen=True, kw_only=True)
class PricePage:
    currency: Literal["USD"]
    unit: Literal["gpu-hour"]
    prices: list[Price]
    next_cursor: str | None
    """Pass it as `cursor` for the next page; None on the last page."""


@dataclass(frozen=True, kw_only=True)
class ProblemDetail:
    path: str
    """The field or parameter."""
    message: str
    """What is wrong with it, for a person."""


@dataclass(frozen=True, kw_only=True)
class RefusalCounts:
    """How many hubs could not take it, by the first cause that applies."""

    region: int
    sovereignty: int
    gpu_type: int
    resources: int
    too_small: int
    price: int
    closed: int
    tried: int
    unreachable: int
    full: int


@dataclass(frozen=True, kw_only=True)
class RefusedHub:
    hub: str
    country: str
    cause: RefusalCause


@dataclass(frozen=True, kw_only=True)
class Region:
    region: str
    """The id."""
    kind: RegionKind
    name: str
    """The name, for people."""
    countries: list[str]
    """Its countries that have hubs."""
    hubs: int
    """How many hubs are there."""
    gpu_types: list[str]
    """The types of GPU that its hubs have."""
    carbon_intensity_gco2_kwh: float | None
    """The mean over its hubs, in gCO2eq/kWh; None without hubs."""
    renewable_percentage: float | None
    """The renewable share of the grid’s electricity, in percent; None if unknown."""
    cleanest_hub: CleanestHub | None
    simulated: bool
    """True if this is a simulation: nothing really runs."""
    cpu_only: bool
    """True if the GPUs are an example: containers run on CPUs only."""


@dataclass(frozen=True, kw_only=True)
class RegionPage:
    regions: list[Region]
    next_cursor: str | None
    """Pass it as `cursor` for the next page; None on the last page."""


@dataclass(frozen=True, kw_only=True)
class RegistryLoginPage:
    registries: list[RegistryLogin]
    next_cursor: str | None
    """Pass it as `cursor` for the next page; None on the last page."""


@dataclass(frozen=True, kw_only=True)
class RegistryLogin:
    registry: str
    """The host of the registry, with its port if it has one."""
    username: str
    changed_at: datetime
    """When it was set. UTC, with milliseconds."""
    changed_by: str
    """Who set it: `key:` or `user:` and the id."""


@dataclass(frozen=True, kw_only=True)
class ReportedIntensity:
    source: CarbonSource
    scope: CarbonScope
    basis: CarbonBasis
    carbon_intensity_gco2_kwh: float
    """The intensity in that scope and on that basis, in gCO2eq/kWh."""
    renewable_percentage: float | None
    """The renewable share of the grid’s electricity, in percent; None if unknown."""
    as_of: datetime
    """The time that the intensity is for. UTC, with milliseconds."""
    estimated: bool
    credit: str
    """The credit to be shown beside the numbers."""


@dataclass(frozen=True, kw_only=True)
class Usage:
    gpu_hours: float
    """GPU-hours, by the clocks of the engines."""
    cost_usd: float
    """The cost at the price of each deployment."""
    energy_kwh: float
    """The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site."""
    gco2: float
    """The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq."""
    avoided_gco2: float
    """How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it
    would have emitted less."""


@dataclass(frozen=True, kw_only=True)
class LogLine:
    """A line that a deployment wrote."""

    at: datetime
    stream: Literal["stdout", "stderr"] | str
    text: str
    position: str
    """Pass it as `after` to continue after this line."""

/** Anyone, programs with a key of the company in `X-Service-Key`, or people of the company, signed in. */
export type EndpointAccess = 'public' | 'key' | 'company'

/**
 * What the compute API returns and takes, by hand: names as TypeScript writes them, everything else as in
 * `openapi/compute.json`. A test compares every field with that document. Times are ISO 8601 texts in UTC.
 */

export interface DeployRequest {
  /** The type of GPU, by any common name; `pricing.list()` has them. */
  gpuType: string
  /** The reference of the container image. */
  image: string
  /** How many GPUs; 1 unless given. */
  count?: number
  /** A hub, a country or a group (`eu`, `eea`, `nordics`, `us`, `global`); several are tried in their order. */
  region?: string | string[]
  /** Where the data may be; `none` unless given. */
  sovereignty?: SovereigntyLevel
  /** Choose the hub with the lowest emissions instead of the cheapest. */
  carbonAware?: boolean
  /** A name for people. */
  name?: string
  /** Labels to filter by. */
  labels?: Record<string, string>
  /** Environment variables. Their values are stored encrypted and never shown again. */
  env?: Record<string, string>
  /** The command in place of the image’s own. */
  command?: string[]
  /** Arguments for the entry point of the image, or for `command` in its place. */
  args?: string[]
  /** The port that the container listens on; the first exposed port of the image when absent. */
  port?: number
  /** It is up once a GET of it at `port` returns 2xx or 3xx; without it, accepting connections is enough. */
  healthPath?: string
  /** Who may reach the endpoint: `public` (the default), `key` or `company`. */
  access?: EndpointAccess
  /** CPU cores in all; as the hub gives them when absent, like memory and disk. */
  cpu?: number
  /** Memory in all, in GB. */
  memoryGb?: number
  /** Ephemeral disk in all, in GB. */
  diskGb?: number
  /** For a job: after how long it is expected to end by itself. Without it, it is a service. */
  durationHours?: number
  /** How long it may run before it is stopped, counted from when it first ran. */
  maxLifetimeHours?: number
  /** How much later it may start if the grid is cleaner then. Only with `carbonAware`. */
  maxDelayHours?: number
  /** The highest price of a GPU-hour. */
  maxPriceUsd?: number
  /** How long the response waits for it to run; 30 unless given. */
  waitSeconds?: number
}

/** A page of a list; `nextCursor` is null on the last one. */
export interface PageCursor {
  nextCursor: string | null
}

export interface DailyUsagePage extends PageCursor {
  days: DailyUsage[]
}

export interface DeploymentPage extends PageCursor {
  deployments: DeploymentSummary[]
}

export interface DeploymentEventPage extends PageCursor {
  events: DeploymentEvent[]
  /** True if this is a simulation: nothing really runs. */
  simulated: boolean
  /** True if the GPUs are an example: containers run on CPUs only. */
  cpuOnly: boolean
}

export interface HubPage extends PageCursor {
  hubs: Hub[]
}

export interface RegionPage extends PageCursor {
  regions: Region[]
}

export interface PricePage extends PageCursor {
  currency: 'USD'
  unit: 'gpu-hour'
  prices: Price[]
}

/** A line that a deployment wrote. */
export interface LogLine {
  at: string
  stream: 'stdout' | 'stderr' | (string & {})
  text: string
  /** Pass it as `after` to continue after this line. */
  position: string
}

/** A field of a request that the service refused, and why. */
export interface ProblemDetail {
  path: string
  message: string
}

/** `average`: over all generation at the time. `marginal`: of the generation that additional demand causes. */
export type CarbonBasis = 'average' | 'marginal'

export interface CarbonForecast {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** The grid zone, by its Electricity Maps key. */
  zone: string
  scope: CarbonScope
  basis: CarbonBasis
  /** The forecast of the provider, ours from the last weeks of the zone, or the annual mean for every hour. New values may be added. */
  method: 'provider' | 'history' | 'annual-mean' | (string & {})
  source: CarbonSource
  /** When the forecast was made; for ours, the last hour that it is based on. UTC, with milliseconds. */
  issuedAt: string
  /** The mean over all hours, in gCO2eq/kWh. */
  meanGco2Kwh: number
  /** The start of the first hour with the lowest intensity. UTC, with milliseconds. */
  cleanestHour: string
  /** From the current hour on. */
  hours: ForecastHour[]
  /** The credit to be shown beside the numbers. */
  credit: string
}

/** The grade of intensity × PUE: A up to 50, B 150, C 250, D 400, E 600, F above, in gCO2eq/kWh. */
export type CarbonGrade = 'A' | 'B' | 'C' | 'D' | 'E' | 'F'

export interface CarbonIntensity {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** The grid zone, by its Electricity Maps key. */
  zone: string
  /** The life-cycle intensity of the grid, in gCO2eq/kWh. */
  carbonIntensityGco2Kwh: number
  /** The renewable share of the grid’s electricity, in percent; null if unknown. */
  renewablePercentage: number | null
  /** The grade of a site without overhead (PUE 1). */
  carbonScore: CarbonGrade
  scope: CarbonScope
  basis: CarbonBasis
  /** A measurement of the hour, the forecast of the provider, our forecast from the last weeks, or the mean of a year. New values may be added. */
  method: 'reading' | 'provider-forecast' | 'history-forecast' | 'annual-mean' | (string & {})
  source: CarbonSource
  /** The measured hour, the time of the forecast, or the last day of the year. UTC, with milliseconds. */
  asOf: string
  /** Whether it was not measured in this hour. */
  estimated: boolean
  /** The credit to be shown beside the numbers. */
  credit: string
  /** What each source reports. Numbers of different scope or basis are not comparable. */
  reported: ReportedIntensity[]
}

/** `lifecycle`: including the construction and the fuel of power stations. `direct`: emissions of generation alone. */
export type CarbonScope = 'lifecycle' | 'direct'

/** The source of the numbers. New values may be added. */
export type CarbonSource =
  | 'electricity-maps'
  | 'uk-carbon-intensity'
  | 'watttime'
  | 'electricity-maps-annual'
  | 'our-world-in-data-annual'
  | (string & {})

export interface CleanestHub {
  hub: string
  /** The life-cycle intensity of the grid, in gCO2eq/kWh. */
  carbonIntensityGco2Kwh: number
  carbonScore: CarbonGrade
}

export interface CompanyMetrics {
  /** The time of these numbers. UTC, with milliseconds. */
  asOf: string
  byStatus: CountsByStatus
  /** The running deployments, by hub. */
  byHub: HubCount[]
  /** The calendar month, UTC. */
  month: string
  /** The GPU-hours of the company in a month. */
  limitGpuHours: number
  /** The GPU-hours used. */
  usedGpuHours: number
  /** The GPU-hours left. */
  leftGpuHours: number
  usage: Usage
  /** The usage at simulated hubs, which does not count against the hours. */
  simulated: Usage
}

export interface CountsByStatus {
  scheduled: DeploymentCount
  provisioning: DeploymentCount
  running: DeploymentCount
  degraded: DeploymentCount
  failing_over: DeploymentCount
  stopping: DeploymentCount
  stopped: DeploymentCount
  failed: DeploymentCount
}

/** What was used on a day. */
export interface DailyUsage {
  /** The day, UTC. */
  day: string
  /** The value of the label that was asked for; null without one, and for deployments that lack it. */
  label: string | null
  usage: Usage
  /** The usage at simulated hubs, which does not count against the hours. */
  simulated: Usage
}

export interface Deployment extends DeploymentSummary {
  placement: Placement | null
}

export interface DeploymentCount {
  /** How many. */
  deployments: number
  /** Their GPUs. */
  gpus: number
}

export interface DeploymentEvent {
  /** The id of the event. */
  eventId: string
  /** What happened. New values may be added. */
  type: string
  /** The status since then. */
  status: string | null
  /** The reason for the status. */
  reason: string | null
  /** What happened, for a person. */
  message: string | null
  /** The hub where it happened. */
  hub: string | null
  /** The attempt that it belongs to. */
  attempt: number | null
  /** Whether the company caused it, or the service. New values may be added. */
  actor: 'user' | 'system' | (string & {})
  /** Who of the company: `key:` or `user:` and the id; null if that was not recorded. */
  causedBy: string | null
  /** When it happened. UTC, with milliseconds. */
  at: string
}

/** An event of any deployment, or of the company as a whole. */
export interface CompanyEvent extends DeploymentEvent {
  /** Pass it as `cursor` to continue after this event. */
  cursor: string
  /** The deployment; null where it concerns the company as a whole. */
  deploymentId: string | null
  /** True if this is a simulation: nothing really runs. */
  simulated: boolean
  /** True if the GPUs are an example: containers run on processors alone. */
  cpuOnly: boolean
}

export interface CompanyEventPage extends PageCursor {
  events: CompanyEvent[]
}

export interface DeploymentMetrics {
  deploymentId: string
  status: DeploymentStatus
  /** The time of these numbers. UTC, with milliseconds. */
  asOf: string
  /** When the current or last attempt started, by the clock of the engine. UTC, with milliseconds. */
  startedAt: string | null
  /** How often the engine has restarted it. */
  restarts: number | null
  /** Processor time since the start; null while it does not run. */
  cpuSeconds: number | null
  /** The memory in use. */
  memoryBytes: number | null
  /** The memory limit. */
  memoryLimitBytes: number | null
  /** The utilisation of its GPUs, from 0 to 1; null if the engine does not report it. */
  gpuUtilisation: number | null
  /** GPU-hours, by the clocks of the engines. */
  gpuHours: number
  /** The cost at the price of each deployment. */
  costUsd: number
  /** The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site. */
  energyKwh: number
  /** The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq. */
  gco2: number
  /** How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it would have emitted less. */
  avoidedGco2: number
  /** Until when GPU-hours, cost and emissions are metered. UTC, with milliseconds. */
  meteredUntil: string | null
  /** What it used in the window asked for; null without one. */
  history: UsageHistory | null
  /** True if this is a simulation: nothing really runs. */
  simulated: boolean
  /** True if the GPUs are an example: containers run on CPUs only. */
  cpuOnly: boolean
}

export interface UsageHistory {
  /** The beginning of the first step. UTC, with milliseconds. */
  from: string
  /** The end of the last step. UTC, with milliseconds. */
  to: string
  /** The length of a step. */
  stepSeconds: number
  /** One for each step; a figure is null where nothing was measured. */
  points: UsagePoint[]
}

export interface UsagePoint {
  /** The beginning of the step. UTC, with milliseconds. */
  at: string
  /** The processors that it kept busy, on average. */
  cpuCores: number | null
  /** The most memory that it used. */
  memoryBytes: number | null
  /** The utilisation of its GPUs, from 0 to 1, on average. */
  gpuUtilisation: number | null
}

export interface DeploymentNode {
  name: string
  gpus: number
}

/** Where a domain’s certificate is; while it is `failing`, the one before is in force until it expires. New values may be added. */
export type DomainCertificateStatus = 'ordering' | 'issued' | 'failing' | (string & {})

/** Where a domain stands: its record not found yet, found, not found any more, and not found for three days. New values may be added. */
export type DomainStatus = 'pending' | 'active' | 'failing' | 'disabled' | (string & {})

/**
 * Why the last check of a domain did not prove control. `dns_unavailable`: no name server could be asked, which does not count against
 * the domain. New values may be added.
 */
export type DomainReason = 'record_missing' | 'record_differs' | 'held_by_another' | 'dns_unavailable' | (string & {})

/** The reason for the status; null if there is nothing to say. New values may be added. */
export type DeploymentReason =
  | 'pulling'
  | 'starting'
  | 'no_capacity'
  | 'no_feasible_hub'
  | 'engine_unreachable'
  | 'start_timeout'
  | 'pull_timeout'
  | 'hub_lost'
  | 'instance_gone'
  | 'image_pull_failed'
  | 'image_not_found'
  | 'image_denied'
  | 'image_malformed'
  | 'container_start_failed'
  | 'attempts_exhausted'
  | 'crash_loop'
  | 'out_of_memory'
  | 'exit_code'
  | 'probe_failing'
  | 'user'
  | 'deleted'
  | 'max_lifetime'
  | 'quota_exhausted'
  | 'completed'
  | (string & {})

/** The state of a deployment in its life cycle. */
export type DeploymentStatus =
  | 'scheduled'
  | 'provisioning'
  | 'running'
  | 'degraded'
  | 'failing_over'
  | 'stopping'
  | 'stopped'
  | 'failed'

export interface DeploymentSummary {
  /** The id of the deployment. */
  deploymentId: string
  status: DeploymentStatus
  /** The hub that runs it, or ran it last; null before placement. */
  hub: string | null
  /** How many nodes hold its GPUs. */
  gpuNodes: number
  /** The grade at its start; null before it starts. */
  carbonScore: CarbonGrade | null
  /** The address once it runs, without a scheme. It never changes. */
  endpoint: string
  reason: DeploymentReason | null
  /** What happened and what to do, for a person. */
  message: string | null
  /** Since when it has this status. UTC, with milliseconds. */
  statusSince: string
  /** A name for people. */
  name: string | null
  labels: Record<string, string>
  gpuType: string
  /** How many GPUs. */
  count: number
  /** Where it may run: regions in the order of preference, comma-separated. */
  region: string
  /** The country of the hub. */
  country: string | null
  sovereignty: SovereigntyLevel
  /** Whether the cleanest hub is chosen instead of the cheapest. */
  carbonAware: boolean
  /** The reference of the container image. */
  image: string
  /** What the image was when the deployment first ran, which every later attempt runs; null where that is not known. */
  imageDigest: string | null
  /** The command in place of the image’s own; null for the image’s own. */
  command: string[] | null
  /** The arguments of its command, or of the image’s entry point; null where none were given. */
  args: string[] | null
  /** The names of its environment variables. Values are never shown. */
  env: string[]
  /** The port that the container listens on. */
  port: number | null
  /** The path whose response says whether it is up. */
  healthPath: string | null
  /** Who may reach the endpoint. New values may be added. */
  access: EndpointAccess | (string & {})
  /** CPU cores in all; null as the hub gives them. */
  cpu: number | null
  /** Memory in all, in GB; null as the hub gives it. */
  memoryGb: number | null
  /** Ephemeral disk in all, in GB; null as the hub gives it. */
  diskGb: number | null
  /** The expected duration of a job; null for a service. */
  durationHours: number | null
  /** How long it may run; null without a limit of its own. */
  maxLifetimeHours: number | null
  /** How much later it may start. */
  maxDelayHours: number
  /** The highest price of a GPU-hour. */
  maxPriceUsd: number | null
  /** The price of a GPU-hour in USD. */
  priceUsdPerGpuHour: number | null
  /** The life-cycle intensity of the grid, in gCO2eq/kWh. */
  carbonIntensityGco2Kwh: number | null
  /** The nodes that hold its GPUs. */
  nodes: DeploymentNode[]
  /** The number of the attempt: 1, and one more for each further hub. */
  attempt: number
  /** When it was requested. UTC, with milliseconds. */
  createdAt: string
  /** Who requested it: `key:` or `user:` and the id; null if that was not recorded. */
  createdBy: string | null
  /** While it is scheduled: when its start is considered next. UTC, with milliseconds. */
  startAt: string | null
  /** While it is scheduled: when it starts at the latest. UTC, with milliseconds. */
  latestStartAt: string | null
  /** When it first ran. UTC, with milliseconds. */
  runningAt: string | null
  /** When it ended. UTC, with milliseconds. */
  endedAt: string | null
  /** What it has used in all, as counted up to half a minute ago. */
  usage: Usage
  /** True if this is a simulation: nothing really runs. */
  simulated: boolean
  /** True if the GPUs are an example: containers run on CPUs only. */
  cpuOnly: boolean
}

export interface DeploymentUsage {
  deploymentId: string
  name: string | null
  status: DeploymentStatus
  gpuType: string
  /** How many of its GPUs run now. */
  gpusRunning: number
  /** GPU-hours, by the clocks of the engines. */
  gpuHours: number
  /** The cost at the price of each deployment. */
  costUsd: number
  /** The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site. */
  energyKwh: number
  /** The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq. */
  gco2: number
  /** How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it would have emitted less. */
  avoidedGco2: number
  /** Until when it is metered. UTC, with milliseconds. */
  meteredUntil: string | null
  /** True if it is simulated, and so does not count against the hours. */
  simulated: boolean
  /** True if the GPUs are an example: containers run on CPUs only. */
  cpuOnly: boolean
}

export interface Domain {
  domain: string
  /** The deployment that it leads to. */
  deploymentId: string
  /** What a CNAME record of the domain names, without the port. */
  endpoint: string
  /** Where the TXT record has to be. */
  recordName: string
  /** What the TXT record has to hold. */
  recordText: string
  status: DomainStatus
  /** Null if it proved control, or there was none yet. */
  reason: DomainReason | null
  /** The same in words. */
  message: string | null
  /** When it was checked last. UTC, with milliseconds. */
  checkedAt: string | null
  /** Null where the service orders no certificate for it. */
  certificateStatus: DomainCertificateStatus | null
  /** Why the certificate could not be ordered, in words. */
  certificateMessage: string | null
  /** When the certificate in force expires. UTC, with milliseconds. */
  certificateExpiresAt: string | null
  /** When it was claimed. UTC, with milliseconds. */
  createdAt: string
}

export interface DomainRequest {
  /** The deployment that it leads to. */
  deploymentId: string
}

export interface DomainPage extends PageCursor {
  domains: Domain[]
}

export interface Endpoint {
  /** The id of the deployment. */
  deploymentId: string
  /** The address, without a scheme. */
  endpoint: string
  /** Who may reach it. New values may be added. */
  access: EndpointAccess | (string & {})
}

export interface EndpointAccessRequest {
  /** Who may reach it. */
  access: EndpointAccess
}

export interface ForecastHour {
  /** The start of the hour. UTC, with milliseconds. */
  from: string
  /** The life-cycle intensity of the grid, in gCO2eq/kWh. */
  carbonIntensityGco2Kwh: number
}

export interface Hub {
  /** The id, which is a region too. */
  hub: string
  /** The name, for people. */
  name: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** The grid zone, by its Electricity Maps key. */
  gridZone: string
  /** Where it is on a map; null where that is not known. */
  location: HubLocation | null
  state: HubState
  /** When the hub last responded. UTC, with milliseconds. */
  seenAt: string | null
  /** What runs its containers. New values may be added. */
  engine: 'docker' | 'kubernetes' | 'simulated' | (string & {})
  /** True if this is a simulation: nothing really runs. */
  simulated: boolean
  /** True if the GPUs are an example: containers run on CPUs only. */
  cpuOnly: boolean
  operator: HubOperator
  /** Whether a deployment gets nodes of its own. */
  dedicatedNodes: boolean
  /** How many nodes the hub has. */
  nodes: number
  /** The power usage effectiveness of the site; 1 is no overhead. */
  pue: number
  gpus: HubGpus[]
  /** The life-cycle intensity of the grid, in gCO2eq/kWh. */
  carbonIntensityGco2Kwh: number
  /** The renewable share of the grid’s electricity, in percent; null if unknown. */
  renewablePercentage: number | null
  carbonScore: CarbonGrade
  /** The source of the carbon intensity. */
  carbonSource: string
  /** The time that the carbon intensity is for. UTC, with milliseconds. */
  carbonAsOf: string
  /** Whether it is an estimate, or the average of a longer time. */
  carbonEstimated: boolean
}

export interface HubCount {
  hub: string
  /** How many. */
  deployments: number
  /** Their GPUs. */
  gpus: number
  /** True if this is a simulation: nothing really runs. */
  simulated: boolean
  /** True if the GPUs are an example: containers run on CPUs only. */
  cpuOnly: boolean
}

export interface HubGpus {
  gpuType: string
  total: number
  /** How many are free now. */
  free: number
  /** The price of a GPU-hour in USD. */
  priceUsdPerGpuHour: number
}

export interface HubLocation {
  /** Degrees north of the equator. */
  latitude: number
  /** Degrees east of Greenwich. */
  longitude: number
  /** Whether it is that of the hub itself, or of its grid zone: near enough for a map of the world. New values may be added. */
  precision: 'hub' | 'zone' | (string & {})
}

export interface HubOperator {
  /** The legal entity that operates the hub. */
  entity: string
  /** Its country, ISO 3166-1 alpha-2. */
  jurisdiction: string
  /** The country of its ultimate parent, ISO 3166-1 alpha-2. */
  parentJurisdiction: string
  /** Whether it is owned in the country of the hub. */
  nationallyOwned: boolean
}

/** Only a ready hub takes new deployments. */
export type HubState = 'ready' | 'draining' | 'unreachable' | 'disabled'

export interface MonthUsage {
  /** The calendar month, UTC. */
  month: string
  /** When the month starts. UTC, with milliseconds. */
  startsAt: string
  /** When the hours of the next month begin. UTC, with milliseconds. */
  resetsAt: string
  /** The GPU-hours of the company in a month. */
  limitGpuHours: number
  /** The GPU-hours used. */
  usedGpuHours: number
  /** One minute for each admitted GPU that has not run that long yet. */
  reservedGpuHours: number
  /** The GPU-hours left. */
  leftGpuHours: number
  /** How many GPUs run now and count against the hours. */
  gpusRunning: number
  /** When the hours end at the current rate; null if they last. UTC, with milliseconds. */
  hoursEndAt: string | null
  /** When 80 % of the hours were used. UTC, with milliseconds. */
  warnedAt: string | null
  /** When all hours were used. What still runs a minute later is stopped. UTC, with milliseconds. */
  exhaustedAt: string | null
  usage: Usage
  /** The usage at simulated hubs, which does not count against the hours. */
  simulated: Usage
  deployments: DeploymentUsage[]
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null
}

/** Why it runs where it does. */
export interface Placement {
  /** How many hubs were considered. */
  hubs: number
  /** How many hubs could have taken it. */
  fitting: number
  refused: RefusalCounts
  /** The best twenty hubs, best first: the first was chosen. */
  candidates: PlacementCandidate[]
  /** The choice by price alone, which avoided emissions are compared with. */
  cheapest: PlacementCandidate | null
}

export interface PlacementCandidate {
  /** The id of the hub. */
  hub: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** The requested region that the hub belongs to. */
  region: string
  /** The price of a GPU-hour in USD. */
  priceUsdPerGpuHour: number
  /** The life-cycle intensity of the grid, in gCO2eq/kWh. */
  carbonIntensityGco2Kwh: number
  /** The power usage effectiveness of the site. */
  pue: number
  carbonScore: CarbonGrade
  /** The expected emissions of a GPU there, in gCO2eq per hour. */
  gramsPerGpuHour: number
  /** The share of GPUs of the type that were free, from 0 to 1. */
  freeShare: number
}

export interface Plan {
  /** What `POST /v1/compute/deploy` would do now, given enough GPU-hours. New values may be added. */
  outcome: 'start' | 'wait' | 'no-capacity' | 'no-feasible-hub' | (string & {})
  /** The hub where it would start. */
  hub: string | null
  /** When it would start. UTC, with milliseconds. */
  expectedStart: string | null
  /** The share of emissions that waiting would save, from 0 to 1. */
  expectedGain: number | null
  /** The hubs that could take it now, best first: those of this page. */
  candidates: PlacementCandidate[]
  /** How many hubs could take it now. */
  candidatesTotal: number
  /** The choice by price alone. */
  cheapest: PlacementCandidate | null
  /** The other hubs, with the cause of their refusal: those of this page. */
  refused: RefusedHub[]
  /** How many hubs could not. */
  refusedTotal: number
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null
  /** True if this is a simulation: nothing really runs. */
  simulated: boolean
  /** True if the GPUs are an example: containers run on CPUs only. */
  cpuOnly: boolean
}

export interface Price {
  gpuType: string
  /** Other names that requests may use. */
  aliases: string[]
  memoryGb: number
  tdpWatts: number
  /** The lowest price in USD; null if no hub has the type. */
  lowestUsdPerGpuHour: number | null
  /** The highest price in USD; null if no hub has the type. */
  highestUsdPerGpuHour: number | null
  /** How many hubs have GPUs of the type. */
  hubs: number
  /** The id of the hub with the lowest price. */
  cheapestHub: string | null
  /** How many GPUs are free now, at all hubs together. */
  free: number
  /** True if this is a simulation: nothing really runs. */
  simulated: boolean
  /** True if the GPUs are an example: containers run on CPUs only. */
  cpuOnly: boolean
}

/** Why a hub cannot take a deployment. New values may be added. */
export type RefusalCause =
  | 'region'
  | 'sovereignty'
  | 'gpu_type'
  | 'resources'
  | 'too_small'
  | 'price'
  | 'closed'
  | 'tried'
  | 'unreachable'
  | 'full'
  | (string & {})

/** How many hubs could not take it, by the first cause that applies. */
export interface RefusalCounts {
  region: number
  sovereignty: number
  gpu_type: number
  resources: number
  too_small: number
  price: number
  closed: number
  tried: number
  unreachable: number
  full: number
}

export interface RefusedHub {
  hub: string
  country: string
  cause: RefusalCause
}

export interface Region {
  /** The id. */
  region: string
  kind: RegionKind
  /** The name, for people. */
  name: string
  /** Its countries that have hubs. */
  countries: string[]
  /** How many hubs are there. */
  hubs: number
  /** The types of GPU that its hubs have. */
  gpuTypes: string[]
  /** The mean over its hubs, in gCO2eq/kWh; null without hubs. */
  carbonIntensityGco2Kwh: number | null
  /** The renewable share of the grid’s electricity, in percent; null if unknown. */
  renewablePercentage: number | null
  cleanestHub: CleanestHub | null
  /** True if this is a simulation: nothing really runs. */
  simulated: boolean
  /** True if the GPUs are an example: containers run on CPUs only. */
  cpuOnly: boolean
}

/** The kind of region. */
export type RegionKind = 'group' | 'country'

export interface RegistryLogin {
  /** The host of the registry, with its port if it has one. */
  registry: string
  username: string
  /** When it was set. UTC, with milliseconds. */
  changedAt: string
  /** Who set it: `key:` or `user:` and the id. */
  changedBy: string
}

export interface RegistryLoginChange {
  username: string
  /** Kept encrypted, and never shown again. Most registries have tokens that only read. */
  password: string
}

export interface RegistryLoginPage extends PageCursor {
  registries: RegistryLogin[]
}

export interface ReportedIntensity {
  source: CarbonSource
  scope: CarbonScope
  basis: CarbonBasis
  /** The intensity in that scope and on that basis, in gCO2eq/kWh. */
  carbonIntensityGco2Kwh: number
  /** The renewable share of the grid’s electricity, in percent; null if unknown. */
  renewablePercentage: number | null
  /** The time that the intensity is for. UTC, with milliseconds. */
  asOf: string
  estimated: boolean
  /** The credit to be shown beside the numbers. */
  credit: string
}

/** How strictly data must stay in the region. Nothing relaxes it. */
export type SovereigntyLevel = 'none' | 'residency' | 'jurisdiction' | 'sovereign'

export interface Usage {
  /** GPU-hours, by the clocks of the engines. */
  gpuHours: number
  /** The cost at the price of each deployment. */
  costUsd: number
  /** The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site. */
  energyKwh: number
  /** The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq. */
  gco2: number
  /** How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it would have emitted less. */
  avoidedGco2: number
}

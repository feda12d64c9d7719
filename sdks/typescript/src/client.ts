/** The compute API: `new Compute()`, then `deploy`, and what is listed by kind. */
import { DeploymentFailedError, WaitTimeoutError } from './errors.ts'
import { type EventFilter, eventStream } from './event-stream.ts'
import { List, type PageQuery } from './list.ts'
import { type LogQuery, logStream } from './log-stream.ts'
import { toWire } from './names.ts'
import { realRuntime } from './runtime.ts'
import { type ClientOptions, type RequestOptions, type Runtime, Transport } from './transport.ts'
import type {
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
  DeployRequest,
  Domain,
  DomainPage,
  DomainRequest,
  Endpoint,
  EndpointAccess,
  Hub,
  HubPage,
  LogLine,
  MonthUsage,
  PageCursor,
  Plan,
  Price,
  PricePage,
  Region,
  RegionPage,
  RegistryLogin,
  RegistryLoginChange,
  RegistryLoginPage,
} from './types.ts'

/** What the service waits for unless it is asked for something else. */
const defaultWaitSeconds = 30
const pollMs = 2_000

export interface WaitOptions extends RequestOptions {
  /** How long to wait in all; 10 minutes unless given. */
  waitTimeoutMs?: number
}

export interface EndOptions extends RequestOptions {
  /** How long the response waits for its end: 0 to 600; 30 unless given. */
  waitSeconds?: number
}

export interface HubQuery extends PageQuery {
  /** A country, a group of countries, or a hub. */
  region?: string
  gpuType?: string
}

export interface DeploymentQuery extends PageQuery {
  /** Those with one of these statuses. */
  status?: DeploymentStatus[]
  /** Those that this hub runs, or ran last. */
  hub?: string
  /** Those with all of these labels: `name=value`, or `name` for any value. */
  label?: string[]
  /** Those with this in their id, name or image. */
  text?: string
}

export interface MetricsQuery {
  /** The beginning of the window; sixty steps before its end unless given. */
  from?: string
  /** The end of the window; now unless given. */
  to?: string
  /** The length of a step, in whole minutes; as suits a chart unless given. */
  stepSeconds?: number
}

export interface DailyUsageQuery extends PageQuery {
  /** `2026-11-01`, in UTC; the first of the current month unless given. */
  from?: string
  /** The last day; today unless given. */
  to?: string
  /** The name of a label to divide each day by. */
  label?: string
}

export interface UsageQuery extends PageQuery {
  /** `2026-11`, in UTC; the current month unless given. */
  month?: string
}

/** A client of the compute API. It holds no connection: there is nothing to close. */
export class Compute {
  readonly deployments: Deployments
  readonly hubs: Hubs
  readonly regions: Regions
  readonly pricing: Pricing
  readonly carbon: Carbon
  readonly usage: UsageOfMonths
  readonly metrics: Metrics
  readonly events: Events
  readonly domains: Domains
  readonly registries: Registries
  readonly #transport: Transport

  /** `runtime` is for tests. */
  constructor(options: ClientOptions = {}, runtime: Runtime = realRuntime) {
    const transport = new Transport(options, runtime)
    this.#transport = transport
    this.deployments = new Deployments(transport)
    this.hubs = new Hubs(transport)
    this.regions = new Regions(transport)
    this.pricing = new Pricing(transport)
    this.carbon = new Carbon(transport)
    this.usage = new UsageOfMonths(transport)
    this.metrics = new Metrics(transport)
    this.events = new Events(transport)
    this.domains = new Domains(transport)
    this.registries = new Registries(transport)
  }

  get baseUrl(): string {
    return this.#transport.baseUrl
  }

  /** A client like this one with other options. */
  withOptions(options: ClientOptions): Compute {
    return new Compute({ ...this.#transport.copyOptions(), ...options }, this.#transport.runtime)
  }

  /** Resolves once it runs, or after `waitSeconds` with its status then. */
  deploy(request: DeployRequest, options?: RequestOptions): Promise<Deployment> {
    const waitSeconds = request.waitSeconds ?? defaultWaitSeconds
    const call = { method: 'POST', path: '/v1/compute/deploy', body: toWire(request), waitSeconds } as const
    return this.#transport.request(call, options)
  }

  /** Resolves once it runs (or, a job, is completed); rejects if it fails or the time is over. */
  async deployAndWait(request: DeployRequest, options: WaitOptions = {}): Promise<Deployment> {
    const startedAt = this.#transport.runtime.elapsed()
    const deployment = await this.deploy(request, options)
    return this.deployments.waitFrom(deployment, startedAt, options)
  }

  /** Where it would run, and why nowhere else. Nothing is deployed. A page has 200 hubs of either kind unless `limit` is given. */
  plan(request: DeployRequest, { limit, cursor, ...options }: RequestOptions & PageQuery = {}): Promise<Plan> {
    const call = { method: 'POST', path: '/v1/compute/plan', query: { limit, cursor }, body: toWire(request) } as const
    return this.#transport.request(call, options)
  }
}

class Resource {
  protected readonly transport: Transport

  constructor(transport: Transport) {
    this.transport = transport
  }

  protected read<T>(path: string, query: object, options: RequestOptions | undefined): Promise<T> {
    return this.transport.request({ method: 'GET', path, query }, options)
  }

  protected listOf<Item, Page extends PageCursor>(
    path: string,
    query: PageQuery,
    itemsOf: (page: Page) => Item[],
    options: RequestOptions | undefined,
  ): List<Item, Page> {
    const readPage = (cursor: string | undefined) => this.read<Page>(path, { ...query, cursor }, options)
    return new List(readPage, itemsOf, query.cursor)
  }
}

export class Deployments extends Resource {
  /** The newest first. */
  list(query: DeploymentQuery = {}, options?: RequestOptions): List<DeploymentSummary, DeploymentPage> {
    return this.listOf(deploymentsPath, query, (page: DeploymentPage) => page.deployments, options)
  }

  get(deploymentId: string, options?: RequestOptions): Promise<Deployment> {
    return this.read(pathOf(deploymentId), {}, options)
  }

  /** Resolves once it has stopped, or after `waitSeconds` with its status then. */
  stop(deploymentId: string, { waitSeconds, ...options }: EndOptions = {}): Promise<Deployment> {
    const call = { method: 'POST', path: `${pathOf(deploymentId)}/stop`, query: { waitSeconds } } as const
    return this.transport.request({ ...call, waitSeconds: waitSeconds ?? defaultWaitSeconds }, options)
  }

  /** Stops and then hides it. Resolves with nothing once that is done, or with the deployment if it still ends: repeat it later. */
  delete(deploymentId: string, { waitSeconds, ...options }: EndOptions = {}): Promise<Deployment | undefined> {
    const call = { method: 'DELETE', path: pathOf(deploymentId), query: { waitSeconds } } as const
    return this.transport.request({ ...call, waitSeconds: waitSeconds ?? defaultWaitSeconds }, options)
  }

  /** Resolves once it runs (or, a job, is completed); rejects if it fails or the time is over. */
  async waitUntilRunning(deploymentId: string, options: WaitOptions = {}): Promise<Deployment> {
    const startedAt = this.transport.runtime.elapsed()
    return this.waitFrom(await this.get(deploymentId, options), startedAt, options)
  }

  /** @internal */
  async waitFrom(seen: Deployment, startedAt: number, options: WaitOptions): Promise<Deployment> {
    const { waitTimeoutMs = 600_000 } = options
    const { runtime } = this.transport
    for (let deployment = seen; ; deployment = await this.get(deployment.deploymentId, options)) {
      const { status, reason } = deployment
      if (status === 'running' || (status === 'stopped' && reason === 'completed')) return deployment
      if (status === 'failed' || status === 'stopped') throw new DeploymentFailedError(deployment)
      const waitedMs = runtime.elapsed() - startedAt
      if (waitedMs >= waitTimeoutMs) throw new WaitTimeoutError(deployment, waitedMs)
      await runtime.sleep(Math.min(pollMs, waitTimeoutMs - waitedMs), options.signal)
    }
  }

  /** Lines as they are written; a stream that breaks goes on after the last one. */
  logs(
    deploymentId: string,
    query: LogQuery = {},
    options: RequestOptions = {},
  ): AsyncGenerator<LogLine, void, undefined> {
    return logStream({ transport: this.transport, deploymentPath: pathOf(deploymentId), query, options })
  }

  /** What happened to it, the newest first. */
  events(
    deploymentId: string,
    query: PageQuery = {},
    options?: RequestOptions,
  ): List<DeploymentEvent, DeploymentEventPage> {
    const path = `${pathOf(deploymentId)}/events`
    return this.listOf(path, query, (page: DeploymentEventPage) => page.events, options)
  }

  /** Who may reach its endpoint from now on. Requests that came in under another rule end, unless it becomes public. */
  setAccess(deploymentId: string, access: EndpointAccess, options?: RequestOptions): Promise<Endpoint> {
    const path = `/v1/endpoints/${segment('The deployment id', deploymentId)}/access`
    return this.transport.request({ method: 'PUT', path, body: { access } }, options)
  }

  /** What it uses, and has used; with a window, how it used it over that time, too. */
  metrics(deploymentId: string, query: MetricsQuery = {}, options?: RequestOptions): Promise<DeploymentMetrics> {
    return this.read(`${pathOf(deploymentId)}/metrics`, query, options)
  }
}

const deploymentsPath = '/v1/compute/deployments'
const pathOf = (deploymentId: string): string => `${deploymentsPath}/${segment('The deployment id', deploymentId)}`

/** An empty id would lead to another operation, and dots to another path. */
function segment(what: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new TypeError(`${what} must not be empty or dots.`)
  return encodeURIComponent(value)
}

export class Hubs extends Resource {
  list(query: HubQuery = {}, options?: RequestOptions): List<Hub, HubPage> {
    return this.listOf('/v1/hubs', query, (page: HubPage) => page.hubs, options)
  }

  get(hub: string, options?: RequestOptions): Promise<Hub> {
    return this.read(`/v1/hubs/${segment('The hub', hub)}`, {}, options)
  }
}

export class Regions extends Resource {
  list(query: PageQuery = {}, options?: RequestOptions): List<Region, RegionPage> {
    return this.listOf('/v1/regions', query, (page: RegionPage) => page.regions, options)
  }
}

export class Pricing extends Resource {
  list(query: HubQuery = {}, options?: RequestOptions): List<Price, PricePage> {
    return this.listOf('/v1/pricing', query, (page: PricePage) => page.prices, options)
  }
}

export class Carbon extends Resource {
  /** The carbon intensity of a country's grid now, by its ISO 3166-1 alpha-2 code. */
  get(country: string, options?: RequestOptions): Promise<CarbonIntensity> {
    return this.read(`/v1/carbon/${segment('The country', country)}`, {}, options)
  }

  forecast(country: string, { hours, ...options }: RequestOptions & { hours?: number } = {}): Promise<CarbonForecast> {
    return this.read(`/v1/carbon/${segment('The country', country)}/forecast`, { hours }, options)
  }
}

export class UsageOfMonths extends Resource {
  /** A month with the first page of its deployments. */
  get(query: UsageQuery = {}, options?: RequestOptions): Promise<MonthUsage> {
    return this.read('/v1/usage', query, options)
  }

  /** Every deployment that used something in the month. */
  deployments(query: UsageQuery = {}, options?: RequestOptions): List<DeploymentUsage, MonthUsage> {
    return this.listOf('/v1/usage', query, (page: MonthUsage) => page.deployments, options)
  }

  /** The days on which something was used, the newest first. */
  days(query: DailyUsageQuery = {}, options?: RequestOptions): List<DailyUsage, DailyUsagePage> {
    return this.listOf('/v1/usage/days', query, (page: DailyUsagePage) => page.days, options)
  }
}

export class Metrics extends Resource {
  /** What the company runs and has used now. */
  get(options?: RequestOptions): Promise<CompanyMetrics> {
    return this.read('/v1/metrics', {}, options)
  }
}

export class Events extends Resource {
  /** What happened to all deployments, the oldest first. */
  list(query: PageQuery & EventFilter = {}, options?: RequestOptions): List<CompanyEvent, CompanyEventPage> {
    return this.listOf('/v1/events', query, (page: CompanyEventPage) => page.events, options)
  }

  /** What happens from now on, or after `cursor`, until nobody reads it; a stream that breaks goes on after the last event. */
  follow(filter: EventFilter = {}, options: RequestOptions = {}): AsyncGenerator<CompanyEvent, void, undefined> {
    return eventStream(this.transport, filter, options)
  }
}

/** Names of your own that lead to deployments. */
export class Domains extends Resource {
  list(query: PageQuery = {}, options?: RequestOptions): List<Domain, DomainPage> {
    return this.listOf('/v1/domains', query, (page: DomainPage) => page.domains, options)
  }

  /** Claims it, or lets one that you have lead to another deployment. The TXT record that it returns proves that it is yours. */
  set(domain: string, request: DomainRequest, options?: RequestOptions): Promise<Domain> {
    return this.transport.request({ method: 'PUT', path: domainPath(domain), body: toWire(request) }, options)
  }

  /** Looks for the TXT record now. */
  check(domain: string, options?: RequestOptions): Promise<Domain> {
    return this.transport.request({ method: 'POST', path: `${domainPath(domain)}/check` }, options)
  }

  remove(domain: string, options?: RequestOptions): Promise<void> {
    return this.transport.request({ method: 'DELETE', path: domainPath(domain) }, options)
  }
}

const domainPath = (domain: string): string => `/v1/domains/${segment('The domain', domain)}`

/** Logins for the registries of private images, by the host of the registry. */
export class Registries extends Resource {
  list(query: PageQuery = {}, options?: RequestOptions): List<RegistryLogin, RegistryLoginPage> {
    return this.listOf('/v1/registries', query, (page: RegistryLoginPage) => page.registries, options)
  }

  /** In place of the login that the registry had. */
  set(registry: string, login: RegistryLoginChange, options?: RequestOptions): Promise<RegistryLogin> {
    return this.transport.request({ method: 'PUT', path: registryPath(registry), body: toWire(login) }, options)
  }

  remove(registry: string, options?: RequestOptions): Promise<void> {
    return this.transport.request({ method: 'DELETE', path: registryPath(registry) }, options)
  }
}

const registryPath = (registry: string): string => `/v1/registries/${segment('The registry', registry)}`

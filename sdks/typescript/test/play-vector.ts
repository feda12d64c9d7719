/** Plays one vector of `sdks/conformance/` through the client, and returns what came of it in the words of the vectors. */
import type { Vector } from '../../conformance/start-fault-server.ts'
import type * as client from '../src/index.ts'

type Client = typeof client
type Json = Record<string, unknown>

export type Outcome = {
  result?: unknown
  items?: unknown[]
  error?: unknown
  delaysMs: number[]
  logs: string[]
}

type Settings = {
  max_retries?: number
  timeout_ms?: number
  random?: number
  idempotency_key?: string
  wait_timeout_ms?: number
}

export async function playVector(
  { Compute }: Client,
  { operation, arguments: args, client: settings = {} }: Vector,
  at: { baseUrl: string; apiKey: string },
): Promise<Outcome> {
  const { max_retries: maxRetries, timeout_ms: timeoutMs, random = 0, ...call } = settings as Settings
  const outcome: Outcome = { delaysMs: [], logs: [] }
  let clock = 0
  const runtime = {
    random: () => random,
    elapsed: () => clock,
    sleep: async (ms: number) => {
      clock += ms
      outcome.delaysMs.push(ms)
    },
  }
  const logger = { debug: (message: string) => void outcome.logs.push(message) }
  const compute = new Compute({ ...at, maxRetries, timeoutMs, logger }, runtime)
  const options = {
    ...(call.idempotency_key !== undefined && { idempotencyKey: call.idempotency_key }),
    ...(call.wait_timeout_ms !== undefined && { waitTimeoutMs: call.wait_timeout_ms }),
  }
  try {
    const result = operations[operation]!(compute, camelKeys(args) as never, options)
    if (Symbol.asyncIterator in (result as object)) {
      outcome.items = []
      for await (const item of result as AsyncIterable<Json>) outcome.items.push(toWire(item))
      if (operation === 'listAllDeployments') outcome.items = outcome.items.map((item) => (item as Json).deployment_id)
    } else {
      outcome.result = toWire(await result)
    }
  } catch (error) {
    outcome.error = error
  }
  return outcome
}

type Args = client.DeployRequest &
  client.HubQuery &
  client.LogQuery &
  client.MetricsQuery &
  client.UsageQuery &
  client.RegistryLoginChange & { [name: string]: never }
type Options = client.RequestOptions & client.WaitOptions
type Run = (compute: client.Compute, args: Args, options: Options) => unknown

/** Every operation of the API document, by its id, and what clients add. */
export const operations: Record<string, Run> = {
  deploy: (compute, args, options) => compute.deploy(args, options),
  deployAndWait: (compute, args, options) => compute.deployAndWait(args, options),
  planDeployment: (compute, { limit, cursor, ...args }, options) =>
    compute.plan(args, { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }), ...options }),
  getDeployment: (compute, { deploymentId }, options) => compute.deployments.get(deploymentId!, options),
  stopDeployment: (compute, { deploymentId, ...rest }, options) =>
    compute.deployments.stop(deploymentId!, { ...rest, ...options }),
  deleteDeployment: (compute, { deploymentId, ...rest }, options) =>
    compute.deployments.delete(deploymentId!, { ...rest, ...options }),
  listDeployments: (compute, args, options) => compute.deployments.list(args, options).first(),
  listAllDeployments: (compute, args, options) => compute.deployments.list(args, options),
  listDeploymentEvents: (compute, { deploymentId, ...rest }, options) =>
    compute.deployments.events(deploymentId!, rest, options).first(),
  getDeploymentMetrics: (compute, { deploymentId, ...rest }, options) =>
    compute.deployments.metrics(deploymentId!, rest, options),
  getLogs: (compute, { deploymentId, ...rest }, options) => compute.deployments.logs(deploymentId!, rest, options),
  listHubs: (compute, args, options) => compute.hubs.list(args, options).first(),
  getHub: (compute, { hub }, options) => compute.hubs.get(hub!, options),
  listRegions: (compute, args, options) => compute.regions.list(args, options).first(),
  listPrices: (compute, args, options) => compute.pricing.list(args, options).first(),
  getCarbonIntensity: (compute, { country }, options) => compute.carbon.get(country!, options),
  getCarbonForecast: (compute, { country, hours }, options) =>
    compute.carbon.forecast(country!, { hours: hours!, ...options }),
  getUsage: (compute, args, options) => compute.usage.get(args, options),
  listDailyUsage: (compute, args, options) => compute.usage.days(args, options).first(),
  getMetrics: (compute, _args, options) => compute.metrics.get(options),
  setEndpointAccess: (compute, { deploymentId, access }, options) =>
    compute.deployments.setAccess(deploymentId!, access!, options),
  listDomains: (compute, args, options) => compute.domains.list(args, options).first(),
  setDomain: (compute, { domain, deploymentId }, options) =>
    compute.domains.set(domain!, { deploymentId: deploymentId! }, options),
  checkDomain: (compute, { domain }, options) => compute.domains.check(domain!, options),
  removeDomain: (compute, { domain }, options) => compute.domains.remove(domain!, options),
  listRegistryLogins: (compute, args, options) => compute.registries.list(args, options).first(),
  setRegistryLogin: (compute, { registry, username, password }, options) =>
    compute.registries.set(registry!, { username, password }, options),
  removeRegistryLogin: (compute, { registry }, options) => compute.registries.remove(registry!, options),
  listEvents: (compute, args, options) => compute.events.list(args as object, options).first(),
  followEvents: (compute, args, options) => compute.events.follow(args as object, options),
}

/** Of the arguments alone: names inside them are the caller's. */
const camelKeys = (args: Json): Json =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name.replace(/_([a-z])/g, (_, c) => c.toUpperCase()), value]),
  )

/** The names of the API again, by a rule of this test's own. Those of labels are the caller's. */
function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name === 'labels' ? inner : toWire(inner),
  ])
  return Object.fromEntries(entries)
}

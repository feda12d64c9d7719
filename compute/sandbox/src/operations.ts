/** The operations that the page offers, and what it knows of a request. */

export type Wish = Readonly<Record<string, unknown>>

export type Operation = {
  id: string
  name: string
  method: string
  /** `{deployment_id}` is filled in with a deployment of the session, the rest by hand. */
  path: string
  hasBody: boolean
}

const deploying: Operation = { id: 'deploy', name: 'Deploy', method: 'POST', path: '/v1/compute/deploy', hasBody: true }

export const operations: readonly Operation[] = [
  deploying,
  { id: 'planDeployment', name: 'Plan', method: 'POST', path: '/v1/compute/plan', hasBody: true },
  { id: 'listDeployments', name: 'List', method: 'GET', path: '/v1/compute/deployments', hasBody: false },
  { id: 'getDeployment', name: 'Get', method: 'GET', path: '/v1/compute/deployments/{deployment_id}', hasBody: false },
  {
    id: 'stopDeployment',
    name: 'Stop',
    method: 'POST',
    path: '/v1/compute/deployments/{deployment_id}/stop',
    hasBody: false,
  },
  {
    id: 'deleteDeployment',
    name: 'Delete',
    method: 'DELETE',
    path: '/v1/compute/deployments/{deployment_id}',
    hasBody: false,
  },
  { id: 'getLogs', name: 'Logs', method: 'GET', path: '/v1/compute/deployments/{deployment_id}/logs', hasBody: false },
  {
    id: 'listDeploymentEvents',
    name: 'Events',
    method: 'GET',
    path: '/v1/compute/deployments/{deployment_id}/events',
    hasBody: false,
  },
  {
    id: 'getDeploymentMetrics',
    name: 'Metrics',
    method: 'GET',
    path: '/v1/compute/deployments/{deployment_id}/metrics',
    hasBody: false,
  },
  { id: 'listEvents', name: 'All events', method: 'GET', path: '/v1/events', hasBody: false },
  { id: 'getMetrics', name: 'All metrics', method: 'GET', path: '/v1/metrics', hasBody: false },
  { id: 'listHubs', name: 'Hubs', method: 'GET', path: '/v1/hubs', hasBody: false },
  { id: 'getHub', name: 'Hub', method: 'GET', path: '/v1/hubs/se-north-1', hasBody: false },
  { id: 'listRegions', name: 'Regions', method: 'GET', path: '/v1/regions', hasBody: false },
  { id: 'listPrices', name: 'Prices', method: 'GET', path: '/v1/pricing', hasBody: false },
  { id: 'getCarbonIntensity', name: 'Carbon', method: 'GET', path: '/v1/carbon/SE', hasBody: false },
  { id: 'getCarbonForecast', name: 'Forecast', method: 'GET', path: '/v1/carbon/SE/forecast', hasBody: false },
  { id: 'getUsage', name: 'Usage', method: 'GET', path: '/v1/usage', hasBody: false },
  { id: 'listDailyUsage', name: 'Usage by day', method: 'GET', path: '/v1/usage/days', hasBody: false },
]

export const operationOf = (id: string): Operation => operations.find((one) => one.id === id) ?? deploying

/** The contract's own example. */
export const firstWish: Wish = {
  gpu_type: 'H100',
  count: 1,
  region: 'eu',
  sovereignty: 'residency',
  carbon_aware: true,
  image: 'sim/ok:1.0',
}

export const images = ['sim/ok:1.0', 'sim/slow-pull:1.0', 'sim/crash:1.0', 'sim/missing:1.0', 'sim/oom:1.0'] as const

/** What the page asks: shared as the fragment of an address, which goes to no server. */
export type Asked = { operation: string; path: string; body: string }

export function sharedOf(asked: Asked): string {
  const bytes = new TextEncoder().encode(JSON.stringify(asked))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Undefined for what is none of ours. */
export function readShared(fragment: string): Asked | undefined {
  try {
    const text = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'))
    const found = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (one) => one.charCodeAt(0)))) as Asked
    const isOurs = [found.operation, found.path, found.body].every((one) => typeof one === 'string')
    return isOurs && operations.some(({ id }) => id === found.operation) && found.path.startsWith('/v1/')
      ? found
      : undefined
  } catch {
    return undefined
  }
}

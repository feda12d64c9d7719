/**
 * One request that succeeds for each operation of the API, by `operationId`: for the walk over the document, and to
 * record its examples.
 */
import { byTester } from '@service/foundation-testing/acts.ts'
import { clientOf } from '@service/foundation-testing/client.ts'
import { inSnakeCase, peopleExamples } from '@service/foundation-testing/people-examples.ts'
import type { OperationExample, Owner } from '@service/foundation-testing/walk-operations.ts'
import { webhookExamples } from '@service/foundation-testing/webhooks/webhook-examples.ts'
import type { RunningService } from './running-service.ts'

/** Nobody listens there, unless the test does. */
export const receiverUrl = 'http://127.0.0.1:61998/hook'

const registryLogin = { username: 'example-robot', password: 'a-token-that-reads' }
const aDeployment = { gpu_type: 'H100', image: 'sim/ok', labels: { team: 'search' }, wait_seconds: 0 }

const ofNewDeployment = { path: newDeployment }
const ofRunningDeployment = { path: runningDeployment }

export const operationExamples: Record<string, OperationExample<RunningService>> = {
  ...inSnakeCase(peopleExamples),
  ...inSnakeCase(
    webhookExamples({ path: '/v1/webhooks', events: ['deployment.running', 'deployment.failed'], receiverUrl }),
  ),
  getSignUp: {},
  signUp: { path: anInvitation, body: signUpBody },
  getHealth: {},
  getReadiness: {},
  deploy: {
    body: {
      ...aDeployment,
      name: 'chat',
      labels: { team: 'search' },
      count: 1,
      wait_seconds: 20,
      region: 'eu',
      sovereignty: 'residency',
      carbon_aware: true,
    },
  },
  planDeployment: { body: aDeployment },
  listDeployments: { path: runningDeployment, query: { status: 'running,degraded', label: 'team=search' } },
  getDeployment: ofRunningDeployment,
  stopDeployment: { path: (service, owner) => deploy(service, owner, 20), query: { wait_seconds: '20' } },
  deleteDeployment: ofNewDeployment,
  listDeploymentEvents: ofRunningDeployment,
  listEvents: { path: runningDeployment, query: { type: 'running,failed', label: 'team=search' } },
  getDeploymentMetrics: ofRunningDeployment,
  getLogs: ofRunningDeployment,
  listHubs: {},
  getHub: { path: async () => ({ hub: 'se-north-1' }), shared: true },
  listRegions: {},
  listPrices: {},
  getCarbonIntensity: { path: async () => ({ country: 'SE' }), shared: true },
  getCarbonForecast: { path: async () => ({ country: 'SE' }), shared: true },
  listRegistryLogins: { path: aRegistryLogin },
  removeRegistryLogin: {
    // Of a name that only the owner has: another company with a login for the same registry would remove its own.
    path: (service, owner) => aRegistryLogin(service, owner, `${owner.companyId.slice(-8).toLowerCase()}.example.com`),
  },
  setRegistryLogin: {
    path: async () => ({ registry: 'ghcr.io' }),
    body: registryLogin,
    shared: true,
  },
  setEndpointAccess: { path: runningDeployment, body: { access: 'key' }, shared: true },
  listDomains: { path: aDomain },
  checkDomain: { path: aDomain },
  removeDomain: { path: aDomain },
  setDomain: { path: aFreeDomain, body: domainBody },
  getUsage: ofRunningDeployment,
  listDailyUsage: { path: runningDeployment, query: { label: 'team' } },
  getMetrics: ofRunningDeployment,
}

async function aRegistryLogin(
  service: RunningService,
  owner: Owner,
  registry = 'ghcr.io',
): Promise<Record<string, string>> {
  const { secret } = await service.newKey(owner, { scopes: ['deployments:write'] })
  await clientOf(service.baseUrl, secret).send('PUT', `/v1/registries/${registry}`, registryLogin)
  return { registry }
}

/** Of the last domain that is to be claimed. */
let domainFor = ''

/** No two companies of the walk have one. */
const domains = new Map<string, string>()

async function aFreeDomain(service: RunningService, owner: Owner): Promise<{ domain: string }> {
  domainFor = (await runningDeployment(service, owner)).deployment_id
  const domain = domains.get(owner.companyId) ?? `${'my-'.repeat(domains.size)}app.example.com`
  domains.set(owner.companyId, domain)
  return { domain }
}

function domainBody(): object {
  return { deployment_id: domainFor }
}

async function aDomain(service: RunningService, owner: Owner): Promise<{ domain: string }> {
  const { domain } = await aFreeDomain(service, owner)
  const { secret } = await service.newKey(owner, { scopes: ['deployments:write'] })
  await clientOf(service.baseUrl, secret).send('PUT', `/v1/domains/${domain}`, domainBody())
  return { domain }
}

const newcomer = {
  email: 'ada@example.com',
  password: 'seven quiet foxes at dawn',
  name: 'Ada Example',
  company: 'Example Ltd',
}

/** Of the last invitation. */
let invitation = ''

async function anInvitation({ administration }: RunningService): Promise<Record<string, string>> {
  const { link } = await administration.inviteToSignUp(byTester)
  invitation = link.split('#')[1] ?? ''
  return {}
}

function signUpBody(): object {
  return { ...newcomer, invitation }
}

type Ids = { deployment_id: string }

async function deploy(service: RunningService, owner: Owner, waitSeconds: number): Promise<Ids> {
  const { secret } = await service.newKey(owner, { scopes: ['deployments:write'] })
  const client = clientOf(service.baseUrl, secret)
  const body = { ...aDeployment, wait_seconds: waitSeconds }
  return { deployment_id: (await client.send<Ids>('POST', '/v1/compute/deploy', body)).body.deployment_id }
}

function newDeployment(service: RunningService, owner: Owner): Promise<Ids> {
  return deploy(service, owner, 0)
}

/** One for each company: every request of the walk asks for it. */
const running = new Map<string, Promise<Ids>>()

function runningDeployment(service: RunningService, owner: Owner): Promise<Ids> {
  const starting = running.get(owner.companyId) ?? deploy(service, owner, 20)
  running.set(owner.companyId, starting)
  return starting
}

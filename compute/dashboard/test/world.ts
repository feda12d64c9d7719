import { newClient, runService } from '@service/compute-testing/running-service.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { newPerson, storedSession } from '@service/foundation-testing/signed-in.ts'
import type { World } from './route-case.ts'

/** What strangers write where they can: an image's name, a label, a name. */
export const ugly = '<img src=x onerror=alert(1)>\u202e"&amp;'

/** About as long as a domain can be. */
const longDomain = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example.org`

/** The service with simulated hubs and two companies, one of which has deployed. */
export async function openWorld(settings: Record<string, string> = {}): Promise<World> {
  const service = await runService(fastestEngine, { settings: { COMPUTE_SIGNUP: 'open', ...settings } })
  const client = await newClient(service)
  const deploy = async (wanted: object = {}) => {
    const body = { gpu_type: 'H100', image: 'sim/ok', region: 'eu', wait_seconds: 20, ...wanted }
    const { status, body: made } = await client.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', body)
    if (status !== 200) throw new Error(JSON.stringify(made))
    return made.deployment_id
  }
  const full = { companyId: client.companyId, userId: client.userId, deploy }
  await deploy({ name: 'chat', labels: { team: 'search' }, carbon_aware: true, sovereignty: 'residency' })
  await deploy({ name: ugly, labels: { team: ugly }, image: 'sim/crash', wait_seconds: 0 })
  const deploymentId = await deploy({ name: 'web' })
  for (const domain of ['app.example.com', longDomain])
    await client.send('PUT', `/v1/domains/${domain}`, { deployment_id: deploymentId })
  for (const registry of ['ghcr.io', `${longDomain}:5000`])
    await client.send('PUT', `/v1/registries/${registry}`, { username: ugly, password: 'reads' })
  const operator = await newPerson(service, client.companyId)
  await service.administration.setOperator(byTester, client.companyId, operator.userId, true)
  return { service, full, operator, empty: await service.newCompany() }
}

/** What a browser keeps in which somebody of the company is signed in, a new owner unless another is named. */
export const signedIn = async (
  { service }: Pick<World, 'service'>,
  companyId: string,
  role = 'owner',
  person?: { companyId: string; userId: string },
) => storedSession(service, person ?? (await newPerson(service, companyId, { role })), 'compute_session')

/** The address of an invitation, below `/dashboard`. */
export async function makeAccountLink({ service, full: { companyId } }: World): Promise<string> {
  const { userId } = await newPerson(service, companyId)
  const { link } = await service.administration.makeAccountLink(byTester, companyId, userId)
  const { pathname, hash } = new URL(link)
  return `${pathname.replace('/dashboard', '')}${hash}`
}

/** The clients against the real service, on simulated hubs. */
import { join } from 'node:path'
import { engineFactories } from '@service/compute-engines/engine-factories.ts'
import { defineEngine } from '@service/compute-engines/engine-factory.ts'
import { simulatedFactory } from '@service/compute-engines/simulated/simulated.ts'
import { writeHubFile } from '@service/compute-testing/hub-file.ts'
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, describe, expect, test } from 'vitest'
import * as go from './go-tools.ts'
import { folder, missing, python, withReason } from './python/python-tools.ts'
import { run } from './run.ts'
import * as rust from './rust/rust-tools.ts'
import {
  AuthenticationError,
  BadRequestError,
  Compute,
  DeploymentFailedError,
  type LogLine,
  NotFoundError,
  QuotaExceededError,
} from './typescript/src/index.ts'

/** Simulated hubs whose use counts against the hours of a company, as that of real ones does. */
const counted = defineEngine({ ...simulatedFactory, kind: 'counted', simulated: false })
const hubFile = writeHubFile({ 'counted-1': { kind: 'counted' } })
afterAll(() => hubFile.remove())

const places = databaseEngines.slice(-1).flatMap((engine) => [
  { name: `service on ${engine.name}`, engine, isSandbox: false },
  { name: 'sandbox', engine, isSandbox: true },
])

describe.each(places)('the $name', ({ engine, isSandbox }) => {
  const service = useService(engine, { settings: { COMPUTE_SANDBOX_REQUESTS_PER_MINUTE: '100000' } })
  const baseUrlOf = (running: { baseUrl: string }) => `${running.baseUrl}${isSandbox ? '/sandbox' : ''}`
  /** A session of the sandbox is its own key. */
  const newKey = async (running = service): Promise<{ secret: string; companyId: string }> => {
    if (!isSandbox) return newClient(running)
    const { session } = (await (await fetch(`${running.baseUrl}/sandbox/v1/session`)).json()) as { session: string }
    return { secret: session, companyId: session }
  }
  const account = beforeTests(() => newKey())
  const client = () => new Compute({ apiKey: account.secret, baseUrl: baseUrlOf(service) })
  const countedService = useService(engine, {
    settings: { COMPUTE_HUBS_FILE: hubFile.path },
    engineFactories: { ...engineFactories, counted },
  })
  const endHours = async (session: string) => {
    const headers = { 'content-type': 'application/json', 'x-service-sandbox': session }
    const body = JSON.stringify({ fault: 'hours-gone' })
    const { status } = await fetch(`${countedService.baseUrl}/sandbox/v1/faults`, { method: 'POST', headers, body })
    expect(status).toBe(200)
  }
  const usedUp = beforeTests(async () => {
    const company = await newKey(countedService)
    if (isSandbox) await endHours(company.secret)
    else await countedService.administration.setHours(byTester, company.companyId, 0)
    return company
  })

  test('a deployment is planned, deployed, followed, stopped, measured and deleted', async () => {
    const compute = client()
    const request = {
      gpuType: 'h100',
      count: 2,
      region: ['se', 'eu'],
      carbonAware: true,
      image: 'sim/ok',
      env: { API_MODE: 'x' },
    }
    const plan = await compute.plan(request)
    expect(plan).toMatchObject({ outcome: 'start', hub: 'se-north-1' })

    const deployment = await compute.deployAndWait(request)
    const { deploymentId } = deployment
    expect(deployment).toMatchObject({
      status: 'running',
      hub: 'se-north-1',
      gpuNodes: 1,
      carbonScore: 'A',
      env: ['API_MODE'],
    })

    const lines: LogLine[] = []
    const following = (async () => {
      for await (const line of compute.deployments.logs(deploymentId, { follow: true })) lines.push(line)
    })()
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    expect(await compute.deployments.stop(deploymentId)).toMatchObject({ status: 'stopped' })
    await following
    expect(lines[0]?.text).toContain('simulated')

    expect(await compute.deployments.get(deploymentId)).toMatchObject({ status: 'stopped', reason: 'user' })
    expect((await compute.deployments.events(deploymentId, { limit: 2 }).toArray()).length).toBeGreaterThan(2)
    expect(await compute.deployments.metrics(deploymentId)).toMatchObject({ deploymentId, status: 'stopped' })
    await readFeed(compute, deploymentId)
    expect((await compute.usage.deployments().toArray()).map((used) => used.deploymentId)).toContain(deploymentId)
    expect((await compute.metrics.get()).byStatus.failing_over).toEqual({ deployments: 0, gpus: 0 })
    expect(await compute.deployments.delete(deploymentId)).toBeUndefined()
    await expect(compute.deployments.get(deploymentId)).rejects.toBeInstanceOf(NotFoundError)
  })

  test('deployments are listed by pages', async () => {
    const compute = client()
    const made: string[] = []
    for (let i = 0; i < 3; i++) {
      made.unshift((await compute.deploy({ gpuType: 'H100', image: 'sim/ok', waitSeconds: 0 })).deploymentId)
    }
    const list = compute.deployments.list({ limit: 2 })
    const ids: string[] = []
    for await (const { deploymentId } of list) ids.push(deploymentId)
    expect(ids.slice(0, 3)).toEqual(made)
    expect((await list.first()).nextCursor).not.toBeNull()
  })

  test('hubs, regions, prices and carbon are read', async () => {
    const compute = client()
    const [hub] = (await compute.hubs.list({ region: 'se', gpuType: 'H100' }).first()).hubs
    expect(await compute.hubs.get(hub!.hub)).toMatchObject({ country: 'SE' })
    expect((await compute.regions.list({ limit: 2 }).toArray()).map(({ region }) => region)).toContain('nordics')
    expect((await compute.pricing.list().toArray())[0]!.lowestUsdPerGpuHour).toBeGreaterThanOrEqual(1.4)
    const { carbonIntensityGco2Kwh, renewablePercentage } = await compute.carbon.get('SE')
    expect(carbonIntensityGco2Kwh).toBeGreaterThan(0)
    expect(renewablePercentage).toBeGreaterThan(50)
    expect((await compute.carbon.forecast('SE', { hours: 6 })).hours).toHaveLength(6)
  })

  test('the same key deploys once', async () => {
    const compute = client()
    const options = { idempotencyKey: 'once' }
    const request = { gpuType: 'H100', image: 'sim/ok', waitSeconds: 0 }
    const first = await compute.deploy(request, options)
    expect((await compute.deploy(request, options)).deploymentId).toBe(first.deploymentId)
  })

  test('refusals are errors by class', async () => {
    const compute = client()
    const refusal = await compute.deploy({ gpuType: 'Z9', image: 'sim/ok' }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(BadRequestError)
    expect(refusal).toMatchObject({ status: 400, code: 'invalid-request', requestId: expect.stringMatching(/^req_/) })
    expect((refusal as BadRequestError).details[0]).toMatchObject({
      path: 'body.gpu_type',
      message: expect.stringContaining('H100'),
    })
    const stranger = compute.withOptions({ apiKey: 'svc_unknown' })
    await expect(stranger.hubs.list().first()).rejects.toBeInstanceOf(AuthenticationError)
    const failing = compute.deployAndWait({ gpuType: 'H100', image: 'sim/missing' })
    await expect(failing).rejects.toBeInstanceOf(DeploymentFailedError)
  })

  test('a company without GPU-hours is refused', async () => {
    const compute = new Compute({ apiKey: usedUp.secret, baseUrl: baseUrlOf(countedService) })
    const refusal = await compute.deploy({ gpuType: 'H100', image: 'sim/ok' }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(QuotaExceededError)
    expect(refusal).toMatchObject({ status: 403, code: 'quota-exceeded', retryable: false })
  })

  /** The events of a deployment that has stopped, as a list and as a stream. */
  async function readFeed(compute: Compute, deploymentId: string) {
    const listed = await compute.events.list({ deploymentId: [deploymentId], limit: 2 }).toArray()
    expect(listed.at(-1)).toMatchObject({ deploymentId, type: 'stopped' })
    const [first, ...rest] = listed
    const followed: unknown[] = []
    for await (const event of compute.events.follow({ deploymentId: [deploymentId], cursor: first!.cursor })) {
      if (followed.push(event) === rest.length) break
    }
    expect(followed).toEqual(rest)
  }

  const environment = async () => ({
    SERVICE_API_KEY: (await newKey()).secret,
    SERVICE_BASE_URL: baseUrlOf(service),
    USED_UP_API_KEY: usedUp.secret,
    USED_UP_BASE_URL: baseUrlOf(countedService),
  })

  test.skipIf(missing && !process.env.CI)(withReason('the Python clients do the same'), async () => {
    const env = { PYTHONPATH: join(folder, 'src'), PYTHONDONTWRITEBYTECODE: '1' }
    await run(folder, python, ['tests/real_service.py'], { ...env, ...(await environment()) })
  })

  test.skipIf(go.missing && !process.env.CI)(go.withReason('the Go client does the same'), async () => {
    const env = { REAL_SERVICE: 'yes', ...(await environment()) }
    const output = await go.runGo(go.folder, ['test', '-count=1', '-v', '-run', '^TestReal', './compute'], env)
    expect(output.match(/^--- PASS: TestReal/gm)).toHaveLength(6)
  })

  const compiling = { timeout: 600_000 }
  test.skipIf(rust.missing && !process.env.CI)(
    rust.withReason('the Rust client does the same'),
    compiling,
    async () => {
      const words = ['test', '--locked', '--test', 'real_service', '--', '--ignored']
      await rust.cargo(rust.folder, words, await environment())
    },
  )
})

/** The operator's view: open to operators of the installation alone, over all companies and hubs. */
import { access } from '@service/compute-server/access/access.ts'
import { newClient, type RunningService, runService, useService } from '@service/compute-testing/running-service.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { ageProofs, newPerson, sessionHeaders } from '@service/foundation-testing/signed-in.ts'
import { walkRoles } from '@service/foundation-testing/walk-roles.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeApiDocument, makeOperatorDocument } from '../src/api-document.ts'

const ofHub = { path: async () => ({ hub: 'se-north-1' }), shared: true } as const

describe('no role of a company has it', async () => {
  walkRoles<RunningService>({
    document: await makeOperatorDocument(),
    access,
    examples: {
      listCompanyHours: {},
      listHubHealth: {},
      getWork: {},
      drainHub: ofHub,
      returnHub: ofHub,
      removeHub: ofHub,
    },
    runService,
  })
})

test('the document of the API has nothing of it', async () => {
  expect(JSON.stringify(await makeApiDocument())).not.toMatch(/\/operator\/|installation:operate/)
})

type Hub = { hub: string; state: string; last_error: string | null; waiting_allocations: number; silent_since: null }
type Company = { company_id: string; name: string; used_gpu_hours: number; limit_gpu_hours: number; plan: string }

describe.each(featureEngines)('the operator’s view on $name', (engine) => {
  const service = useService(engine, { conditions: new Map([['fr-north-1', { unreachable: true }]]) })
  const operator = beforeTests(async () => {
    const { companyId } = await service.newCompany()
    const person = await newPerson(service, companyId)
    await service.administration.setOperator(byTester, companyId, person.userId, true)
    return { ...person, headers: await sessionHeaders(service, person) }
  })
  const send = async <T>(method: string, path: string, headers: Record<string, string> = operator.headers) => {
    const response = await fetch(`${service.baseUrl}${path}`, { method, headers })
    return { status: response.status, body: (await response.json()) as T & { code?: string } }
  }
  const auditOf = async (action: string) => (await service.administration.listAuditEvents(byTester, { action }, 1))[0]

  test('is not served to keys, nor by /openapi.json, and ends with the next request once it is taken away', async () => {
    const { secret } = await newClient(service)
    const key = { Authorization: `Bearer ${secret}` }
    expect((await send('GET', '/operator/v1/hubs', key)).status).toBe(401)
    expect(JSON.stringify((await send('GET', '/openapi.json')).body)).not.toContain('/operator/')

    const person = await newPerson(service, operator.companyId, { role: 'viewer' })
    const headers = await sessionHeaders(service, person)
    const permissions = async () =>
      (await send<{ permissions: string[] }>('GET', '/auth/session', headers)).body.permissions
    const { setOperator } = service.administration
    expect(await permissions()).not.toContain('installation:operate')
    await setOperator(byTester, person.companyId, person.email, true)
    expect(await permissions()).toContain('installation:operate')
    expect((await send('GET', '/operator/v1/work', headers)).status).toBe(200)
    expect(await auditOf('user.operator')).toMatchObject({ target: person.userId, after: { operator: true } })
    await setOperator(byTester, person.companyId, person.email, false)
    expect((await send('GET', '/operator/v1/work', headers)).status).toBe(403)
  })

  test('nobody who manages the people of a company gets into an operator’s account, or keeps it as one', async () => {
    const owner = await newPerson(service, operator.companyId)
    const headers = await sessionHeaders(service, owner)
    const colleague = await newPerson(service, operator.companyId, { role: 'viewer' })
    const link = `/auth/members/${colleague.userId}/link`
    expect((await send('POST', link, headers)).status).toBe(201)
    await service.administration.setOperator(byTester, operator.companyId, colleague.userId, true)
    for (const [method, path] of [
      ['POST', link],
      ['DELETE', `/auth/members/${colleague.userId}`],
      ['DELETE', `/auth/members/${colleague.userId}/second-factor`],
      ['DELETE', `/auth/members/${colleague.userId}/sessions`],
    ] as const) {
      expect((await send(method, path, headers)).body, path).toMatchObject({ code: 'forbidden' })
    }
    // Who leaves and comes back is none.
    await service.administration.removeMember(byTester, operator.companyId, colleague.userId)
    await newPerson(service, operator.companyId, { role: 'viewer', email: colleague.email })
    const back = await sessionHeaders(service, colleague)
    expect((await send('GET', '/operator/v1/work', back)).status).toBe(403)
  })

  test('lists all companies with what they have used of their hours', async () => {
    const { administration } = service
    const [near, far] = [await service.newCompany(), await service.newCompany()]
    await administration.setHours(byTester, near.companyId, 20)
    await sql`update gpu_hours set used_ms = ${18 * 3_600_000} where company_id = ${near.companyId}`.execute(
      administration.db.connection,
    )
    const list = async (query = '') =>
      (await send<{ companies: Company[]; next_cursor: string | null }>('GET', `/operator/v1/companies${query}`)).body
    const { companies } = await list()
    const found = (id: string) => companies.find(({ company_id: company }) => company === id)
    expect(found(near.companyId)).toMatchObject({
      used_gpu_hours: 18,
      limit_gpu_hours: 20,
      plan: 'set',
      people: 1,
      live_deployments: 0,
    })
    expect(found(far.companyId)).toMatchObject({ used_gpu_hours: 0, limit_gpu_hours: 10, plan: 'starter' })
    const ids = async (query: string) => (await list(query)).companies.map(({ company_id: id }) => id)
    expect(await ids('?min_used_percent=80')).toEqual([near.companyId])
    expect(await ids(`?text=${near.companyId}`)).toEqual([near.companyId])
    const first = await list('?limit=1')
    expect(first.companies).toHaveLength(1)
    expect((await ids(`?limit=1&cursor=${first.next_cursor}`))[0]).not.toBe(first.companies[0]?.company_id)
  })

  test('drains, returns and removes hubs, in the name of the person', async () => {
    const act = (hub: string, verb: string, headers = operator.headers) =>
      send<Record<string, unknown>>('POST', `/operator/v1/hubs/${hub}/${verb}`, headers)
    expect((await act('se-north-1', 'drain')).body).toEqual({ hub: 'se-north-1', state: 'draining' })
    expect((await act('se-north-1', 'return')).body).toEqual({ hub: 'se-north-1', state: 'ready' })
    const actor = `user:${operator.userId}`
    expect(await auditOf('hub.return')).toMatchObject({ actor, target: 'se-north-1', companyId: null })
    expect((await act('se-north-1', 'remove')).body).toMatchObject({ code: 'conflict' })
    expect((await act('nowhere', 'drain')).body).toMatchObject({ code: 'not-found' })

    const { hubs } = (await send<{ hubs: Hub[] }>('GET', '/operator/v1/hubs')).body
    expect(hubs.find(({ hub }) => hub === 'se-north-1')).toMatchObject({ state: 'ready', silent_since: null })
    const lost = hubs.find(({ hub }) => hub === 'fr-north-1')
    expect(lost).toMatchObject({
      state: 'unreachable',
      last_error: expect.stringMatching(/\w/),
      waiting_allocations: 0,
    })

    const stale = await sessionHeaders(service, operator)
    await ageProofs(service, operator.userId)
    expect((await act('fr-north-1', 'remove', stale)).body).toMatchObject({ code: 'step-up-required' })
    const fresh = await sessionHeaders(service, operator)
    expect((await act('fr-north-1', 'remove', fresh)).body).toEqual({
      hub: 'fr-north-1',
      allocations: 0,
      failing_over: 0,
      ended: 0,
    })
    expect(await auditOf('hub.remove')).toMatchObject({ actor, target: 'fr-north-1', before: { state: 'unreachable' } })
  })

  test('shows what waits, what is tried again with its pause, and who works on it', async () => {
    const client = await newClient(service)
    const { body } = await client.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', {
      gpu_type: 'H100',
      image: 'sim/ok',
      region: 'se-north-1',
      wait_seconds: 20,
    })
    // As if its hub had refused it five times since a minute.
    await sql`
      update deployments set tries = 5, due_at = now() + interval '1 hour', status = 'stopping',
             status_since = now() - interval '1 minute', reason = 'engine_unreachable'
       where deployment_id = ${body.deployment_id}`.execute(service.administration.db.connection)
    const { body: work } = await send<{
      queues: { queue: string; deployments: number; oldest_at: string | null }[]
      retries: object[]
      processes: object[]
      jobs: { job: string }[]
    }>('GET', '/operator/v1/work')
    expect(work.retries).toEqual([
      expect.objectContaining({
        deployment_id: body.deployment_id,
        hub: 'se-north-1',
        tries: 5,
        pause_seconds: 4,
        reason: 'engine_unreachable',
      }),
    ])
    const queue = (name: string) => work.queues.find((one) => one.queue === name)
    expect(queue('retrying')).toMatchObject({ deployments: 1, oldest_at: expect.any(String) })
    expect(queue('failing_over')).toEqual({ queue: 'failing_over', deployments: 0, oldest_at: null })
    expect(work.processes).toEqual([expect.objectContaining({ leads: true })])
    expect(work.jobs.map(({ job }) => job)).toContain('prune')
  })
})

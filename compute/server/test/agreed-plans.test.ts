/** What an agent deploys is what a person agreed to: plans over `/mcp`. */
import { randomBytes } from 'node:crypto'
import { makePlans } from '@service/compute-server/plans/plans.ts'
import { type RunningService, useService } from '@service/compute-testing/running-service.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { type Agent, connectAgent } from '@service/foundation-testing/mcp/agent.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const scopes = ['deployments:read', 'deployments:write']
const asked = { gpu_type: 'H100', image: 'sim/ok', region: 'nordics', carbon_aware: true, duration_hours: 2 }

describe.each(featureEngines)('agreed plans on $name', (engine) => {
  const service: RunningService = useService(engine)
  const agentOf = async (owner?: { companyId: string; userId: string }): Promise<Agent> => {
    const { secret } = await service.newKey(owner ?? (await service.newCompany()), { scopes })
    return connectAgent(service.baseUrl, secret)
  }
  const agent = beforeTests(
    () => agentOf(),
    (one) => one.close(),
  )
  const planOf = async (more: object = {}) => (await agent.call('plan_deployment', { ...asked, ...more })).fields
  const change = (plan: { plan_id: string }, what: string) =>
    sql`update plans set ${sql.raw(what)} where plan_id = ${plan.plan_id}`.execute(service.administration.db.connection)

  test('a plan says in sentences where, why nowhere else, at which price and with which emissions', async () => {
    const { says, fields } = await agent.call('plan_deployment', asked)
    expect(says).toMatch(
      /It would start now at \S+ \([A-Z]{2}\)\. 1 GPU at [\d.]+ USD and \d+ g CO2eq an hour each: [\d.]+ USD and \d+ g over 2 h\./,
    )
    expect(says).toContain('outside the requested regions')
    expect(fields.plan_id).toMatch(/^pln_/)
    const minutes = (Date.parse(fields.plan_holds_until) - service.administration.now().getTime()) / 60_000
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThanOrEqual(10)
  })

  test('a plan is deployed as it was shown, once under one key', async () => {
    const plan = await planOf({ name: 'agreed' })
    const call = { plan_id: plan.plan_id, idempotency_key: 'once', env: { TOKEN: 'hidden' }, wait_seconds: 0 }
    const first = await agent.call('deploy', call)
    expect(first.problem).toEqual({})
    expect(first.fields).toMatchObject({ hub: plan.hub, name: 'agreed', env: ['TOKEN'], region: 'nordics' })
    const { rows: made } =
      await sql`select spec from deployments where deployment_id = ${first.fields.deployment_id}`.execute(
        service.administration.db.connection,
      )
    const { price_usd_per_gpu_hour: price } = plan.candidates.find((one: { hub: string }) => one.hub === plan.hub)
    expect(made).toMatchObject([{ spec: { maxPriceUsd: price } }]) // so further attempts cost no more
    const again = await agent.call('deploy', call)
    expect(again.fields.deployment_id).toBe(first.fields.deployment_id)
    await change(plan, "planned_at = planned_at - interval '1 hour'")
    // The first response was lost, and the plan has run out meanwhile: it was deployed nevertheless.
    expect((await agent.call('deploy', call)).fields.deployment_id).toBe(first.fields.deployment_id)
    const { rows } = await sql<{ body: object }>`select body from plans`.execute(service.administration.db.connection)
    expect(JSON.stringify(rows)).not.toContain('hidden')
  })

  test('a plan is used once, however many ask for it under other keys at the same time', async () => {
    const before = (await agent.call('list_deployments')).fields.deployments.length
    const { plan_id } = await planOf()
    const keys = ['one', 'two', 'three', 'four'].map((key) => `used-${key}`)
    const results = await Promise.all(
      keys.map((key) => agent.call('deploy', { plan_id, idempotency_key: key, wait_seconds: 0 })),
    )
    const refused = results.filter(({ refused }) => refused)
    expect(refused.map(({ problem }) => problem.code)).toEqual(['plan-used', 'plan-used', 'plan-used'])
    expect(refused[0]!.says).toContain('plan again')
    const first = results.findIndex(({ refused }) => !refused)
    const again = await agent.call('deploy', { plan_id, idempotency_key: keys[first], wait_seconds: 0 })
    expect(again.fields.deployment_id).toBe(results[first]!.fields.deployment_id)
    expect((await agent.call('list_deployments')).fields.deployments.length).toBe(before + 1)
  })

  test.each([
    ['older than ten minutes', "planned_at = planned_at - interval '601 seconds'", 'older than ten minutes'],
    ['for another hub', "hub_id = 'elsewhere'", 'instead of elsewhere'],
    ['for another price', 'price_usd_per_gpu_hour = 1.01', 'instead of 1.01'],
    ['for another level', "sovereignty = 'sovereign'", 'instead of sovereign'],
    ['for waiting', "outcome = 'wait'", 'It would start instead of waiting'],
  ])('a plan %s is refused, and nothing is deployed', async (_what, changed, words) => {
    const plan = await planOf()
    await change(plan, changed)
    const before = (await agent.call('list_deployments')).fields.deployments.length
    const result = await agent.call('deploy', {
      plan_id: plan.plan_id,
      idempotency_key: `changed ${words}`.replaceAll(' ', '-'),
    })
    expect(result.problem).toMatchObject({ code: 'plan-outdated', message: expect.stringContaining(words) })
    expect(result.says).toContain('ask the person again')
    expect((await agent.call('list_deployments')).fields.deployments.length).toBe(before)
  })

  test('a plan belongs to its company, and exists', async () => {
    const plan = await planOf()
    const stranger = await agentOf()
    for (const [who, planId] of [
      [stranger, plan.plan_id],
      [agent, 'pln_00000000000000000000000000'],
      [agent, 'x'],
      [agent, "' or 1=1"],
    ] as const) {
      const result = await who.call('deploy', { plan_id: planId, idempotency_key: 'k' })
      expect(result.problem.code, planId).toBe('not-found')
    }
    await stranger.close()
  })

  test('what no hub can take has no plan to deploy', async () => {
    const { says, fields } = await agent.call('plan_deployment', { ...asked, max_price_usd: 0.5 })
    expect(fields).toMatchObject({ outcome: 'no-feasible-hub', plan_id: null, plan_holds_until: null })
    expect(says).toContain('No hub could ever take it')
    expect(says).toContain('above the maximum price')
  })

  test('a company has its newest hundred plans, and a person is erased from all of them', async () => {
    const { db, now } = service.administration
    const plans = makePlans({ db, now, newId: makeNewId({ now, randomBytes }) })
    const plan = { outcome: 'start', hubId: 'x', priceUsdPerGpuHour: 1, sovereignty: 'none' } as const
    const body = { name: 'Pagina Testperson' }
    const [many, few] = [await service.newCompany(), await service.newCompany()]
    const kept = []
    for (let i = 0; i < 102; i += 1) kept.push(await plans.keep(many.companyId, { ...plan, body }))
    const other = await plans.keep(few.companyId, { ...plan, body })
    await expect(plans.find(many.companyId, kept[1]!.id)).rejects.toMatchObject({ code: 'not-found' })
    for (const { id } of [kept[2]!, kept[101]!]) expect((await plans.find(many.companyId, id)).id).toBe(id)
    await service.administration.erasePerson(by, undefined, { name: body.name })
    const ids = [...kept, other].map(({ id }) => id)
    const { rows } = await sql`select 1 from plans where plan_id = any(${ids}::text[])`.execute(db.connection)
    expect(rows).toEqual([])
  })

  test('the names of a person are erased with the plan that holds them, and old plans are pruned', async () => {
    const plan = await planOf({ name: 'Erasmus Testperson' })
    const other = await planOf({ name: 'nobody' })
    await service.administration.erasePerson(by, undefined, { name: 'Erasmus Testperson' })
    expect((await agent.call('deploy', { plan_id: plan.plan_id, idempotency_key: 'gone' })).problem.code).toBe(
      'not-found',
    )
    await change(other, "planned_at = planned_at - interval '25 hours'")
    await service.administration.prunePast(by, undefined)
    expect((await agent.call('deploy', { plan_id: other.plan_id, idempotency_key: 'old' })).problem.code).toBe(
      'not-found',
    )
  })
})

/** Signed-in people use what their role permits, and everything they do names them. */

import { useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { makeTestSessions, signInTo } from '@service/foundation-testing/people.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const wanted = { gpu_type: 'H100', image: 'sim/ok', wait_seconds: 0 }

/** Of every response here, what a test looks at. */
type Body = { deployment_id: string; created_by: string | null; code: string; events: { type: string }[] }

describe.each(featureEngines)('people on $name', (engine) => {
  const sessions = makeTestSessions()
  const service = useService(engine, { sessions })
  const company = beforeTests(() => service.newCompany())

  const signIn = async (role: string) => {
    const { userId, call } = await signInTo<Body>(service, sessions, company.companyId, role)
    return { actor: `user:${userId}`, call }
  }

  test('a member deploys, stops and deletes, and the deployment and its events name the person', async () => {
    const [maker, stopper, remover] = [await signIn('member'), await signIn('member'), await signIn('admin')]
    const made = await maker.call('POST', '/v1/compute/deploy', wanted)
    expect(made).toMatchObject({ status: 200, body: { created_by: maker.actor } })
    const path = `/v1/compute/deployments/${made.body.deployment_id}`
    expect((await stopper.call('GET', path)).body).toMatchObject({ created_by: maker.actor })
    expect((await stopper.call('POST', `${path}/stop?wait_seconds=20`)).body).toMatchObject({ status: 'stopped' })
    const { events } = (await remover.call('GET', `${path}/events`)).body
    const causes = new Map(events.map((event) => [event.type, event]))
    expect(causes.get('provisioning')).toMatchObject({ actor: 'user', caused_by: maker.actor })
    expect(causes.get('stopping')).toMatchObject({ actor: 'user', caused_by: stopper.actor })
    expect(causes.get('stopped')).toMatchObject({ actor: 'system', caused_by: null })
    expect((await remover.call('DELETE', path)).status).toBe(204)
    const { rows } = await sql`
      select created_by, deleted_by from deployments where deployment_id = ${made.body.deployment_id}`.execute(
      service.administration.db.connection,
    )
    expect(rows).toMatchObject([{ createdBy: maker.actor, deletedBy: remover.actor }])
  })

  test('a viewer and an analyst read, and are refused to deploy and to stop', async () => {
    const { body } = await (await signIn('member')).call('POST', '/v1/compute/deploy', wanted)
    const path = `/v1/compute/deployments/${body.deployment_id}`
    for (const role of ['viewer', 'analyst']) {
      const { call } = await signIn(role)
      expect((await call('GET', path)).status).toBe(200)
      for (const [method, refusedPath, sent] of [
        ['POST', '/v1/compute/deploy', wanted],
        ['POST', `${path}/stop`, undefined],
        ['DELETE', path, undefined],
      ] as const) {
        const refused = await call(method, refusedPath, sent)
        expect([refused.status, refused.body.code], `${role} ${refusedPath}`).toEqual([403, 'forbidden'])
      }
    }
  })

  test('deployments of the previous release, which recorded no actor, are shown without one', async () => {
    const { call } = await signIn('member')
    const { body } = await call('POST', '/v1/compute/deploy', wanted)
    const { connection } = service.administration.db
    await sql`update deployments set created_by = null where deployment_id = ${body.deployment_id}`.execute(connection)
    await sql`
      update deployment_events set caused_by = null where deployment_id = ${body.deployment_id}`.execute(connection)
    const path = `/v1/compute/deployments/${body.deployment_id}`
    expect((await call('GET', path)).body.created_by).toBeNull()
    const { events } = (await call('GET', `${path}/events`)).body
    expect(events.at(-1)).toMatchObject({ type: 'provisioning', actor: 'user', caused_by: null })
  })
})

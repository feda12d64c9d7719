/** Signed-in people use what their role permits, and everything they do names them. */

import * as audit from '@service/foundation/audit/audit.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { makeTestSessions, signInTo } from '@service/foundation-testing/people.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const listed = 'Ismail Abdul Salah Haniya'

/** Of every response here, what a test looks at. */
type Body = {
  webhookId: string
  code: string
  screeningId: string
  verdictId: string
  matches: { entityId: string }[]
  verdicts: unknown[]
}

describe.each(featureEngines)('people on $name', (engine) => {
  const sessions = makeTestSessions()
  const service = useService(engine, { sessions })
  const company = beforeTests(() => service.newCompany())

  const signIn = (role: string) => signInTo<Body>(service, sessions, company.companyId, role)
  const screened = `/api/v1/screen?${new URLSearchParams({ name: listed, threshold: '0.7' })}`

  test('an analyst screens and gives a verdict, and record, verdict and audit name the person', async () => {
    const { userId, call } = await signIn('analyst')
    const { status, body } = await call('GET', screened)
    expect(status).toBe(200)
    expect(body.matches.length).toBeGreaterThan(0)
    const { screeningId, matches } = body
    const shown = { keyId: null, actor: `user:${userId}` }
    expect((await call('GET', `/api/v1/screenings/${screeningId}`)).body).toMatchObject(shown)
    const given = { entityId: matches[0]?.entityId, verdict: 'false-match' }
    const verdict = await call('POST', `/api/v1/screenings/${screeningId}/verdicts`, given)
    expect(verdict).toMatchObject({ status: 201, body: shown })
    const [event] = await audit.list(service.administration.db.connection, { target: verdict.body.verdictId }, 1)
    expect(event).toMatchObject({ actor: `user:${userId}`, action: 'verdict.give' })
  })

  test('a viewer reads what others screened, and is refused to screen, to give a verdict and to hold', async () => {
    const { body } = await (await signIn('analyst')).call('GET', screened)
    const { call } = await signIn('viewer')
    const record = `/api/v1/screenings/${body.screeningId}`
    expect((await call('GET', record)).status).toBe(200)
    expect((await call('GET', '/api/v1/subjects')).status).toBe(200)
    const given = { entityId: body.matches[0]?.entityId, verdict: 'true-match' }
    for (const [method, path, sent] of [
      ['GET', screened, undefined],
      ['POST', '/api/v1/screen/batch', { names: [{ name: listed }] }],
      ['POST', `${record}/verdicts`, given],
      ['PUT', `${record}/legal-hold`, { held: true }],
      ['GET', '/api/v1/webhooks', undefined],
    ] as const) {
      const refused = await call(method, path, sent)
      expect([refused.status, refused.body.code], path).toEqual([403, 'forbidden'])
    }
  })

  test('a member registers a webhook, and the audit names the person', async () => {
    const { userId, call } = await signIn('member')
    const { status, body } = await call('POST', '/api/v1/webhooks', { url: 'http://127.0.0.1:4321/hook' })
    expect(status).toBe(201)
    const [event] = await audit.list(service.administration.db.connection, { target: body.webhookId }, 1)
    expect(event).toMatchObject({ actor: `user:${userId}`, action: 'webhook.create' })
  })

  test('a record and a verdict of the previous release, which stored keys only, name their key', async () => {
    const { connection } = service.administration.db
    const { call } = await signIn('analyst')
    const { body } = await call('GET', screened)
    const record = `/api/v1/screenings/${body.screeningId}`
    await call('POST', `${record}/verdicts`, { entityId: body.matches[0]?.entityId, verdict: 'true-match' })
    await sql`update screenings set actor = null, key_id = 'key_old' where id = ${body.screeningId}`.execute(connection)
    await sql`
      update verdicts set actor = null, key_id = 'key_old' where screening_id = ${body.screeningId}`.execute(connection)
    const shown = { keyId: 'key_old', actor: 'key:key_old' }
    expect((await call('GET', record)).body).toMatchObject(shown)
    expect((await call('GET', `${record}/verdicts`)).body.verdicts[0]).toMatchObject(shown)
  })
})

/** What the people of a company administer themselves, by their sessions. */
import { useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { newPerson, sessionHeaders } from '@service/foundation-testing/signed-in.ts'
import { describe, expect, test } from 'vitest'

type Key = {
  id: string
  status: string
  scopes: string[]
  name: string
  expires_at: string | null
  replaced_by: string | null
  created_by: { id: string; name: string; has_left: boolean }
}
type Event = { action: string; actor: string; actor_name: string; target: string; after: Record<string, unknown> }
type Body = {
  code: string
  key: Key
  keys: Key[]
  secret: string
  events: Event[]
  next_cursor: string | null
  name: string
  time_zone: string
  requests_used: number
  details: { path: string }[]
}

describe.each(featureEngines)('self-service on $name', (engine) => {
  const service = useService(engine)
  const company = beforeTests(() => service.newCompany())

  async function signIn(role = 'owner') {
    const { userId } = await newPerson(service, company.companyId, { role })
    const headers = await sessionHeaders(service, { userId, companyId: company.companyId })
    const call = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return { status: response.status, text, body: (isJson ? JSON.parse(text) : undefined) as Body }
    }
    return { userId, call }
  }
  const withKey = (secret: string) =>
    fetch(`${service.baseUrl}/v1/pricing`, { headers: { Authorization: `Bearer ${secret}` } })

  test('an admin makes a key, which works, changes it, rotates it and revokes it', async () => {
    const { userId, call } = await signIn('admin')
    const made = await call('POST', '/auth/keys', { name: 'CI' })
    expect(made.status).toBe(201)
    const { key, secret } = made.body
    expect(key).toMatchObject({
      name: 'CI',
      scopes: ['deployments:read'],
      status: 'active',
      created_by: { id: userId, name: 'Grace Person', has_left: false },
    })
    expect((await withKey(secret)).status).toBe(200)

    const path = `/auth/keys/${key.id}`
    const changed = await call('PATCH', path, { scopes: ['deployments:read', 'deployments:write'] })
    expect(changed.body).toMatchObject({ name: 'CI', scopes: ['deployments:read', 'deployments:write'] })

    const rotated = await call('POST', `${path}/rotate`, { overlap_seconds: 0 })
    expect(rotated.status).toBe(201)
    expect((await withKey(rotated.body.secret)).status).toBe(200)
    await expect.poll(async () => (await withKey(secret)).status).toBe(401)
    const { keys } = (await call('GET', '/auth/keys')).body
    expect(keys.find(({ id }) => id === key.id)).toMatchObject({
      status: 'revoked',
      replaced_by: rotated.body.key.id,
    })

    expect((await call('DELETE', `/auth/keys/${rotated.body.key.id}`)).status).toBe(204)
    await expect.poll(async () => (await withKey(rotated.body.secret)).status).toBe(401)
    expect((await call('POST', `${path}/rotate`, {})).status).toBe(409)
  })

  test('nobody gives a key what it cannot have, a time that has passed, or another company’s', async () => {
    const { call } = await signIn()
    expect((await call('POST', '/auth/keys', { name: 'x', scopes: ['people:manage'] })).status).toBe(400)
    const late = await call('POST', '/auth/keys', { name: 'x', expires_at: '2020-01-01T00:00:00Z' })
    expect([late.status, late.body.details]).toMatchObject([400, [{ path: 'expires_at' }]])
    const other = await service.newCompany()
    const { keyId } = await service.newKey(other)
    for (const [method, path, body] of [
      ['PATCH', `/auth/keys/${keyId}`, { name: 'mine' }],
      ['POST', `/auth/keys/${keyId}/rotate`, {}],
      ['DELETE', `/auth/keys/${keyId}`, undefined],
    ] as const) {
      const { status, body: sent } = await call(method, path, body)
      expect([status, sent.code], path).toEqual([404, 'not-found'])
    }
  })

  test('keys come page by page, and one whose maker has left says so', async () => {
    const { call } = await signIn()
    const maker = await signIn('admin')
    await maker.call('POST', '/auth/keys', { name: 'Left behind' })
    expect((await call('DELETE', `/auth/members/${maker.userId}`)).status).toBe(204)
    const first = await call('GET', '/auth/keys?limit=1')
    expect(first.body.keys).toMatchObject([{ name: 'Left behind', created_by: { has_left: true } }])
    const second = await call('GET', `/auth/keys?limit=1&cursor=${first.body.next_cursor}`)
    expect(second.body.keys).toHaveLength(1)
    expect(second.body.keys[0]!.id < first.body.keys[0]!.id).toBe(true)
  })

  test('the audit says who did what, of this company alone, filtered, by page and as CSV', async () => {
    const { userId, call } = await signIn()
    const { body } = await call('POST', '/auth/keys', { name: '=SUM(A1)' })
    const shown = (await call('GET', `/auth/audit?target=${body.key.id}`)).body.events
    expect(shown).toMatchObject([
      { action: 'key.create', actor: `user:${userId}`, actor_name: 'Grace Person', after: { created_by: userId } },
    ])
    const mine = (await call('GET', `/auth/audit?actor=user:${userId}&action=key&limit=1`)).body
    expect([mine.events.length, mine.next_cursor]).toEqual([1, null])
    expect((await call('GET', '/auth/audit?action=company.create')).body.events).toHaveLength(1)
    const csv = (await call('GET', `/auth/audit?target=${body.key.id}&format=csv`)).text
    expect(csv.split('\r\n')[0]).toBe('at,actor,name,action,target,before,after,request,id')
    expect(csv).toContain(`user:${userId},Grace Person,key.create`)
    expect((await (await signIn('member')).call('GET', '/auth/audit')).status).toBe(403)
  })

  test('the company has its settings and its use, and an admin changes its name and time zone', async () => {
    const { call } = await signIn('viewer')
    const before = (await call('GET', '/auth/company')).body
    expect(before).toMatchObject({ time_zone: 'UTC', requests_used: expect.any(Number) })
    expect((await call('PATCH', '/auth/company', { name: 'Mine' })).status).toBe(403)
    const admin = await signIn('admin')
    const changed = await admin.call('PATCH', '/auth/company', { name: 'Renamed', time_zone: 'Asia/Tokyo' })
    expect(changed.body).toMatchObject({ name: 'Renamed', time_zone: 'Asia/Tokyo' })
    const fault = await admin.call('PATCH', '/auth/company', { time_zone: 'Mars' })
    expect([fault.status, fault.body.details]).toMatchObject([400, [{ path: 'time_zone' }]])
    expect((await admin.call('PATCH', '/auth/company', { monthly_quota: 5 })).status).toBe(400)
  })
})

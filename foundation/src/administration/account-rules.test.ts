import { testAccess } from '@service/foundation-testing/access.ts'
import { ownCompany, ownUser, testRules } from '@service/foundation-testing/administration-rules.ts'
import { describe, expect, test } from 'vitest'
import { makeAccountRules } from './account-acts.ts'
import { guarded } from './administrator.ts'

const accountRules = makeAccountRules(testAccess)
const everything = [...testAccess.permissionsOf('owner')]

describe('each command and query on accounts', () => {
  testRules(accountRules, everything, {
    createCompany: ['operator', { slug: 'new', name: 'New' }],
    changeCompany: ['company:manage', ownCompany, { name: 'Renamed', timeZone: 'UTC' }],
    createUser: ['people:manage', { companyId: ownCompany, email: 'a@b.example', name: 'A', role: 'viewer' }],
    inviteUser: ['people:manage', { companyId: ownCompany, email: 'a@b.example', name: 'A', role: 'viewer' }],
    makeAccountLink: ['people:manage', ownCompany, 'usr_1'],
    makeEntryLink: ['operator', ownCompany, 'usr_1'],
    changeMember: ['people:manage', ownCompany, 'usr_1', { role: 'viewer' }],
    removeMember: ['people:manage', ownCompany, 'usr_1'],
    endMemberSessions: ['people:manage', ownCompany, 'usr_1'],
    removeMemberFactor: ['people:manage', ownCompany, 'usr_1'],
    listMembers: ['people:manage', ownCompany, { limit: 1 }],
    listMemberSessions: ['people:manage', ownCompany, 'usr_1'],
    listAccountMessages: ['operator', ownCompany],
    setLegalHold: ['operator', ownCompany, 'usr_1', true],
    setOperator: ['operator', ownCompany, 'usr_1', true],
    listOperators: ['operator'],
    createKey: ['keys:manage', { companyId: ownCompany, createdBy: ownUser, name: 'ci', scopes: ['alerts:read'] }],
    changeKey: ['keys:manage', ownCompany, 'key_1', { name: 'ci' }],
    revokeKey: ['keys:manage', ownCompany, 'key_1'],
    rotateKey: ['keys:manage', ownCompany, 'key_1', { overlapMs: 0 }],
    resealSecrets: ['operator'],
    erasePerson: ['operator', ownCompany, { name: 'Ann Lee' }],
    prunePast: ['operator', undefined],
    backUp: ['operator', 'file'],
    restore: ['operator', 'file'],
    listCompanies: ['operator'],
    readCompany: ['nothing', ownCompany],
    listUsers: ['people:manage', ownCompany],
    readUser: ['people:manage', ownCompany, 'usr_1'],
    listKeys: ['keys:manage', ownCompany],
    findKey: ['operator', 'key_1'],
    listAuditEvents: ['audit:read', { companyId: ownCompany }, 50],
    readActorNames: ['audit:read', ownCompany, []],
    readQuota: ['nothing', ownCompany, '2026-11'],
    readDailyUse: ['keys:manage', ownCompany, '2026-11'],
    previewErasure: ['operator', ownCompany, { name: 'Ann Lee' }],
  })
})

describe('rules that depend on the arguments', () => {
  const acts = guarded(
    {
      changeCompany: done,
      createUser: done,
      createKey: done,
      changeKey: done,
      listAuditEvents: done,
      readCompany: done,
    } as never,
    accountRules,
  )
  const a = (role: string) => ({
    actor: { kind: 'user' as const, id: ownUser },
    companyId: ownCompany,
    permissions: testAccess.permissionsOf(role),
    limits: { requestsPerMinute: 1, monthlyQuota: 1 },
    requestId: null,
    session: { id: 'ses_1', isFresh: true },
  })
  const forbidden = { code: 'forbidden' }
  const aUser = { companyId: ownCompany, email: 'a@b.example', name: 'A' }
  const aKey = { companyId: ownCompany, createdBy: ownUser, name: 'ci' }

  test('only the operator changes the limits of a company', async () => {
    for (const limit of [{ requestsPerMinute: 9 }, { monthlyQuota: 9 }]) {
      await expect(acts.changeCompany(a('owner'), ownCompany, limit)).rejects.toMatchObject(forbidden)
    }
  })

  test('only an owner makes owners', async () => {
    await expect(acts.createUser(a('admin'), { ...aUser, role: 'owner' })).rejects.toMatchObject(forbidden)
    expect(await acts.createUser(a('owner'), { ...aUser, role: 'owner' })).toBe('done')
  })

  test('a user cannot give a key permissions beyond their role, or make one in another’s name', async () => {
    const poor = { ...a('admin'), permissions: new Set(['keys:manage', 'alerts:read']) }
    expect(await acts.createKey(poor, { ...aKey, scopes: ['alerts:read'] })).toBe('done')
    const scopes = ['alerts:read', 'webhooks:manage']
    await expect(acts.createKey(poor, { ...aKey, scopes })).rejects.toMatchObject(forbidden)
    await expect(acts.changeKey(poor, ownCompany, 'key_1', { scopes })).rejects.toMatchObject(forbidden)
    // Those of a new key that names none: `screening:read` is among them.
    await expect(acts.createKey(poor, aKey)).rejects.toMatchObject(forbidden)
    expect(await acts.createKey(a('admin'), aKey)).toBe('done')
    await expect(acts.createKey(poor, { ...aKey, createdBy: 'usr_other' })).rejects.toMatchObject(forbidden)
  })

  test('what is dangerous needs a fresh proof, of people alone', async () => {
    const stale = { ...a('owner'), session: { id: 'ses_1', isFresh: false } }
    const stepUp = { code: 'step-up-required' }
    await expect(acts.createUser(stale, aUser)).rejects.toMatchObject(stepUp)
    await expect(acts.createKey(stale, aKey)).rejects.toMatchObject(stepUp)
    await expect(acts.changeKey(stale, ownCompany, 'key_1', {})).rejects.toMatchObject(stepUp)
    expect(await acts.changeCompany(stale, ownCompany, { name: 'B' })).toBe('done')
    const { session: _none, ...withoutSession } = a('owner')
    await expect(acts.createUser(withoutSession, aUser)).rejects.toMatchObject(stepUp)
  })

  test('only the operator reads the audit of all companies', async () => {
    await expect(acts.listAuditEvents(a('owner'), {}, 50)).rejects.toMatchObject(forbidden)
  })

  test('a key may do what one of its scopes says in its own company, and nothing else', async () => {
    const listed = guarded(
      { list: done } as never,
      {
        list: (companyId: string) => ({ companyId, permission: 'alerts:read' }),
      } as never,
    ) as { list: (by: unknown, companyId: string) => Promise<string> }
    const key = { ...a('owner'), actor: { kind: 'key' as const, id: 'key_1' }, permissions: new Set(['alerts:read']) }
    expect(await listed.list(key, ownCompany)).toBe('done')
    await expect(listed.list({ ...key, permissions: new Set() }, ownCompany)).rejects.toMatchObject(forbidden)
    await expect(listed.list(key, 'cmp_other')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a key makes neither people nor keys, whatever scopes it has', async () => {
    const key = { ...a('owner'), actor: { kind: 'key' as const, id: 'key_1' }, permissions: new Set(testAccess.scopes) }
    await expect(acts.createUser(key, aUser)).rejects.toMatchObject(forbidden)
    // Not even what everybody in the company may do.
    await expect(acts.readCompany(key, ownCompany)).rejects.toMatchObject(forbidden)
  })
})

async function done(): Promise<string> {
  return 'done'
}

import { randomBytes } from 'node:crypto'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { anAdministration } from '@service/foundation-testing/administration.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administration } from '../administration/administration.ts'
import * as audit from '../audit/audit.ts'
import { makeNewId } from '../new-id.ts'
import * as users from '../users/user-store.ts'
import type { Redactor } from './model/eraser.ts'
import { redactJson, redactText } from './model/redact-text.ts'

test.each([
  ["Ada Lovelace's laptop", ['ada lovelace'], "[redacted]'s laptop"],
  ['ADA  LOVELACE and Ada\tLovelace', ['Ada Lovelace'], '[redacted] and [redacted]'],
  ['Joann Leeds', ['Ann Lee'], 'Joann Leeds'],
  ['E\u0301lodie', ['Élodie'], '[redacted]'],
  ['ÉLODIE', ['élodie'], '[redacted]'],
  ['Ann-Lee (a+b) [x]', ['Ann-Lee', '(a+b)'], '[redacted] [redacted] [x]'],
  ['ada@acme.example, bada@acme.example', ['ada@acme.example'], '[redacted], bada@acme.example'],
  ['Нина Петрова', ['нина петрова'], '[redacted]'],
  ['电话：李小龙的手机', ['李小龙'], '电话：[redacted]的手机'],
  ['김철수의 키', ['김철수'], '[redacted]의 키'],
  ['nothing here', ['Ada'], 'nothing here'],
  ['no mentions', [], 'no mentions'],
])('%s without %j is %s', (text, mentions, expected) => {
  expect(redactText(text, mentions)).toBe(expected)
})

test('redacting twice is the same as once, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 3 }), (text, mention) => {
      fc.pre(!'[redacted]'.includes(mention.trim().toLowerCase()))
      const once = redactText(`${text} ${mention} ${text}`, [mention])
      expect(redactText(once, [mention])).toBe(once)
    }),
  )
})

test('field names and values other than text stay', () => {
  expect(redactJson({ ada: ['Ada', { n: 1, b: true, x: null }] }, ['ada'])).toEqual({
    ada: ['[redacted]', { n: 1, b: true, x: null }],
  })
})

describe.each(databaseEngines)('erasure on $name', ({ create }) => {
  let db: TestDatabase
  let admin: Administration
  let acme: string
  let other: string
  let round = 0
  const now = () => new Date('2026-11-20T09:00:00Z')
  const newId = makeNewId({ now, randomBytes })

  beforeAll(async () => {
    db = await create()
    admin = anAdministration({ db, now, newId })
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    round += 1
    acme = (await admin.createCompany(by, { slug: `acme-${round}`, name: 'Acme' })).id
    other = (await admin.createCompany(by, { slug: `other-${round}`, name: 'Other' })).id
  })

  const aUser = (companyId: string, email: string, name: string) => admin.createUser(by, { companyId, email, name })
  const everything = async () => {
    const { rows } = await sql<{ text: string }>`
      select string_agg(text, ' ') as text from (
        select u::text as text from users u union all select k::text from api_keys k
        union all select a::text from audit_events a) as all_rows`.execute(db.connection)
    return rows[0]!.text
  }

  test('a person leaves no trace but ids, times and hashes', async () => {
    const person = { email: `trace-${round}@acme.example`, name: `Tracy Trace${round}` }
    const user = await aUser(acme, person.email, person.name)
    await admin.createKey(by, { companyId: acme, createdBy: user.id, name: `${person.name}'s laptop` })
    expect(await everything()).toContain(person.name)

    const report = await admin.erasePerson(by, undefined, { email: person.email })

    expect(report).toEqual({
      users: { redacted: 1, held: 0 },
      keys: { redacted: 1, held: 0 },
      audit: { redacted: 2, held: 0 },
    })
    const left = await everything()
    for (const text of [person.email, person.name]) expect(left.toLowerCase()).not.toContain(text.toLowerCase())
    expect(await users.find(db.connection, acme, user.id)).toMatchObject({
      id: user.id,
      email: null,
      name: null,
      createdAt: user.createdAt,
      erasedAt: now(),
    })
    const { rows } = await sql<{ length: number }>`
      select octet_length(original_sha256) as length from users where id = ${user.id}
      union all select octet_length(original_sha256) from audit_events where target = ${user.id}`.execute(db.connection)
    expect(rows.map(({ length }) => length)).toEqual([32, 32])
  })

  test('the event of an erasure counts and does not name', async () => {
    const user = await aUser(acme, `named-${round}@acme.example`, 'Nora Named')
    await admin.erasePerson(by, acme, { name: 'nora  NAMED' })
    const [event] = await audit.list(db.connection, { companyId: acme }, 1)
    expect(event).toMatchObject({ action: 'person.erase', target: 'person', before: null, actor: 'operator:test' })
    expect(event?.after).toMatchObject({ users: { redacted: 1, held: 0 } })
    expect(JSON.stringify(event).toLowerCase()).not.toContain('nora')
    expect((await users.find(db.connection, acme, user.id))?.name).toBeNull()
  })

  test('a preview counts the same and changes nothing', async () => {
    await aUser(acme, `preview-${round}@acme.example`, 'Petra Preview')
    const before = await everything()
    const person = { name: 'Petra Preview' }
    const preview = await admin.previewErasure(by, acme, person)
    expect(await everything()).toBe(before)
    expect(await admin.erasePerson(by, acme, person)).toEqual(preview)
  })

  test('erasing again finds nothing', async () => {
    await aUser(acme, `again-${round}@acme.example`, 'Agatha Again')
    const person = { email: `AGAIN-${round}@acme.example` }
    await admin.erasePerson(by, undefined, person)
    const nothing = { redacted: 0, held: 0 }
    expect(await admin.erasePerson(by, undefined, person)).toEqual({
      users: nothing,
      keys: nothing,
      audit: nothing,
    })
  })

  test('a person under legal hold stays, with their events, until the hold ends', async () => {
    const user = await aUser(acme, `held-${round}@acme.example`, 'Hella Held')
    const person = { name: 'Hella Held' }
    await admin.setLegalHold(by, acme, user.id, true)
    expect(await admin.erasePerson(by, acme, person)).toMatchObject({
      users: { redacted: 0, held: 1 },
      audit: { redacted: 0, held: 1 },
    })
    expect((await users.find(db.connection, acme, user.id))?.name).toBe('Hella Held')
    await admin.setLegalHold(by, acme, user.id, false)
    expect(await admin.erasePerson(by, acme, person)).toMatchObject({
      users: { redacted: 1 },
      audit: { redacted: 1 },
    })
  })

  test('an e-mail address decides between two people of one name', async () => {
    const [one, two] = [
      await aUser(acme, `one-${round}@x.example`, 'Same Name'),
      await aUser(acme, `two-${round}@x.example`, 'Same Name'),
    ]
    await admin.erasePerson(by, acme, { email: `one-${round}@x.example` })
    expect((await users.find(db.connection, acme, one.id))?.email).toBeNull()
    expect((await users.find(db.connection, acme, two.id))?.email).not.toBeNull()
  })

  test('an erasure in one company leaves the same name in others', async () => {
    await aUser(acme, `here-${round}@x.example`, 'Double Ganger')
    const elsewhere = await aUser(other, `there-${round}@x.example`, 'Double Ganger')
    await admin.createKey(by, { companyId: other, createdBy: elsewhere.id, name: 'Double Ganger' })
    await admin.erasePerson(by, undefined, { email: `here-${round}@x.example` })
    expect(await audit.list(db.connection, { companyId: other, target: elsewhere.id }, 1)).toMatchObject([
      { after: { name: 'Double Ganger' }, redactedAt: null },
    ])
    expect(await admin.previewErasure(by, other, { name: 'Double Ganger' })).toMatchObject({ keys: { redacted: 1 } })
  })

  test.each([{}, { name: '' }, { name: ' a ' }, { email: 'ab' }, { name: 'Ada Lovelace', email: '' }])(
    '%j is refused as a name',
    async (person) => {
      await expect(admin.erasePerson(by, undefined, person)).rejects.toMatchObject({ code: 'invalid-request' })
    },
  )

  test("a feature's redactor runs in the same transaction, and its failure undoes the others", async () => {
    const user = await aUser(acme, `atomic-${round}@acme.example`, 'Atom Atomic')
    const failing: Redactor = {
      name: 'screenings',
      async redact(_tx, { mentions }) {
        expect(mentions).toContainEqual({ companyId: acme, text: `atomic-${round}@acme.example` })
        throw new Error('out of order')
      },
    }
    const own = anAdministration({ db, now, newId, redactors: [failing] })
    await expect(own.erasePerson(by, acme, { name: 'Atom Atomic' })).rejects.toThrow('out of order')
    expect((await users.find(db.connection, acme, user.id))?.name).toBe('Atom Atomic')
  })
})

import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { by, refusalOf } from '@service/foundation-testing/webhooks/administration.ts'
import { aCompany, anEvent, deliveriesOf, happen } from '@service/foundation-testing/webhooks/deliveries.ts'
import { type OneWebhook, useWebhook } from '@service/foundation-testing/webhooks/one-webhook.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeErasePerson } from '../../erasure/erase-person.ts'
import { webhookRedactors } from './redactors.ts'

const person = { name: 'Élodie Example' }
const naming = { data: JSON.stringify({ deep: [{ query: 'about E\u0301LODIE  example, again' }] }) }

describe.each(databaseEngines)('erasure of what webhooks keep, on $name', ({ create }) => {
  const db = beforeTests(create, (db) => db.drop())
  let setup: OneWebhook
  useWebhook(db, (environment) => {
    setup = environment
  })

  const erase = (of = setup.companyId) =>
    makeErasePerson({ ...setup, redactors: webhookRedactors() }).erase(by, of, person)
  const states = async () => (await deliveriesOf(db, setup.companyId)).map(({ state, reason }) => [state, reason])
  const textOf = async (table: 'events' | 'webhook_attempts'): Promise<string> => {
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(t) - 'answer' || jsonb_build_object('answer', encode(${
        table === 'events' ? sql`''::bytea` : sql`t.answer`
      }, 'escape')) as text
        from ${sql.table(table)} t where company_id = ${setup.companyId}`.execute(db.connection)
    return JSON.stringify(rows)
  }

  test('an event that names the person keeps id, time, kind and a hash; others stay', async () => {
    await setup.deliver()
    const [named, other] = [
      anEvent(setup.companyId, naming),
      anEvent(setup.companyId, { data: '{"query":"Jane Doe"}' }),
    ]
    await happen(db, [named, other])
    await expect.poll(states).toEqual([
      ['succeeded', null],
      ['succeeded', null],
    ])
    expect(await erase()).toEqual({
      events: { redacted: 1, held: 0 },
      'webhook answers': { redacted: 0, held: 0 },
      webhooks: { redacted: 0, held: 0 },
    })
    expect((await textOf('events')).toLowerCase()).not.toContain('lodie')
    const { rows } = await sql<{ length: number }>`
      select octet_length(original_sha256) as length from events where id = ${named.id} and at = ${named.at}`.execute(
      db.connection,
    )
    expect(rows).toEqual([{ length: 32 }])

    const shown = await setup.listDeliveries(setup.companyId, setup.webhookId, {}, 5)
    const [of, ofOther] = [named, other].map(({ id }) => shown.find(({ eventId }) => eventId === id)!)
    expect(of).toMatchObject({ state: 'succeeded', kind: 'test.happened', redactedAt: expect.any(Date) })
    const id = { companyId: setup.companyId, webhookId: setup.webhookId, deliveryId: of!.id }
    expect((await setup.readDelivery(id)).body).toBeUndefined()
    expect(await refusalOf(() => setup.resendDelivery(by, id))).toContain('a person was erased from it')
    expect((await setup.readDelivery({ ...id, deliveryId: ofOther!.id })).body).toContain('Jane Doe')
    expect(await erase()).toMatchObject({ events: { redacted: 0 } })
  })

  test('pending deliveries end, and failed ones cannot be resent', async () => {
    setup.receiver.respond = (_post, response) => void response.writeHead(500).end()
    await setup.deliver()
    await happen(db, [anEvent(setup.companyId, naming)])
    await expect.poll(() => setup.receiver.received.length).toBe(1)
    await erase()
    expect(await states()).toEqual([['failed', 'content-erased']])
    expect(await setup.resendFailed.preview(setup.companyId, setup.webhookId, { since: new Date(0) })).toBe(0)
    await new Promise((resolve) => setTimeout(resolve, 2_500)) // the next attempt was due after two seconds
    expect(setup.receiver.received).toHaveLength(1)
  })

  test('an erased event without deliveries yet is never sent', async () => {
    await happen(db, [anEvent(setup.companyId, naming), anEvent(setup.companyId)])
    await erase()
    await setup.deliver()
    await expect.poll(states).toEqual([['succeeded', null]])
    await happen(db, [anEvent(setup.companyId)])
    await expect.poll(states).toEqual([
      ['succeeded', null],
      ['succeeded', null],
    ])
    expect(setup.receiver.received).toHaveLength(2)
  })

  test('an attempt in flight during the erasure changes nothing', async () => {
    let respond = () => {}
    setup.receiver.respond = (_post, response) => {
      respond = () => void response.end('Élodie Example is known here')
    }
    await setup.deliver()
    await happen(db, [anEvent(setup.companyId, naming)])
    await expect.poll(() => setup.receiver.received.length).toBe(1)
    await erase()
    respond()
    await setup.stop()
    expect(await states()).toEqual([['failed', 'content-erased']])
    expect(await textOf('webhook_attempts')).toBe('[]')
  })

  test.each([
    ['as it is', 'Known here: ÉLODIE EXAMPLE.'],
    ['in JSON', JSON.stringify({ error: 'duplicate', name: 'Élodie\tExample' })],
    ['in JSON with escapes', '{"name":"\\u00c9lodie Example"}'],
    ['in JSON that was cut short', '{"name":"\\u00c9lodie Example","more":"'],
  ])('a response that names the person %s is erased, and its attempt stays', async (_name, text) => {
    setup.receiver.respond = (_post, response) => void response.end(text)
    await setup.deliver()
    await happen(db, [anEvent(setup.companyId)])
    await expect.poll(states).toEqual([['succeeded', null]])
    expect(await erase()).toMatchObject({ events: { redacted: 0 }, 'webhook answers': { redacted: 1, held: 0 } })
    const [attempt] = await setup.listAttempts(setup.companyId, setup.webhookId, {}, 5)
    expect(attempt).toMatchObject({ number: 1, status: 200, answer: null, redactedAt: expect.any(Date) })
    const { rows } = await sql<{ length: number }>`
      select octet_length(original_sha256) as length from webhook_attempts where company_id = ${setup.companyId}`.execute(
      db.connection,
    )
    expect(rows).toEqual([{ length: 32 }])
    expect(await erase()).toMatchObject({ 'webhook answers': { redacted: 0 } })
  })

  test('responses to a redacted event are erased, whatever they say', async () => {
    setup.receiver.respond = (_post, response) => void response.end('born 1963')
    await setup.deliver()
    await happen(db, [anEvent(setup.companyId, naming)])
    await expect.poll(states).toEqual([['succeeded', null]])
    await erase()
    expect(await setup.listAttempts(setup.companyId, setup.webhookId, {}, 5)).toMatchObject([
      { answer: null, redactedAt: expect.any(Date) },
    ])
  })

  test("the person is erased from a registration's description, and another company's data stays", async () => {
    const other = await aCompany(db)
    const describe = { url: setup.receiver.url, description: "Élodie Example's receiver" }
    const mine = (await setup.createWebhook(by, setup.companyId, describe)).webhook
    const theirs = (await setup.createWebhook(by, other, describe)).webhook
    await happen(db, [anEvent(other, naming)])
    expect(await erase()).toMatchObject({ events: { redacted: 0 }, webhooks: { redacted: 1, held: 0 } })
    expect((await setup.readWebhook(setup.companyId, mine.id)).description).toBe("[redacted]'s receiver")
    expect((await setup.readWebhook(other, theirs.id)).description).toBe(describe.description)
  })

  test('all events are checked when there is more than a page', async () => {
    const many = Array.from({ length: 1_500 }, (_, n) => anEvent(setup.companyId, n % 500 === 499 ? naming : {}))
    await happen(db, many)
    expect(await erase()).toMatchObject({ events: { redacted: 3 } })
  })
})

import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import {
  aWebhookAdministration,
  by,
  recordedBy,
  refusalOf,
} from '@service/foundation-testing/webhooks/administration.ts'
import { aCompany, anEvent, deliveriesOf, happen } from '@service/foundation-testing/webhooks/deliveries.ts'
import { type ReceivedPost, startReceiver, type TestReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const url = 'https://example.com/hook'
const day = 24 * 3_600_000

describe.each(databaseEngines)('registrations on $name', ({ create }) => {
  let db: TestDatabase
  let admin: ReturnType<typeof aWebhookAdministration>
  let companyId: string
  let delivering: { stop(): Promise<void> } | undefined
  let receiver: TestReceiver | undefined

  beforeAll(async () => {
    db = await create()
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    admin = aWebhookAdministration(db)
    companyId = await aCompany(db)
  })
  afterEach(async () => {
    await delivering?.stop()
    await receiver?.close()
    delivering = receiver = undefined
  })

  const rowsOf = async (companyId: string): Promise<string> => {
    const { rows } = await sql<{ text: string }>`
      select w::text as text from webhooks w where company_id = ${companyId}
      union all select a::text from audit_events a where company_id = ${companyId}`.execute(db.connection)
    return rows.map(({ text }) => text).join('\n')
  }

  test('a new registration is as requested, with defaults for the rest', async () => {
    const { webhook, generatedSecret } = await admin.createWebhook(by, companyId, { url })
    expect(generatedSecret).toBeUndefined()
    expect(webhook).toMatchObject({
      url,
      description: '',
      enabled: true,
      hasSecret: false,
      choices: { loudness: 'loud' },
    })
    expect(webhook.kinds).toBeUndefined()
    const asked = { url, kinds: ['test.other'], choices: { loudness: 'quiet' }, description: ' Ours ', enabled: false }
    const other = (await admin.createWebhook(by, companyId, { ...asked, secret: 'topsecret' })).webhook
    expect(other).toMatchObject({ ...asked, description: 'Ours', hasSecret: true, disabled: { reason: 'by-hand' } })
    expect(await admin.readWebhook(companyId, other.id)).toEqual(other)
    expect(await admin.listWebhooks(companyId, undefined, 10)).toEqual([other, webhook])
  })

  test('a secret is stored sealed, shown once, and in no audit event', async () => {
    const { generatedSecret } = await admin.createWebhook(by, companyId, { url, generateSecret: true })
    expect(generatedSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await admin.createWebhook(by, companyId, { url, secret: 'a secret of mine' })
    const kept = await rowsOf(companyId)
    expect(kept).not.toContain(generatedSecret!.slice(6, 20))
    expect(kept).not.toContain('a secret of mine')
    expect(JSON.stringify(await admin.listWebhooks(companyId, undefined, 10))).not.toMatch(/whsec|of mine|v1\.k1/)
  })

  test('an address is checked, and stored in normal form', async () => {
    const { webhook } = await admin.createWebhook(by, companyId, { url: 'HTTPS://Example.COM:443/a b?q=ü' })
    expect(webhook.url).toBe('https://example.com/a%20b?q=%C3%BC')
    expect(admin.judged).toHaveLength(1)
  })

  test.each([
    ['inside', 'https://inside.example.com/', 'must not lead inside'],
    ['no address', 'example', 'must be a URL'],
    ['too long', `https://example.com/${'a'.repeat(10_000)}`, 'must have at most 2000 characters'],
    ['too long once written out', `https://example.com/${'ü'.repeat(1_000)}`, 'must have at most 2000 characters'],
  ])('an address that is %s is refused, and nothing is stored', async (_name, url, message) => {
    expect(await refusalOf(() => admin.createWebhook(by, companyId, { url }))).toContain(`body.url ${message}`)
    expect(await admin.listWebhooks(companyId, undefined, 10)).toEqual([])
  })

  test.each([
    ['a secret that is empty', { secret: '' }, 'body.secret must have 1 to 500'],
    ['a secret with half of a surrogate pair', { secret: '\udc00' }, 'unpaired surrogate'],
    ['two secrets', { secret: 'mine', generateSecret: true }, 'body.generateSecret'],
    ['a description with NUL', { description: 'a\0b' }, 'body.description must not contain control characters'],
    ['a description with half of a surrogate pair', { description: '\ud800' }, 'body.description'],
    ['a long description', { description: 'a'.repeat(501) }, 'body.description must have at most 500'],
  ])('%s is refused', async (_name, more, message) => {
    expect(await refusalOf(() => admin.createWebhook(by, companyId, { url, ...more }))).toContain(message)
  })

  test('a company has at most 100 registrations, also with concurrent requests', async () => {
    await sql`
      insert into webhooks (id, company_id, url, created_at, updated_at)
      select 'whk_' || ${companyId} || n, ${companyId}, ${url}, now(), now() from generate_series(1, 98) as n`.execute(
      db.connection,
    )
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => refusalOf(() => admin.createWebhook(by, companyId, { url }))),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2)
    expect(outcomes.filter((outcome) => outcome.startsWith('conflict: A company can have at most 100'))).toHaveLength(3)
    const [newest] = await admin.listWebhooks(companyId, undefined, 1)
    await admin.deleteWebhook(by, companyId, newest!.id)
    expect(await refusalOf(() => admin.createWebhook(by, companyId, { url }))).toBe('done')
  })

  test('a change leaves other fields alone, and an audit event records what changed', async () => {
    const asked = { url, kinds: ['test.other'], choices: { loudness: 'quiet' }, description: 'Ours' }
    const { webhook } = await admin.createWebhook(by, companyId, asked)
    const changed = await admin.changeWebhook(by, companyId, webhook.id, { description: 'Yours', kinds: null })
    expect(changed).toMatchObject({ ...asked, kinds: undefined, description: 'Yours' })
    expect(await admin.readWebhook(companyId, webhook.id)).toEqual(changed)
    const [event] = await admin.eventsAbout(webhook.id)
    expect(event).toMatchObject({
      ...recordedBy,
      action: 'webhook.change',
      before: { description: 'Ours', events: ['test.other'] },
      after: { description: 'Yours', events: null },
    })
    await admin.changeWebhook(by, companyId, webhook.id, { description: 'Yours' })
    expect(await admin.eventsAbout(webhook.id)).toHaveLength(2)
  })

  test('an audit event shows that the query of an address changed, but not its value', async () => {
    const { webhook } = await admin.createWebhook(by, companyId, { url: `${url}?token=abc` })
    await admin.changeWebhook(by, companyId, webhook.id, { url: `${url}?token=def` })
    const shown = JSON.stringify(await admin.eventsAbout(webhook.id))
    expect(shown).not.toMatch(/abc|def/)
    expect(shown).toContain(`"after":{"url":"${url}?sha256=`)
  })

  test("another company's registration is not found anywhere, and its address is not checked", async () => {
    const { webhook } = await admin.createWebhook(by, companyId, { url })
    const stranger = await aCompany(db)
    admin.judged.length = 0
    const deliveryId = 'dlv_00000000000000000000000000'
    const asked = (id: string): (() => Promise<unknown>)[] => [
      () => admin.readWebhook(stranger, id),
      () => admin.changeWebhook(by, stranger, id, { url }),
      () => admin.deleteWebhook(by, stranger, id),
      () => admin.rotateSecret(by, stranger, id, { graceMs: 0 }),
      () => admin.sendTestEvent(by, stranger, id, 'test.happened'),
      () => admin.listDeliveries(stranger, id, {}, 10),
      () => admin.readDelivery({ companyId: stranger, webhookId: id, deliveryId }),
      () => admin.listAttempts(stranger, id, {}, 10),
      () => admin.resendDelivery(by, { companyId: stranger, webhookId: id, deliveryId }),
      () => admin.resendFailed.preview(stranger, id, { since: new Date(0) }),
      () => admin.resendFailed.send(by, stranger, id, { since: new Date(0) }),
    ]
    for (const id of [webhook.id, 'whk_00000000000000000000000000'])
      for (const ask of asked(id)) expect(await refusalOf(ask)).toBe('not-found: Webhook not found.')
    expect(admin.judged).toEqual([])
    expect(await admin.listWebhooks(stranger, undefined, 10)).toEqual([])
    expect(await admin.readWebhook(companyId, webhook.id)).toEqual(webhook)
    expect(await admin.eventsAbout(webhook.id)).toHaveLength(1)
  })

  describe('with a receiver', () => {
    beforeEach(async () => {
      receiver = await startReceiver()
    })
    const received = () => receiver!.received

    test('a new address gets the pending deliveries, and starts without failures', async () => {
      const { webhook } = await admin.createWebhook(by, companyId, { url: 'http://127.0.0.1:9/dead' })
      delivering = await admin.deliver()
      await happen(db, [anEvent(companyId)])
      const failures = async () => (await admin.readWebhook(companyId, webhook.id)).failuresInARow
      await expect.poll(failures).toBe(1)
      const changed = await admin.changeWebhook(by, companyId, webhook.id, { url: receiver!.url })
      expect(changed).toMatchObject({ failuresInARow: 0, failingSince: undefined, probeAt: undefined })
      await expect.poll(() => received().length).toBe(1)
    })

    test('disabling ends pending deliveries; enabling resets the failures, and failed ones can be resent', async () => {
      const { webhook } = await admin.createWebhook(by, companyId, { url: receiver!.url })
      receiver!.respond = (_post, response) => void response.writeHead(500).end()
      delivering = await admin.deliver()
      await happen(db, [anEvent(companyId)])
      await expect.poll(() => received().length).toBe(1)
      const disabled = await admin.changeWebhook(by, companyId, webhook.id, { enabled: false })
      expect(disabled.disabled?.reason).toBe('by-hand')
      await expect
        .poll(() => deliveriesOf(db, companyId))
        .toMatchObject([{ state: 'failed', reason: 'registration-disabled' }])
      const [failed] = await deliveriesOf(db, companyId)
      const id = { companyId, webhookId: webhook.id, deliveryId: failed!.id }
      const refused = 'conflict: The webhook is disabled. Enable it first.'
      expect(await refusalOf(() => admin.resendDelivery(by, id))).toBe(refused)
      expect(await refusalOf(() => admin.sendTestEvent(by, companyId, webhook.id, 'test.other'))).toBe(refused)

      receiver!.respond = (_post, response) => void response.end()
      const enabled = await admin.changeWebhook(by, companyId, webhook.id, { enabled: true })
      expect(enabled).toMatchObject({ disabled: undefined, failuresInARow: 0, failingSince: undefined })
      await admin.resendDelivery(by, id)
      await expect.poll(() => received().length).toBe(2)
      expect(received()[1]!.body).toBe(received()[0]!.body)
      expect(received()[1]!.headers).toMatchObject({ 'x-service-attempt': '2', 'x-service-delivery': failed!.id })
    })

    test('deleting ends pending deliveries, erases the secrets, and leaves nothing to read', async () => {
      const { webhook } = await admin.createWebhook(by, companyId, { url: receiver!.url, secret: 'mine' })
      receiver!.respond = (_post, response) => void response.writeHead(500).end()
      delivering = await admin.deliver()
      await happen(db, [anEvent(companyId)])
      await expect.poll(() => received().length).toBe(1)
      await admin.deleteWebhook(by, companyId, webhook.id)
      await expect
        .poll(() => deliveriesOf(db, companyId))
        .toMatchObject([{ state: 'failed', reason: 'registration-deleted' }])
      expect(await refusalOf(() => admin.readWebhook(companyId, webhook.id))).toContain('not-found')
      expect(await refusalOf(() => admin.listDeliveries(companyId, webhook.id, {}, 5))).toContain('not-found')
      expect(await admin.listWebhooks(companyId, undefined, 5)).toEqual([])
      const { rows } = await sql`
        select from webhooks where id = ${webhook.id} and secret_sealed is null and previous_secret_sealed is null`.execute(
        db.connection,
      )
      expect(rows).toHaveLength(1)
      await admin.createWebhook(by, companyId, { url: `${receiver!.url}other` })
      await happen(db, [anEvent(companyId)])
      await expect.poll(() => received().map(({ path }) => path)).toEqual(['/', '/other'])
    })

    test('a test event goes to this registration only, whatever it subscribes to', async () => {
      const { webhook } = await admin.createWebhook(by, companyId, {
        url: `${receiver!.url}this`,
        kinds: ['test.other'],
        choices: { loudness: 'quiet' },
      })
      await admin.createWebhook(by, companyId, { url: `${receiver!.url}other` })
      delivering = await admin.deliver()
      const event = await admin.sendTestEvent(by, companyId, webhook.id, 'test.happened')
      await expect.poll(() => received().length).toBe(1)
      const [post] = received()
      expect(post!.path).toBe('/this')
      expect(JSON.parse(post!.body)).toEqual({
        event: 'test.happened',
        deliveredAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
        data: { what: 'an example', company: { id: companyId, name: 'Invented', slug: expect.any(String) } },
      })
      const [shown] = await admin.listDeliveries(companyId, webhook.id, { eventId: event.id }, 5)
      expect(shown).toMatchObject({ eventId: event.id, kind: 'test.happened' })
      expect((await admin.eventsAbout(webhook.id))[0]).toMatchObject({
        ...recordedBy,
        action: 'webhook.test',
        after: { event: 'test.happened', eventId: event.id },
      })
    })

    test('during a rotation both secrets verify, afterwards only the new one', async () => {
      const old = 'old, as it was given'
      const { webhook } = await admin.createWebhook(by, companyId, { url: receiver!.url, secret: old })
      delivering = await admin.deliver()
      const verifies = async (secrets: (string | undefined)[]) => {
        const before = received().length
        await happen(db, [anEvent(companyId)])
        await expect.poll(() => received().length).toBe(before + 1)
        const { body, headers } = received().at(-1)!
        return secrets.map((secret) => {
          const verifier = secret!.startsWith('whsec_')
            ? new Verifier(secret!)
            : new Verifier(Buffer.from(secret!), { format: 'raw' })
          try {
            verifier.verify(body, headers as Record<string, string>)
            return true
          } catch {
            return false
          }
        })
      }
      expect(await verifies([old])).toEqual([true])
      const rotated = await admin.rotateSecret(by, companyId, webhook.id, { graceMs: 1_000 })
      expect(rotated.webhook.previousSecretUntil!.getTime()).toBe(rotated.webhook.updatedAt.getTime() + 1_000)
      const secret = rotated.generatedSecret
      expect(await verifies([old, secret])).toEqual([true, true])
      await sql`update webhooks set previous_secret_until = now() where id = ${webhook.id}`.execute(db.connection)
      expect(await verifies([old, secret])).toEqual([false, true])
      const third = await admin.rotateSecret(by, companyId, webhook.id, { secret: 'third', graceMs: 0 })
      expect(third).toMatchObject({ generatedSecret: undefined, webhook: { previousSecretUntil: undefined } })
      expect(await verifies([secret, 'third'])).toEqual([false, true])
      expect((await admin.eventsAbout(webhook.id))[0]).toMatchObject({ action: 'webhook.rotate-secret' })
      expect(await rowsOf(companyId)).not.toMatch(/whsec_|third|as it was given/)
    })
  })

  test('a registration without a secret gets its first by rotation', async () => {
    const { webhook } = await admin.createWebhook(by, companyId, { url })
    const rotated = await admin.rotateSecret(by, companyId, webhook.id, { graceMs: day })
    expect(rotated.webhook).toMatchObject({ hasSecret: true, previousSecretUntil: undefined })
    expect(rotated.generatedSecret).toMatch(/^whsec_/)
  })

  test('rotating to the same secret keeps the previous one, unless it has expired', async () => {
    const { webhook } = await admin.createWebhook(by, companyId, { url, secret: 'first' })
    const rotate = (secret: string) => admin.rotateSecret(by, companyId, webhook.id, { secret, graceMs: day })
    const sealed = async () =>
      (
        await sql<{ secret: string; previous: string | null }>`
          select secret_sealed as secret, previous_secret_sealed as previous from webhooks where id = ${webhook.id}`.execute(
          db.connection,
        )
      ).rows[0]!
    await rotate('second')
    const once = await sealed()
    await rotate('second')
    expect(await sealed()).toEqual(once)
    expect(admin.sealer.open(once.previous!, webhook.id)).toBe('first')
    admin.clock.aheadMs = 2 * day
    await rotate('second')
    expect((await sealed()).previous).toBeNull()
  })

  test.each([-1_000, 7 * day + 1_000, 1_500, Number.NaN])('a grace period of %s ms is refused', async (graceMs) => {
    const { webhook } = await admin.createWebhook(by, companyId, { url })
    const rotation = () => admin.rotateSecret(by, companyId, webhook.id, { graceMs })
    expect(await refusalOf(async () => rotation())).toContain('body.gracePeriodSeconds')
  })

  test('an address is judged as creating a registration would, and nothing is made', async () => {
    expect(await admin.checkAddress('https://EXAMPLE.com')).toEqual({ url: 'https://example.com/', fault: undefined })
    expect((await admin.checkAddress('https://inside.example.com')).fault).toBe('must not lead inside')
    expect((await admin.checkAddress('example')).fault).toContain('must be a URL')
    expect(await admin.listWebhooks(companyId, undefined, 10)).toEqual([])
  })

  describe('proving a receiver', () => {
    const proofOf = async (isGood: (post: ReceivedPost, secret: string) => boolean) => {
      receiver = await startReceiver()
      const secret = 'topsecret'
      const { webhook } = await admin.createWebhook(by, companyId, { url: receiver.url, secret })
      receiver.respond = (post, response) => {
        response.statusCode = isGood(post, secret) ? 204 : 401
        response.end()
      }
      return { webhook, proof: await admin.proveReceiver(by, companyId, webhook.id, 'test.happened') }
    }
    const verifies = ({ headers, body }: ReceivedPost, secret: string): boolean => {
      try {
        new Verifier(Buffer.from(secret).toString('base64')).verify(body, headers as Record<string, string>)
        return true
      } catch {
        return false
      }
    }

    test('one that verifies gets the right and the wrong signature, under different ids, and is proved', async () => {
      const { webhook, proof } = await proofOf(verifies)
      expect([proof.verdict, proof.right.status, proof.wrong.status]).toEqual(['proved', 204, 401])
      const [right, wrong] = receiver!.received
      expect(right!.headers['webhook-id']).not.toBe(wrong!.headers['webhook-id'])
      expect(JSON.parse(right!.body)).toMatchObject({ event: 'test.happened', data: { what: 'an example' } })
      expect(await admin.listDeliveries(companyId, webhook.id, {}, 10)).toEqual([])
      expect(await admin.eventsAbout(webhook.id)).toMatchObject([
        { action: 'webhook.prove', after: { event: 'test.happened' } },
        { action: 'webhook.create' },
      ])
    })

    test('one that accepts everything is found out, and so is one that refuses everything', async () => {
      expect((await proofOf(() => true)).proof.verdict).toBe('accepts-wrong')
      await receiver!.close()
      expect((await proofOf(() => false)).proof.verdict).toBe('refuses-right')
    })

    test('one that is not there proves nothing', async () => {
      receiver = await startReceiver()
      await receiver.close()
      const { webhook } = await admin.createWebhook(by, companyId, { url: receiver.url, secret: 'topsecret' })
      const { verdict, right } = await admin.proveReceiver(by, companyId, webhook.id, 'test.happened')
      expect([verdict, right.error]).toEqual(['no-response', 'unreachable'])
    })

    test('without a secret there is nothing to prove, and a disabled one gets nothing', async () => {
      const unsigned = (await admin.createWebhook(by, companyId, { url })).webhook
      const proveUnsigned = () => admin.proveReceiver(by, companyId, unsigned.id, 'test.happened')
      expect(await refusalOf(proveUnsigned)).toContain('conflict: The webhook has no secret')
      const off = (await admin.createWebhook(by, companyId, { url, secret: 'topsecret', enabled: false })).webhook
      const proveDisabled = () => admin.proveReceiver(by, companyId, off.id, 'test.happened')
      expect(await refusalOf(proveDisabled)).toContain('conflict: The webhook is disabled')
    })
  })

  test('health counts attempts by step, and shows steps without any', async () => {
    const { webhook } = await admin.createWebhook(by, companyId, { url })
    const at = admin.now()
    const attempts = [
      [0, 204, 12],
      [0, 500, 900],
      [2, null, 10_000],
      [30, 204, 1],
    ] as const
    for (const [number, [hoursAgo, status, durationMs]] of attempts.entries()) {
      await sql`
        insert into webhook_attempts (delivery_id, number, company_id, webhook_id, at, status, duration_ms)
        values (${`dlv_${webhook.id}`}, ${number}, ${companyId}, ${webhook.id},
                ${new Date(at.getTime() - hoursAgo * 3_600_000)}, ${status}, ${durationMs})`.execute(db.connection)
    }
    const { steps } = await admin.readHealth(companyId, webhook.id, 'day')
    expect(steps).toHaveLength(24)
    expect(steps[23]).toMatchObject({ succeeded: 1, failed: 1, slowestMs: 900 })
    expect(steps[22]).toMatchObject({ succeeded: 0, failed: 0, slowestMs: null })
    expect(steps[21]).toMatchObject({ succeeded: 0, failed: 1, slowestMs: 10_000 })
    const month = await admin.readHealth(companyId, webhook.id, 'month')
    expect(month.steps.reduce((sum, { succeeded }) => sum + succeeded, 0)).toBe(2)
    expect(await refusalOf(() => admin.readHealth('cmp_other', webhook.id, 'day'))).toContain('not-found')
  })

  test('the secret that a rotation replaced can be ended before its time', async () => {
    const { webhook } = await admin.createWebhook(by, companyId, { url, secret: 'first' })
    await admin.rotateSecret(by, companyId, webhook.id, { secret: 'second', graceMs: day })
    expect((await admin.endPreviousSecret(by, companyId, webhook.id)).previousSecretUntil).toBeUndefined()
    expect((await admin.readWebhook(companyId, webhook.id)).previousSecretUntil).toBeUndefined()
    await admin.endPreviousSecret(by, companyId, webhook.id)
    const { rows } =
      await sql`select from webhooks where id = ${webhook.id} and previous_secret_sealed is null`.execute(db.connection)
    expect(rows).toHaveLength(1)
    const [last, before] = await admin.eventsAbout(webhook.id)
    expect([last!.action, before!.action]).toEqual(['webhook.end-previous-secret', 'webhook.rotate-secret'])
  })
})

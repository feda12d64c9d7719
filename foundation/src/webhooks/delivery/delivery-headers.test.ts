import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InputFaults } from '../../input-faults.ts'
import { Problem } from '../../problem.ts'
import { makeSealer, SealError } from '../../sealing/sealer.ts'
import type { ClaimedDelivery } from '../model/delivery.ts'
import { checkSecret, generateSecret } from '../model/webhook-secret.ts'
import { deliveryBody } from './delivery-body.ts'
import { makeHeadersOf } from './delivery-headers.ts'

const sealer = makeSealer([{ id: 'k1', bytes: randomBytes(32) }], { randomBytes })
const headersOf = makeHeadersOf({ sealer })
const webhookId = 'whk_1'
const now = new Date()

function aDelivery({ secret, previous, data = '{}' }: { secret?: string; previous?: string; data?: string }) {
  const seal = (one: string | undefined) => (one === undefined ? null : sealer.seal(one, webhookId))
  return {
    id: 'dlv_01kd3f9n8x4s6t2v7w0y5z1a3b',
    webhookId,
    kind: 'screening.match',
    attempt: 2,
    madeAt: new Date('2026-11-20T09:30:00.007Z'),
    data,
    secretSealed: seal(secret),
    previousSecretSealed: seal(previous),
  } as ClaimedDelivery
}

function sent(given: { secret?: string; previous?: string; data?: string }) {
  const delivery = aDelivery(given)
  const body = deliveryBody(delivery)
  return { body, headers: headersOf(delivery, body, now) }
}

test('the body holds event, deliveredAt and data, in the very text of the data', () => {
  const { body } = sent({ data: '{"b": 1,  "a":"é\\u0000"}' })
  expect(body).toBe(
    '{"event":"screening.match","deliveredAt":"2026-11-20T09:30:00.007Z","data":{"b": 1,  "a":"é\\u0000"}}',
  )
})

test('an attempt has its headers, and no signature without a secret', () => {
  expect(sent({ previous: 'ignored without a newest one' }).headers).toEqual({
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1',
    'X-Service-Event': 'screening.match',
    'X-Service-Delivery': 'dlv_01kd3f9n8x4s6t2v7w0y5z1a3b',
    'X-Service-Attempt': '2',
    'webhook-id': 'dlv_01kd3f9n8x4s6t2v7w0y5z1a3b',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  })
})

const verifierOf = (secret: string): Verifier =>
  secret.startsWith('whsec_') ? new Verifier(secret) : new Verifier(Buffer.from(secret), { format: 'raw' })
const accepts = (secret: string, { body, headers }: ReturnType<typeof sent>): boolean => {
  try {
    verifierOf(secret).verify(Buffer.from(body), headers)
    return true
  } catch {
    return false
  }
}
const wellFormed = fc.string({ unit: 'binary', minLength: 1, maxLength: 500 })

test('the Standard Webhooks library accepts what we sign, whatever the secret and the text', () => {
  fc.assert(
    fc.property(wellFormed, fc.jsonValue(), (secret, data) => {
      fc.pre(!secret.startsWith('whsec_'))
      expect(accepts(secret, sent({ secret, data: JSON.stringify(data) }))).toBe(true)
    }),
    { numRuns: 50 },
  )
  const secret = generateSecret(randomBytes)
  expect(accepts(secret, sent({ secret }))).toBe(true)
})

test('it refuses another secret, another body, another id and another time', () => {
  const secret = generateSecret(randomBytes)
  const good = sent({ secret })
  expect(accepts(generateSecret(randomBytes), good)).toBe(false)
  expect(accepts(secret, { ...good, body: `${good.body} ` })).toBe(false)
  for (const changed of [{ 'webhook-id': 'dlv_2' }, { 'webhook-timestamp': '1' }]) {
    expect(accepts(secret, { ...good, headers: { ...good.headers, ...changed } })).toBe(false)
  }
})

test('during a rotation receivers with the old and the new secret both accept', () => {
  const [secret, previous] = [generateSecret(randomBytes), 'the old one, given as it was']
  const during = sent({ secret, previous })
  expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  expect([accepts(secret, during), accepts(previous, during)]).toEqual([true, true])
  expect(during.headers['X-Service-Signature']).toBe(sent({ secret }).headers['X-Service-Signature'])
  expect(accepts(previous, sent({ secret }))).toBe(false)
})

test('a secret that does not open stops the attempt instead of sending it unsigned', () => {
  const stranger = makeHeadersOf({ sealer: makeSealer([{ id: 'k2', bytes: randomBytes(32) }], { randomBytes }) })
  expect(() => stranger(aDelivery({ secret: 'a secret' }), '{}', now)).toThrow(SealError)
})

describe('openssl', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'signed-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(['topsecret', 'generated', 'schlüssel mit ümlaut', '密码🔑', '-hmac', 'a'.repeat(500)])(
    'reproduces X-Service-Signature by the secret %s',
    (word) => {
      const secret = word === 'generated' ? generateSecret(randomBytes) : word
      const { body, headers } = sent({ secret, data: JSON.stringify({ query: 'Ünïcödé 名前 🙂 \u0000 \u2028' }) })
      const file = join(folder, 'body')
      writeFileSync(file, body)
      const said = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, file], { encoding: 'utf8' })
      expect(said.trim().split('= ')[1]).toBe(headers['X-Service-Signature'])
    },
  )
})

describe('a secret', () => {
  test('that is generated is whsec_ and base64 of 32 bytes, another each time', () => {
    const secret = generateSecret(randomBytes)
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
    expect(secret).not.toBe(generateSecret(randomBytes))
    expect(faultOf(secret)).toBeUndefined()
  })

  test.each(['a', 'a'.repeat(500), 'ключ', '🔑'.repeat(250), ' spaces count ', 'whsec_AAAA', 'Whsec_%%%', 'whsec'])(
    'may be %s',
    (secret) => {
      expect(faultOf(secret)).toBeUndefined()
    },
  )

  test.each([
    ['empty', '', '1 to 500'],
    ['too long', 'a'.repeat(501), '1 to 500'],
    ['very long', 'a'.repeat(10_000), '1 to 500'],
    ['half of a surrogate pair', 'a\ud800b', 'unpaired surrogate'],
    ['NUL', 'a\0b', 'control characters'],
    ['a line end from pasting', 'secret\n', 'control characters'],
    ['whsec_ alone', 'whsec_', 'base64 must follow'],
    ['whsec_ with what is no base64', 'whsec_not base64', 'base64 must follow'],
    ['whsec_ without its padding', 'whsec_AA', 'base64 must follow'],
  ])('may not be: %s', (_name, secret, message) => {
    expect(faultOf(secret)).toContain(message)
  })

  function faultOf(secret: string): string | undefined {
    const faults = new InputFaults()
    checkSecret(faults, 'body.secret', secret)
    try {
      faults.throwIfAny()
      return undefined
    } catch (error) {
      if (error instanceof Problem) return error.message
      throw error
    }
  }
})

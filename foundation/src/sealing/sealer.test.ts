import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeSealer, SealError, type Sealer, sealingKeyIdOf } from './sealer.ts'
import { formatSealingKey, parseSealingKeys, type SealingKey } from './sealing-keys.ts'

const aKey = (id: string): SealingKey => ({ id, bytes: randomBytes(32) })
const [old, next] = [aKey('old'), aKey('next')]
const sealer = makeSealer([old], { randomBytes })
const owner = 'whk_1'

const refusal = (sealer: Sealer, sealed: string, of = owner): string => {
  try {
    sealer.open(sealed, of)
    return 'opened'
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    return error.message
  }
}

test('any sealed text opens again, and no two seals are alike', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (secret, of) => {
      const sealed = sealer.seal(secret, of)
      expect(sealed).toMatch(/^v1\.old\.[\w-]{16}\.[\w-]+$/)
      expect(sealed).not.toBe(sealer.seal(secret, of))
      expect(sealer.open(sealed, of)).toBe(secret)
    }),
  )
})

test('a lone surrogate is refused, because it would come back as another text', () => {
  expect(() => sealer.seal('a\ud800', owner)).toThrow(RangeError)
})

test('no text that was changed in any place opens', () => {
  const sealed = sealer.seal('a secret', owner)
  for (const [i, character] of [...sealed].entries()) {
    for (const other of ['A', 'b', '.', '=', ' ', 'é']) {
      if (other === character) continue
      expect(refusal(sealer, sealed.slice(0, i) + other + sealed.slice(i + 1)), `${i} ${other}`).not.toBe('opened')
    }
  }
})

test('no text that was cut or lengthened opens', () => {
  const sealed = sealer.seal('a secret', owner)
  for (let length = 0; length < sealed.length; length++) {
    expect(refusal(sealer, sealed.slice(0, length))).not.toBe('opened')
    expect(refusal(sealer, sealed.slice(length + 1))).not.toBe('opened')
  }
  for (const more of ['A', 'AAAA', '=', '\n', '.', '.AAAA']) expect(refusal(sealer, sealed + more)).not.toBe('opened')
})

test("another owner's secret does not open", () => {
  expect(refusal(sealer, sealer.seal('a secret', owner), 'whk_2')).toContain('does not open as one of whk_2')
})

test('a key of the same name with other bytes opens nothing, and an unknown key is named', () => {
  const sealed = sealer.seal('a secret', owner)
  expect(refusal(makeSealer([aKey('old')], { randomBytes }), sealed)).toContain('under the key old')
  expect(refusal(makeSealer([next], { randomBytes }), sealed)).toBe('The sealing key old is not known here.')
})

test('the first key seals, all open', () => {
  const both = makeSealer([next, old], { randomBytes })
  expect(both.open(sealer.seal('a secret', owner), owner)).toBe('a secret')
  expect(sealingKeyIdOf(both.seal('a secret', owner))).toBe('next')
  expect([both.keyId, both.knows('old'), both.knows('other')]).toEqual(['next', true, false])
})

describe('keys as text', () => {
  const [a, b] = [formatSealingKey(old), formatSealingKey(next)]

  test.each([
    ['one', a, ['old']],
    ['several', `${b},${a}`, ['next', 'old']],
    ['with spaces and line ends', ` ${b} ,\r\n${a}\n`, ['next', 'old']],
    ['with remarks', `# ${a}\n${b}\n`, ['next']],
  ])('%s', (_name, text, ids) => {
    const keys = parseSealingKeys(text)
    expect(keys.map(({ id }) => id)).toEqual(ids)
    expect(Buffer.from(keys.at(-1)!.bytes)).toEqual(ids.at(-1) === 'old' ? old.bytes : next.bytes)
  })

  test.each([
    ['nothing', ' , ', 'at least one'],
    ['no id', Buffer.from(old.bytes).toString('base64'), '<id>:<base64 of 32 bytes>; key 1 is not'],
    ['an empty id', `:${a.split(':')[1]}`, 'digits, - or _; key 1 is not'],
    ['an id with a dot', `a.b:${a.split(':')[1]}`, 'digits, - or _; key 1 is not'],
    ['two colons', `${a}:x`, '<id>:<base64 of 32 bytes>; key 1 is not'],
    ['too few bytes', `k:${randomBytes(31).toString('base64')}`, 'k is not'],
    ['too many bytes', `k:${randomBytes(33).toString('base64')}`, 'k is not'],
    ['hexadecimal', `k:${Buffer.from(old.bytes).toString('hex')}`, 'k is not'],
    ['base64 without its padding', a.replace('=', ''), 'old is not'],
    ['one id twice', `${a},${a}`, 'the key old twice'],
  ])('%s is refused with a message that contains no key', (_name, text, message) => {
    expect(() => parseSealingKeys(text)).toThrow(RangeError)
    expect(() => parseSealingKeys(text)).toThrow(message)
    try {
      parseSealingKeys(text)
    } catch (error) {
      expect(String(error)).not.toContain(Buffer.from(old.bytes).toString('base64').slice(0, 12))
    }
  })
})

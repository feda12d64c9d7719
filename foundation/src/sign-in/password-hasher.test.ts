import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PasswordHasher } from './password-hasher.ts'

describe('a password’s hash', () => {
  const hasher = new PasswordHasher({ randomBytes })

  test('is Argon2id with the cost that is recommended, and another each time', async () => {
    const [one, two] = [await hasher.hash('a long pass phrase'), await hasher.hash('a long pass phrase')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(two).not.toBe(one)
    expect(await hasher.verify(one, 'a long pass phrase')).toBe(true)
    expect(await hasher.verify(one, 'a long pass phrasE')).toBe(false)
    expect(hasher.isOutdated(one)).toBe(false)
  })

  test('of another program and cost is verified, and known to be outdated', async () => {
    // Of the reference implementation: argon2id, m=256, t=2, p=1, "password", "somesalt".
    const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
    expect(await hasher.verify(hash, 'password')).toBe(true)
    expect(await hasher.verify(hash, 'Password')).toBe(false)
    expect(hasher.isOutdated(hash)).toBe(true)
  })

  test('that does not exist is never right, and takes as long as one that does', async () => {
    const hash = await hasher.hash('a long pass phrase')
    const timed = async (against: string | undefined) => {
      const began = performance.now()
      expect(await hasher.verify(against, 'not the phrase')).toBe(false)
      return performance.now() - began
    }
    const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY } // which other work delays least
    for (let i = 0; i < 9; i++) {
      fastest.known = Math.min(fastest.known, await timed(hash))
      fastest.unknown = Math.min(fastest.unknown, await timed(undefined))
    }
    expect(fastest.unknown / fastest.known).toBeGreaterThan(0.5)
    expect(fastest.unknown / fastest.known).toBeLessThan(2)
    expect(await hasher.verify(undefined, undefined)).toBe(false)
    expect(await hasher.verify(hash, undefined)).toBe(false)
  })

  test('is not waited for by more than a few: others are sent away', async () => {
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => hasher.verify(undefined, 'x')))
    const refused = all.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(6)
    expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 2 } })
    expect(await hasher.verify(undefined, 'x')).toBe(false)
  })

  test('of a newcomer waits behind other newcomers, and nobody who has an account waits for more than one of them', async () => {
    const order: string[] = []
    const noted = (who: string, work: Promise<unknown>) => work.then(() => order.push(who))
    const newcomers = Array.from({ length: 8 }, (_, i) => noted(`newcomer ${i}`, hasher.hashForNewcomer('x')))
    await Promise.all([...newcomers, noted('owner', hasher.verify(undefined, 'x'))])
    expect(order.indexOf('owner')).toBeLessThanOrEqual(2)
    expect(order.filter((who) => who !== 'owner')).toEqual(newcomers.map((_, i) => `newcomer ${i}`))
  })
})

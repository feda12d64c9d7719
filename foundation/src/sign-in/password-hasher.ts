/**
 * Argon2id on the threads of libuv, two at a time: each takes 19 MiB and tens of milliseconds, and more at once would starve
 * everything else that uses those threads. Who finds the line too long is sent away instead of being kept waiting. People
 * without an account have a line of their own, of which one at a time joins the other: a flood of them holds nobody up who
 * signs in for longer than one hash takes.
 *
 * The cost is the least that OWASP recommends (Password Storage Cheat Sheet, read 2026-11-22: m = 19 MiB, t = 2, p = 1). A
 * hash says with which cost it was made; one made with another is replaced when its owner signs in.
 */
import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Problem } from '../problem.ts'

const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const tagLength = 32
const saltBytes = 16
const atOnce = 2
const maxWaiting = 32

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

type Parts = { memory: number; passes: number; parallelism: number; salt: Buffer; tag: Buffer }

/** Lets so many work at a time; the others wait, in their order. */
class Line {
  readonly #atOnce: number
  #active = 0
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#active >= this.#atOnce) {
      if (this.#waiting.length >= maxWaiting) {
        throw new Problem('unavailable', 'Too many people are signing in. Try again shortly.', { retryAfterSeconds: 2 })
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve)) // the place of the one who calls it passes on
    } else this.#active += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#active -= 1
    }
  }
}

export class PasswordHasher {
  readonly #randomBytes: (count: number) => Uint8Array
  readonly #line = new Line(atOnce)
  readonly #newcomers = new Line(1)

  constructor({ randomBytes }: { randomBytes: (count: number) => Uint8Array }) {
    this.#randomBytes = randomBytes
  }

  /** `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`, as other programs write it too. */
  async hash(password: string): Promise<string> {
    const salt = Buffer.from(this.#randomBytes(saltBytes))
    const tag = await this.#derive(password, { ...cost, salt, tag: Buffer.alloc(tagLength) })
    return textOf({ ...cost, salt, tag })
  }

  /** For somebody who has no account yet. */
  hashForNewcomer(password: string): Promise<string> {
    return this.#newcomers.run(() => this.hash(password))
  }

  /** Takes as long where there is no hash as where there is one: nobody learns who has an account. */
  async verify(hash: string | undefined, password: string | undefined): Promise<boolean> {
    const parts = hash === undefined ? nobody : partsOf(hash)
    const tag = await this.#derive(password ?? '', parts)
    return timingSafeEqual(tag, parts.tag) && hash !== undefined && password !== undefined
  }

  /** Whether the hash was made with another cost than today's. */
  isOutdated(hash: string): boolean {
    const { memory, passes, parallelism } = partsOf(hash)
    return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism
  }

  #derive(password: string, { memory, passes, parallelism, salt, tag }: Parts): Promise<Buffer> {
    const message = Buffer.from(password)
    const parameters = { message, nonce: salt, memory, passes, parallelism, tagLength: tag.length }
    return this.#line.run(() => derive('argon2id', parameters))
  }
}

const nobody: Parts = { ...cost, salt: Buffer.alloc(saltBytes), tag: Buffer.alloc(tagLength) }

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const textOf = ({ memory, passes, parallelism, salt, tag }: Parts): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`

function partsOf(hash: string): Parts {
  const [, memory, passes, parallelism, salt = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash) ?? []
  if (salt === '') throw new Error('a stored password hash cannot be read')
  const [saltBytes, tagBytes] = [Buffer.from(salt, 'base64'), Buffer.from(tag, 'base64')]
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: saltBytes,
    tag: tagBytes,
  }
}

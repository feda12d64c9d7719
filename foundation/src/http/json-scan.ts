/**
 * Reads through the bytes of a JSON document (RFC 8259) before anything is made of them, so that no body costs more time
 * or memory than its limits allow: how many values it may hold, how many fields an object, how deep they nest. A name
 * given twice in an object is refused, for nobody knows which value was meant, and so are names that would change an
 * object instead of filling it.
 *
 * What passes is valid JSON: `JSON.parse` accepts it. The scan goes on piece by piece, for as long as its caller lets it.
 *
 * Index bounds: `#frames` is never empty where `#top` is read, for `#after` and `#name` run inside containers alone.
 */
import { Problem } from '../problem.ts'

export type JsonLimits = { maxValues: number; maxFields: number; maxDepth: number; maxTextBytes: number }

/** More than any operation takes: each bounds its own lists and texts much lower. */
export const defaultJsonLimits: JsonLimits = {
  maxValues: 50_000,
  maxFields: 1_000,
  maxDepth: 50,
  maxTextBytes: 2 * 1_048_576,
}

export type JsonScanOptions = {
  limits?: JsonLimits
  /** Called with each item of the list in this field of the document, as the bytes from `start` to `end`. */
  items?: { field: string; found: (start: number, end: number) => void }
  /** Called with the name of each field of the document itself, and the first byte of its value. */
  field?: (name: string, firstByte: number) => void
}

/** An object's names so far and the one whose value is read, or how many items of a list have begun. */
type Frame = { names: Set<string> | undefined; name: string; items: number }

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing'

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]
const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/
/** Longer than any number that a program writes. */
const maxScalarBytes = 400

export class JsonScan {
  readonly #bytes: Buffer
  readonly #limits: JsonLimits
  readonly #options: JsonScanOptions
  readonly #frames: Frame[] = []
  #expected: Expected = 'value'
  #at = 0
  #values = 0
  #itemStart = 0

  constructor(bytes: Buffer, options: JsonScanOptions = {}) {
    this.#bytes = bytes
    this.#limits = options.limits ?? defaultJsonLimits
    this.#options = options
  }

  /** Reads about `maxBytes` more. True once the document is whole; throws a `Problem` where it is none. */
  advance(maxBytes: number): boolean {
    const until = Math.min(this.#bytes.length, this.#at + maxBytes)
    for (let byte = this.#skipSpace(until); this.#at < until; byte = this.#skipSpace(until)) this.#token(byte)
    if (this.#at < this.#bytes.length) return false
    if (this.#expected !== 'nothing') throw notJson()
    return true
  }

  #token(byte: number): void {
    const expected = this.#expected
    if (expected === 'comma or end') this.#after(byte)
    else if (expected === 'value or end' && byte === closeList) this.#close()
    else if (expected === 'name or end' && byte === closeObject) this.#close()
    else if (expected === 'value' || expected === 'value or end') this.#value(byte)
    else if (expected === 'name' || expected === 'name or end') this.#name(byte)
    else if (expected === 'colon' && byte === colon) {
      this.#at += 1
      this.#expected = 'value'
    } else throw notJson()
  }

  #value(byte: number): void {
    this.#values += 1
    const frame = this.#frames.at(-1)
    if (frame && !frame.names) frame.items += 1
    if (this.#values > this.#limits.maxValues) throw this.#refuse('has too many values')
    const depth = this.#frames.length
    if (depth === 2 && !frame!.names && this.#isListOfItems) this.#itemStart = this.#at
    if (depth === 1 && frame!.names) this.#options.field?.(frame!.name, byte)
    if (byte === openObject || byte === openList) {
      if (depth >= this.#limits.maxDepth) throw this.#refuse('is nested too deeply')
      this.#frames.push({ names: byte === openObject ? new Set() : undefined, name: '', items: 0 })
      this.#expected = byte === openObject ? 'name or end' : 'value or end'
      this.#at += 1
      return
    }
    this.#at = byte === quote ? this.#endOfText() : this.#endOfScalar()
    this.#valueEnded()
  }

  get #isListOfItems(): boolean {
    return this.#options.items !== undefined && this.#frames[0]!.name === this.#options.items.field
  }

  #valueEnded(): void {
    const depth = this.#frames.length
    this.#expected = depth === 0 ? 'nothing' : 'comma or end'
    if (depth === 2 && !this.#top.names && this.#isListOfItems) this.#options.items!.found(this.#itemStart, this.#at)
  }

  #after(byte: number): void {
    if (byte === comma) {
      this.#at += 1
      this.#expected = this.#top.names ? 'name' : 'value'
      return
    }
    if (byte !== (this.#top.names ? closeObject : closeList)) throw notJson()
    this.#close()
  }

  #close(): void {
    this.#frames.pop()
    this.#at += 1
    this.#valueEnded()
  }

  #name(byte: number): void {
    if (byte !== quote) throw notJson()
    const start = this.#at
    const end = this.#endOfText()
    const written = this.#bytes.toString('utf8', start + 1, end - 1)
    const name: string = written.includes('\\') ? JSON.parse(`"${written}"`) : written
    const frame = this.#top
    const names = frame.names!
    frame.name = name
    if (names.has(name)) throw this.#refuse('is given more than once')
    if (name === '__proto__' || (name === 'prototype' && this.#frames.at(-2)?.name === 'constructor')) {
      throw this.#refuse('is not possible as a name')
    }
    if (names.size >= this.#limits.maxFields) {
      frame.name = ''
      throw this.#refuse(`must have at most ${this.#limits.maxFields} fields`)
    }
    names.add(name)
    this.#at = end
    this.#expected = 'colon'
  }

  get #top(): Frame {
    return this.#frames.at(-1)!
  }

  /** From the first byte that is no white space, which is returned. */
  #skipSpace(until: number): number {
    for (; this.#at < until; this.#at += 1) {
      const byte = this.#bytes[this.#at]!
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte
    }
    return 0
  }

  #endOfText(): number {
    const bytes = this.#bytes
    const limit = this.#at + 1 + this.#limits.maxTextBytes
    const until = Math.min(bytes.length, limit)
    for (let at = this.#at + 1; at < until; at += 1) {
      const byte = bytes[at]!
      if (byte === quote) return at + 1
      if (byte < 0x20) throw notJson()
      if (byte === backslash) at += this.#escapeLength(at)
    }
    throw limit < bytes.length ? this.#refuse('is too long') : notJson()
  }

  /** How many bytes follow the backslash. */
  #escapeLength(at: number): number {
    const bytes = this.#bytes
    const letter = at + 1 < bytes.length ? bytes[at + 1]! : 0
    if (letter !== 0x75) {
      if (!isEscape(letter)) throw notJson()
      return 1
    }
    for (let i = at + 2; i < at + 6; i += 1) if (i >= bytes.length || !isHex(bytes[i]!)) throw notJson()
    return 5
  }

  #endOfScalar(): number {
    const bytes = this.#bytes
    let end = this.#at
    while (end < bytes.length && isScalarByte(bytes[end]!) && end - this.#at <= maxScalarBytes) end += 1
    if (!scalar.test(bytes.toString('latin1', this.#at, end))) throw notJson()
    return end
  }

  #refuse(message: string): Problem {
    const steps = this.#frames.map(({ names, name, items }) => {
      if (!names) return `[${items - 1}]`
      return name === '' ? '' : `.${name.slice(0, 60)}`
    })
    const path = `body${steps.join('')}`.slice(0, 300)
    return new Problem('invalid-request', `${path} ${message}.`, { details: [{ path, message }] })
  }
}

export const notJson = (): Problem => new Problem('invalid-request', 'The body is not valid JSON.')

/** `"`, `\`, `/`, b, f, n, r and t. */
const isEscape = (byte: number): boolean =>
  byte === quote ||
  byte === backslash ||
  byte === 0x2f ||
  byte === 0x62 ||
  byte === 0x66 ||
  byte === 0x6e ||
  byte === 0x72 ||
  byte === 0x74

const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)

/** Letters, digits, `+`, `-` and `.`. */
const isScalarByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  byte === 0x2b ||
  byte === 0x2d ||
  byte === 0x2e

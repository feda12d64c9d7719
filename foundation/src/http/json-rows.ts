/**
 * Bodies that are one long list: `{"articles": […]}`. Up to sixteen megabytes of it are never made into values at once:
 * a route in such a scope gets the bytes, takes the rows out of them, and judges one after the other.
 */
import { InputFaults } from '../input-faults.ts'
import { Problem } from '../problem.ts'
import type { App } from './app.ts'
import { scanJson } from './json-body.ts'
import { defaultJsonLimits, type JsonLimits } from './json-scan.ts'

/** In this scope a JSON body stays as it came, for `jsonRowsIn`. */
export function keepJsonBytes(app: App): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

const limits: JsonLimits = { ...defaultJsonLimits, maxValues: Number.POSITIVE_INFINITY }

/** The bytes of each item of the list in `field`, on a line of its own: 1 to `max` of them, and no other field. */
export async function jsonRowsIn(body: Buffer, field: string, max: number): Promise<Uint8Array[]> {
  const rows: Uint8Array[] = []
  const unknown: string[] = []
  let firstByte: number | undefined
  await scanJson(body, {
    limits,
    field: (name, byte) => {
      if (name === field) firstByte = byte
      else unknown.push(name)
    },
    items: {
      field,
      found: (start, end) => {
        if (rows.length === max) throw tooMany(field, max)
        rows.push(body.subarray(start, end))
      },
    },
  })
  const faults = new InputFaults()
  if (body[body.findIndex((byte) => !isSpace(byte))] !== 0x7b) faults.add('body', 'must be an object')
  else if (firstByte === undefined) faults.add(`body.${field}`, 'is required')
  else if (firstByte !== 0x5b) faults.add(`body.${field}`, 'must be an array')
  else if (rows.length === 0) faults.add(`body.${field}`, 'must not be empty')
  for (const name of unknown.slice(0, 20)) faults.add(`body.${name.slice(0, 60)}`, 'is not a known field')
  faults.throwIfAny()
  return rows
}

function tooMany(field: string, max: number): Problem {
  const message = `must have at most ${max} items`
  return new Problem('invalid-request', `body.${field} ${message}.`, { details: [{ path: `body.${field}`, message }] })
}

const newline = Buffer.from('\n')

/** As lines, so that each row is judged, and reported, by itself: the first is line 1. */
export function* linesOf(rows: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const row of rows) {
    yield onOneLine(row)
    yield newline
  }
}

/** Outside of texts a line end means no more than a space, and inside of them there is none. */
function onOneLine(row: Uint8Array): Uint8Array {
  if (!row.includes(0x0a) && !row.includes(0x0d)) return row
  return row.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte))
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

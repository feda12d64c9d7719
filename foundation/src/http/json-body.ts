import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { Problem } from '../problem.ts'
import type { App } from './app.ts'
import { JsonScan, type JsonScanOptions } from './json-scan.ts'

/**
 * Reads bodies as JSON, which is UTF-8 (RFC 8259, section 8.1), and strictly so: where the framework replaces bytes that
 * are not UTF-8, the request is refused, for a secret with U+FFFD in it would be another than was meant. Before a value is
 * made, the bytes are scanned, so that what comes after has to do with so many values at most (`json-scan.ts`).
 */
export function readJsonBodies(app: App): void {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    await scanJson(body)
    return JSON.parse(body.toString()) as unknown
  })
}

/** About five milliseconds of work. */
const sliceBytes = 1_048_576

/** Throws a `Problem` where the body is no JSON within the limits. Others work between the slices. */
export async function scanJson(body: Buffer, options?: JsonScanOptions): Promise<void> {
  if (body.length === 0) throw new Problem('invalid-request', 'The body is empty. This operation requires JSON.')
  if (!isUtf8(body)) throw new Problem('invalid-request', 'The body must be UTF-8.')
  const scan = new JsonScan(body, options)
  while (!scan.advance(sliceBytes)) await setImmediate()
}

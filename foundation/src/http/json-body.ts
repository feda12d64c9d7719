import { isUtf8 } from 'node:buffer'
import { Problem } from '../problem.ts'
import type { App } from './app.ts'

/**
 * Reads bodies as JSON, which is UTF-8 (RFC 8259, section 8.1), and strictly so: where the framework replaces bytes that
 * are not UTF-8, the request is refused, for a secret with U+FFFD in it would be another than was meant.
 */
export function readJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (isUtf8(body)) parse(request, body.toString(), done)
    else done(new Problem('invalid-request', 'The body must be UTF-8.'))
  })
}

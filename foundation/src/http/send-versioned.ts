import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentVersion } from './content-version.ts'
import { type CsvColumn, sendCsv } from './csv.ts'
import { isUnchanged, sendUnchanged } from './etag.ts'

/** The response as JSON or, where `csv` is asked for, its rows as CSV; 304 to a caller that holds it already. */
export function sendVersioned<Body, Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { csv, body, columns, rows }: { csv: boolean; body: Body; columns: readonly CsvColumn<Row>[]; rows: readonly Row[] },
): FastifyReply | Body {
  if (isUnchanged(request, reply, contentVersion(body, csv))) return sendUnchanged(reply)
  return csv ? sendCsv(reply, columns, rows) : body
}

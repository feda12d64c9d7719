/**
 * How values of PostgreSQL's types become values of ours, from the text form that both engines send. The driver's own
 * choices differ (`date` and `timestamp` in the server's local time, `bigint` as text), hence this table; a type that is
 * not in it stays text.
 */
import { parseArray } from './array-text.ts'

type Parse = (text: string) => unknown

const asInstant: Parse = (text) => {
  if (text === 'infinity') return Number.POSITIVE_INFINITY
  if (text === '-infinity') return Number.NEGATIVE_INFINITY
  // `2026-11-20 09:00:00.123456+00`: every session speaks UTC, and `Date` keeps the milliseconds.
  const utc = text.endsWith('+00') ? text.slice(0, -3) : text
  return new Date(`${utc.replace(' ', 'T')}Z`)
}
const asInteger: Parse = (text) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}
const asText: Parse = (text) => text

/** Element type's object id, its array type's, and the reading of one value. Ids are fixed in `pg_type.dat`. */
const table: readonly [name: string, id: number, arrayId: number, parse: Parse][] = [
  ['bool', 16, 1000, (text) => text === 't'],
  ['bytea', 17, 1001, (text) => Buffer.from(text.slice(2), 'hex')],
  ['int8', 20, 1016, asInteger],
  ['int2', 21, 1005, Number],
  ['int4', 23, 1007, Number],
  ['text', 25, 1009, asText],
  ['oid', 26, 1028, Number],
  ['json', 114, 199, JSON.parse],
  ['float4', 700, 1021, Number],
  ['float8', 701, 1022, Number],
  ['bpchar', 1042, 1014, asText],
  ['varchar', 1043, 1015, asText],
  ['date', 1082, 1182, asText],
  ['timestamp', 1114, 1115, asInstant],
  ['timestamptz', 1184, 1185, asInstant],
  ['interval', 1186, 1187, asText],
  ['numeric', 1700, 1231, asText],
  ['uuid', 2950, 2951, asText],
  ['jsonb', 3802, 3807, JSON.parse],
]

const parsers = new Map<number, Parse>(
  table.flatMap(([, id, arrayId, parse]): [number, Parse][] => [
    [id, parse],
    [arrayId, (text) => parseArray(text, parse)],
  ]),
)

/** In the form that the driver asks for. */
export const valueTypes = {
  getTypeParser: (typeId: number): Parse => parsers.get(typeId) ?? asText,
}

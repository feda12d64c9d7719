/** Times as parameters: ISO 8601, a day or a moment with its offset, so that nobody's local time is guessed. */
import Type from 'typebox'
import { Problem } from '../../problem.ts'
import { documentedAs } from '../document-components.ts'

const written = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** `readInstant` checks it. */
export const InstantParameter = (description: string) =>
  documentedAs(
    Type.String({
      maxLength: 35,
      description: `${description} ISO 8601: a time with its offset, or a day.`,
      examples: ['2026-11-20T00:00:00.000Z'],
    }),
    { pattern: written.source },
  )

/** For the schema of a response. */
export const Instant = (description: string) =>
  Type.String({
    format: 'date-time',
    description: `${description} UTC, with milliseconds.`,
    examples: ['2026-11-20T09:30:00.000Z'],
  })

/** `Date` reads the 30th of February as the 2nd of March. */
function isOnCalendar(day: string): boolean {
  const read = new Date(day)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}

/** `path` names the parameter where the text is not a time: `query.since`. */
export function readInstant(path: string, text: string): Date
export function readInstant(path: string, text: string | undefined): Date | undefined
export function readInstant(path: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const instant = written.test(text) && isOnCalendar(text.slice(0, 10)) ? new Date(text) : new Date(Number.NaN)
  if (!Number.isNaN(instant.getTime())) return instant
  const message = 'must be a time such as 2026-11-20T00:00:00.000Z'
  throw new Problem('invalid-request', `${path} ${message}.`, { details: [{ path, message }] })
}

/**
 * Logs: one JSON object a line, or, for a person at a terminal, one readable line. Both hide what must not be kept:
 * keys, authorization headers and secrets by the names of their fields, and the rows that a database's error quotes.
 */
import pino, { type DestinationStream, type Logger } from 'pino'
import { errorFields } from './error-fields.ts'
import { hideSecrets } from './hide-secrets.ts'
import { readable } from './readable.ts'

export type { Logger } from 'pino'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type LogOptions = {
  level: LogLevel
  form: 'json' | 'readable'
  /** Stands in each line, for several services may write to one stream. */
  service?: string
  to?: DestinationStream
}

export function makeLogger({ level, form, service, to }: LogOptions): Logger {
  const destination = to ?? standard(form)
  return pino(
    {
      level,
      base: service === undefined ? null : { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorFields },
      formatters: { level: (label) => ({ level: label }), log: hideSecrets },
    },
    form === 'json' ? destination : { write: (line: string) => destination.write(readable(line)) },
  )
}

/** Lines for machines are written in the background, in batches; lines for a person at once, beside the output. */
const standard = (form: LogOptions['form']) =>
  form === 'json'
    ? pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 500 })
    : pino.destination({ fd: 2, sync: true })

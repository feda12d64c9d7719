/**
 * Logs: one JSON object a line, or, for a person at a terminal, one readable line. Both hide what must not be kept:
 * keys, authorization headers and secrets, by their field names wherever they turn up to two levels deep.
 */
import pino, { type DestinationStream, type Logger } from 'pino'
import { readable } from './readable.ts'

export type { Logger } from 'pino'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const secretFields = ['authorization', 'cookie', 'key', 'apiKey', 'secret', 'password', 'token', 'databaseUrl']

export type LogOptions = { level: LogLevel; form: 'json' | 'readable'; to?: DestinationStream }

export function makeLogger({ level, form, to }: LogOptions): Logger {
  const destination = to ?? pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 500 })
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[hidden]' },
    },
    form === 'json' ? destination : { write: (line: string) => destination.write(readable(line)) },
  )
}

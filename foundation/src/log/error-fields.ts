import { stdSerializers } from 'pino'

/**
 * What is logged of an error. A database's error carries the row that it is about (`detail`: "Failing row contains …"),
 * and other libraries hang requests and parameters on theirs, so only what tells the place of the fault is taken over.
 */
const places = ['code', 'errno', 'syscall', 'severity', 'table', 'column', 'constraint', 'address', 'port'] as const

export function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  const given = error as Error & { readonly [place: string]: unknown }
  const known = places.filter((place) => ['string', 'number'].includes(typeof given[place]))
  return {
    type,
    message,
    stack,
    ...Object.fromEntries(known.map((place) => [place, given[place]])),
    ...(error instanceof AggregateError && { errors: error.errors.map(errorFields) }),
  }
}

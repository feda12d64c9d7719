import { hash } from 'node:crypto'

/**
 * The fingerprint of a request, by which two requests with the same key are known to be the same or not. Fields of the body may come in any order, for clients in some
 * languages write a map in a new order each time.
 */
export function fingerprintOf({ method, path, body }: { method: string; path: string; body: unknown }): string {
  return hash('sha256', `${method} ${path}\n${JSON.stringify(body ?? null, inOrder)}`)
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value)
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * The operations that every service has are typed once, in camelCase. For a service whose API is snake_case, what goes out
 * and what comes in is renamed here. Data stays as it is: what an audit event says was there before and after.
 */
import type { Spelling } from './client.ts'

const data: readonly string[] = ['before', 'after']

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [rename(name), data.includes(name) ? inner : renamed(inner, rename)]),
  )
}

export const snakeCased = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
export const camelCased = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const snakeSpelling: Spelling = {
  sent: (body) => renamed(body, snakeCased),
  received: (output) => renamed(output, camelCased),
}

/** Between the names of the API (`gpu_type`) and those of TypeScript (`gpuType`). */
import type { DeployRequest } from './types.ts'

/** Objects whose keys are values of the API, such as statuses, or of the caller, and so stay as they are. */
const keyedByValue = ['by_status', 'refused', 'labels']

/** A value of the API with TypeScript's names. */
export function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWire)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [camel(name), isKeyedByValue(name, inner) ? inner : fromWire(inner)]),
  )
}

const isKeyedByValue = (name: string, value: unknown) => keyedByValue.includes(name) && !Array.isArray(value)
const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** A request with the API's names. Those of environment variables are the caller's own. */
export const toWire = (request: DeployRequest): Record<string, unknown> =>
  Object.fromEntries(Object.entries(request).map(([name, value]) => [snake(name), value]))

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

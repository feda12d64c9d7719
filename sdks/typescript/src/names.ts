/** Between the names of the API (`gpu_type`) and those of TypeScript (`gpuType`). */
/** Objects whose keys are values of the API, such as statuses, or of the caller, and so stay as they are. */
const keyedByValue = ['by_status', 'refused', 'labels']

/** A value of the API with TypeScript's names. */
export function fromWire(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(fromWire)
  // Assigning is safe: `camel` makes `_Proto__` of `__proto__`, and nothing else makes `__proto__`.
  const renamed: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    renamed[camel(name)] = isKeyedByValue(name, inner) ? inner : fromWire(inner)
  }
  return renamed
}

const isKeyedByValue = (name: string, value: unknown) => keyedByValue.includes(name) && !Array.isArray(value)

/** Names that were renamed before. Those of the API are a few hundred; a service that sends more fills no memory. */
const camelNames = new Map<string, string>()
const maxNames = 1_000

function camel(name: string): string {
  let renamed = camelNames.get(name)
  if (renamed === undefined) {
    renamed = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    if (camelNames.size < maxNames) camelNames.set(name, renamed)
  }
  return renamed
}

/** A request with the API's names. Those of environment variables are the caller's own. */
export const toWire = (request: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(request).map(([name, value]) => [snake(name), value]))

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

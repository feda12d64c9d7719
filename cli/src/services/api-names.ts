import { snake } from '../../../sdks/typescript/src/names.ts'

/** A value of the client with the names of the API again (`deployment_id`), which `--json` prints. Those of labels are the caller's. */
export function apiNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(apiNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [snake(name), name === 'labels' ? inner : apiNames(inner)]),
  )
}

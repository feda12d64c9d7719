/** A value of the client with the names of the API again (`deployment_id`), which `--json` prints. */
export function apiNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(apiNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      apiNames(inner),
    ]),
  )
}

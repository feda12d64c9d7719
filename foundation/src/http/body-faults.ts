import { Problem } from '../problem.ts'

/**
 * Runs a use case whose input was the body of a request: the faults that it finds are named as those of the schema are,
 * `body.name` instead of `name`.
 */
export async function withBodyFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.details.length === 0) throw error
    const { code, status, message, details } = error
    throw new Problem({ code, status }, `body.${message}`, {
      cause: error,
      details: details.map((fault) => ({ ...fault, path: `body.${fault.path}` })),
    })
  }
}

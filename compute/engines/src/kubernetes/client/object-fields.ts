import { EngineFault } from '../../engine.ts'
import { Fields } from '../../fields.ts'

/** Of what the API server of a cluster responded. */
export const fieldsOf = (value: unknown): Fields => new Fields(value, nonsense)

const nonsense = (what: string) =>
  new EngineFault('unreachable', 'The API server of the cluster responded in an unknown form.', {
    cause: new Error(`The response is not understood: ${what}.`),
  })

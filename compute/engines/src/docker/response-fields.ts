import { Fields } from '../fields.ts'
import { silence } from './client.ts'

/** Of what a container engine responded. */
export const fieldsOf = (value: unknown): Fields => new Fields(value, nonsense)

export const listOf = (value: unknown): Fields[] => Fields.listOf(value, nonsense)

const nonsense = (what: string) => silence(new Error(`The engine responded in an unknown form: ${what}.`))

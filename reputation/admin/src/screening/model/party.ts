/** What a person types to be screened, and what the service is asked. */
import type { Output } from '../../api/api.ts'

export const listIds = ['OFAC', 'EU', 'UN'] as const
export const entryTypes = ['individual', 'entity', 'vessel', 'aircraft'] as const

export type Typed = {
  name: string
  type: '' | (typeof entryTypes)[number]
  dateOfBirth: string
  country: string
  reference: string
  threshold: string
  lists: readonly string[]
}

export const emptyParty = (lists: readonly string[]): Typed => ({
  name: '',
  type: '',
  dateOfBirth: '',
  country: '',
  reference: '',
  threshold: '0.86',
  lists,
})

type SanctionsList = Output<'listLists'>['lists'][number]['list']

/** The body of `screenBatch` for this one party; `known` are all lists. */
export function requestOf(
  { name, type, dateOfBirth, country, reference, threshold, lists }: Typed,
  known: readonly string[],
) {
  return {
    names: [
      {
        name: name.trim(),
        ...(type !== '' && { type }),
        ...(dateOfBirth.trim() !== '' && { dateOfBirth: dateOfBirth.trim() }),
        ...(country.trim() !== '' && { country: country.trim() }),
        ...(reference.trim() !== '' && { reference: reference.trim() }),
      },
    ],
    threshold: Number(threshold.replace(',', '.')),
    limit: 50,
    ...(lists.length < known.length && { lists: lists as SanctionsList[] }),
  }
}

/** What can be said before the service is asked. */
export function faultsOf({ name, threshold, lists }: Typed): Partial<Record<keyof Typed, string>> {
  const number = Number(threshold.replace(',', '.'))
  return {
    ...(name.trim() === '' && { name: 'Enter a name.' }),
    ...((threshold.trim() === '' || !(number >= 0 && number <= 1)) && { threshold: 'Enter a number from 0 to 1.' }),
    ...(lists.length === 0 && { lists: 'Choose at least one list.' }),
  }
}

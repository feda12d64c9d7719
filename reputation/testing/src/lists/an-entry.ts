import type { ListEntry, ListedName } from '@service/reputation-domain/lists/model/entry.ts'

/** A person on the list of OFAC of whom nothing is known but the name. */
export const anEntry = (entry: Partial<ListEntry> & { entityId: string }): ListEntry => ({
  list: 'OFAC',
  type: 'individual',
  names: [{ name: 'DOE, Jane', kind: 'primary', strength: 'strong' }],
  programs: [],
  datesOfBirth: [],
  placesOfBirth: [],
  countries: [],
  identifiers: [],
  ...entry,
})

/** The names of an entry, the primary one first; an alias that is only text is a strong one. */
export const primaryAndAliases = (name: string, ...aliases: (string | ListedName)[]): ListedName[] => [
  { name, kind: 'primary', strength: 'strong' },
  ...aliases.map((alias) => (typeof alias === 'string' ? strong(alias) : alias)),
]

const strong = (name: string): ListedName => ({ name, kind: 'alias', strength: 'strong' })

export const weak = (name: string): ListedName => ({ name, kind: 'alias', strength: 'weak' })

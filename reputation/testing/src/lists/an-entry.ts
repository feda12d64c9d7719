import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'

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

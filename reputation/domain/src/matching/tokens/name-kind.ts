import type { EntryType } from '../../lists/model/entry.ts'

/** Whose rules read a name: those for persons, for organisations, or for objects (vessels, aircraft). Stored in the index. */
export const nameKind = { person: 0, organisation: 1, object: 2 } as const
export type NameKind = (typeof nameKind)[keyof typeof nameKind]

export const nameKinds = [nameKind.person, nameKind.organisation, nameKind.object] as const
export const kindCount = nameKinds.length

export const kindOf = (type: EntryType): NameKind =>
  type === 'individual' ? nameKind.person : type === 'entity' ? nameKind.organisation : nameKind.object

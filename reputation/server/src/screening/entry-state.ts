import { createHash } from 'node:crypto'
import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'

/** Stands for what a person who judges an entry goes by: its names, dates of birth and programmes, in whatever order. */
export function entryState({ names, datesOfBirth, programs }: ListEntry): string {
  const said = [names.map(({ name, strength }) => `${strength} ${name}`), datesOfBirth, programs]
  return createHash('sha256')
    .update(JSON.stringify(said.map((texts) => texts.toSorted())))
    .digest('hex')
    .slice(0, 32)
}

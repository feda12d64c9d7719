/** What can be a subject: judged before it is stored, with every fault named. */
import { InputFaults } from '@service/foundation/input-faults.ts'
import type { Alias, Subject } from '@service/reputation-domain/subjects/subject.ts'

export type SubjectDefinition = Pick<Subject, 'name' | 'sector' | 'aliases' | 'blockers'>

const maxAliases = 50
const maxAliasLength = 100

/** As it will be stored; throws a `Problem` that names every fault. */
export function checkDefinition({ name, sector, aliases, blockers }: SubjectDefinition): SubjectDefinition {
  const faults = new InputFaults()
  const checked = {
    name: faults.displayName('name', name),
    sector: faults.displayName('sector', sector).toLowerCase(),
    aliases: distinct(
      aliases.map((alias, index) => ({ ...alias, text: phrase(faults, `aliases[${index}]`, alias.text) })),
    ),
    ...(blockers && { blockers: blockers.map((text, index) => phrase(faults, `blockers[${index}]`, text)) }),
  }
  if (aliases.length === 0) faults.add('aliases', 'must have at least one name')
  if (aliases.length > maxAliases) faults.add('aliases', `must have at most ${maxAliases} names`)
  if ((blockers?.length ?? 0) > maxAliases) faults.add('blockers', `must have at most ${maxAliases} phrases`)
  faults.throwIfAny()
  return checked
}

/** A single letter stands for a company nowhere, and what has no letter at all would be found everywhere. */
function phrase(faults: InputFaults, path: string, given: string): string {
  const text = given.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (text.length > maxAliasLength) faults.add(path, `must have at most ${maxAliasLength} characters`)
  else if ((text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < 2) faults.add(path, 'must have at least two letters or digits')
  else if (/\p{Cc}/u.test(text) || !text.isWellFormed()) faults.add(path, 'must not contain control characters')
  return text
}

/** The later of two that are spelt alike would never be found. */
function distinct(aliases: readonly Alias[]): Alias[] {
  const seen = new Set<string>()
  return aliases.filter(({ text }) => !seen.has(text) && seen.add(text))
}

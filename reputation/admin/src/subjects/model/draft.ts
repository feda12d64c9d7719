/** A subject as it is typed, and what of it is sent. */
import type { Input, Output } from '../../api/api.ts'

export type Subject = Output<'getSubject'>
export type Role = 'own' | 'peer' | 'none'

export type DraftName = { key: number; text: string; needsContext: boolean; caseSensitive: boolean }

export type Draft = {
  name: string
  sector: string
  role: Role
  /** Beside its own name, which is always searched for. */
  names: readonly DraftName[]
  /** One a line. */
  blockers: string
}

let keys = 0
export const newName = (): DraftName => ({ key: ++keys, text: '', needsContext: false, caseSensitive: false })

export const newDraft = (role: Role): Draft => ({ name: '', sector: '', role, names: [], blockers: '' })

export const draftOf = ({ name, sector, role, aliases, blockers }: Subject): Draft => ({
  name,
  sector,
  role: role === 'own' || role === 'peer' ? role : 'none',
  names: aliases.map(({ text, needsContext = false, caseSensitive = false }) => ({
    key: ++keys,
    text,
    needsContext,
    caseSensitive,
  })),
  blockers: blockers.join('\n'),
})

/** Its names as they are sent: an empty line says nothing. Where there is no other name, its own stands for all. */
export function definitionOf({ name, names, blockers }: Pick<Draft, 'name' | 'names' | 'blockers'>): {
  name: string
  aliases: { text: string; needsContext?: boolean; caseSensitive?: boolean }[]
  blockers: string[]
} {
  const aliases = names
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, needsContext, caseSensitive }) => ({
      text: text.trim(),
      ...(needsContext && { needsContext }),
      ...(caseSensitive && { caseSensitive }),
    }))
  return {
    name: name.trim(),
    aliases: aliases.length > 0 ? aliases : [{ text: name.trim() }],
    blockers: blockers
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  }
}

export const newSubjectOf = (draft: Draft): Input<'createSubject'>['body'] => ({
  ...definitionOf(draft),
  sector: draft.sector.trim(),
  role: draft.role === 'own' ? 'own' : 'peer',
})

/** What has been changed of the subject; empty where nothing has. */
export function changesOf(subject: Subject, draft: Draft): Input<'changeSubject'>['body'] {
  const [before, after] = [draftOf(subject), draft]
  const [namesBefore, namesAfter] = [definitionOf(before), definitionOf(after)]
  const isChanged = <Part>(one: Part, other: Part) => JSON.stringify(one) !== JSON.stringify(other)
  return {
    ...(isChanged(before.role, after.role) && { role: after.role === 'none' ? null : after.role }),
    ...(!subject.shared && {
      ...(isChanged(namesBefore.name, namesAfter.name) && { name: namesAfter.name }),
      ...(isChanged(before.sector, after.sector.trim()) && { sector: after.sector.trim() }),
      ...(isChanged(namesBefore.aliases, namesAfter.aliases) && { aliases: namesAfter.aliases }),
      ...(isChanged(namesBefore.blockers, namesAfter.blockers) && { blockers: namesAfter.blockers }),
    }),
  }
}

/** The matcher as the parts of a run see it: the compiled lists, who is who on them, and how to compile them again. */
import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import {
  defaultThreshold,
  type Finding,
  type ScreeningIndex,
  type ScreeningMatch,
} from '@service/reputation-domain/matching/matching.ts'
import { sortedTokens } from './baselines.ts'

/** The threshold at which every figure is judged. */
export const decisive = defaultThreshold

export type NameComparer = Pick<ScreeningIndex, 'compareNames'>

export type Lists = {
  entries: readonly ListEntry[]
  index: ScreeningIndex
  /** What the entries of one subject share. */
  subjectOf(entityId: string): string
  /** The same lists with some entries changed, and with nothing learnt from the subjects named. */
  recompile(entries: readonly ListEntry[], options?: { excludeFromLearning: ReadonlySet<string> }): ScreeningIndex
}

/**
 * Who counts as the subject asked for: entries that the service says are the same subject, and entries of other lists
 * under one of its names, for a person who is listed three times is found when any of the three is.
 */
export function identities(lists: Lists): (entityId: string) => ReadonlySet<string> | undefined {
  const byEntity = new Map(lists.entries.map((entry) => [entry.entityId, entry]))
  const bySubject = Map.groupBy(lists.entries, (entry) => lists.subjectOf(entry.entityId))
  const byName = new Map<string, Set<ListEntry>>()
  for (const entry of lists.entries) {
    for (const { name } of entry.names) {
      const key = `${entry.type}\t${sortedTokens(name)}`
      const holders = byName.get(key)
      if (holders) holders.add(entry)
      else byName.set(key, new Set([entry]))
    }
  }
  return (entityId) => {
    const entry = byEntity.get(entityId)
    if (!entry) return undefined
    const namesakes = entry.names.flatMap(({ name }) => [...(byName.get(`${entry.type}\t${sortedTokens(name)}`) ?? [])])
    const same = bySubject.get(lists.subjectOf(entityId)) ?? []
    return new Set([...same, ...namesakes].map((one) => one.entityId))
  }
}

/** A comparison's findings in one line. */
export const explained = (findings: readonly Finding[]): string =>
  findings
    .map(({ rule, query, listed, similarity, weight, factor }) => {
      const parts = query === listed || !listed ? query : query ? `${query}~${listed}` : listed
      const numbers = [
        similarity === undefined ? '' : `=${similarity.toFixed(2)}`,
        weight === undefined ? '' : ` w${weight.toFixed(2)}`,
        factor === undefined ? '' : ` ×${factor.toFixed(2)}`,
      ]
      return `${rule}${parts ? ` ${parts}` : ''}${numbers.join('')}`
    })
    .join('; ')

export const describeMatch = ({ entry, matched }: ScreeningMatch): string => {
  const [primary] = entry.names
  const of = primary && primary.name !== matched.name ? ` of ${primary.name}` : ''
  return `${matched.name} [${entry.entityId}, ${entry.type}, ${matched.strength} ${matched.kind}${of}]`
}

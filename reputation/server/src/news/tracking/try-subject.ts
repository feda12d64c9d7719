import { setImmediate } from 'node:timers/promises'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { compileAliases, type FoundAlias } from '@service/reputation-domain/subjects/find-aliases.ts'
import { phraseAround } from '@service/reputation-domain/subjects/other-meanings.ts'
import { searchedNames } from '@service/reputation-domain/subjects/subject.ts'
import { listHeadlines, type StoredHeadline } from '../articles/article-store.ts'
import { checkDefinition, type SubjectDefinition } from '../subjects/subject-definition.ts'

/** A stored headline in which a name stands. */
export type TriedHeadline = StoredHeadline & {
  name: string
  /** Whether its context decides that the company is meant. */
  needsContext: boolean
  /** The phrase in which the name means something else. */
  blockedBy: string | undefined
}

export type Trial = {
  since: Date
  /** How many headlines were searched, the newest first, and whether there are more. */
  searched: number
  isComplete: boolean
  found: number
  names: { text: string; found: number }[]
  /** The newest. */
  headlines: TriedHeadline[]
}

/** Says which of the last days' headlines a subject would be found in; nothing is kept. */
export type TrySubject = (
  by: Act,
  companyId: string,
  subject: Pick<SubjectDefinition, 'name' | 'aliases' | 'blockers'>,
  options: { days: number; limit: number },
) => Promise<Trial>

const maxHeadlines = 10_000
/** Searched without a pause. */
const batchSize = 500

export function makeTrySubject({ db, now }: { db: Database; now: () => Date }): TrySubject {
  return async (_by, companyId, given, { days, limit }) => {
    const { name, aliases, blockers = [] } = checkDefinition({ ...given, sector: 'any' })
    const names = searchedNames({ name, aliases })
    const finder = compileAliases([{ id: 'tried', aliases: names }])
    const since = new Date(now().getTime() - days * 86_400_000)
    const headlines = await listHeadlines(db.connection, companyId, since, maxHeadlines + 1)
    const trial: Trial = {
      since,
      searched: Math.min(headlines.length, maxHeadlines),
      isComplete: headlines.length <= maxHeadlines,
      found: 0,
      names: names.map(({ text }) => ({ text, found: 0 })),
      headlines: [],
    }
    for (let at = 0; at < trial.searched; at += batchSize) {
      for (const headline of headlines.slice(at, Math.min(at + batchSize, trial.searched))) {
        const [first] = finder.find(headline.title)
        if (!first) continue
        trial.found++
        for (const counted of trial.names) if (counted.text === first.alias) counted.found++
        if (trial.headlines.length < limit) trial.headlines.push(tried(headline, first, blockers))
      }
      await setImmediate()
    }
    return trial
  }
}

const tried = (headline: StoredHeadline, found: FoundAlias, blockers: readonly string[]): TriedHeadline => ({
  ...headline,
  name: found.alias,
  needsContext: found.needsContext,
  blockedBy: phraseAround({ text: headline.title, start: found.start, end: found.end }, blockers),
})

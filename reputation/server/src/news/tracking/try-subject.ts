import { setImmediate } from 'node:timers/promises'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { minPCompany } from '@service/reputation-domain/mentions/mentions.ts'
import { type AliasFinder, compileAliases, type FoundAlias } from '@service/reputation-domain/subjects/find-aliases.ts'
import { phraseAround } from '@service/reputation-domain/subjects/other-meanings.ts'
import { type Subject, searchedNames } from '@service/reputation-domain/subjects/subject.ts'
import { readNameModel } from '../analysis/analysis.ts'
import { listHeadlines, type StoredHeadline } from '../articles/article-store.ts'
import { checkDefinition, type SubjectDefinition } from '../subjects/subject-definition.ts'
import * as subjects from '../subjects/subject-store.ts'
import { subjectNotFound } from './change-company-subject.ts'

/** `lost`: the subject is found there as it is now, and would be no more. */
export type TrialChange = 'added' | 'lost'

/** Which headlines are wanted. */
export const trialShows = ['found', 'added', 'lost', 'namesakes'] as const
export type TrialShow = (typeof trialShows)[number]

/** A stored headline in which a name stands, at `title.slice(start, end)`. */
export type TriedHeadline = StoredHeadline & {
  name: string
  start: number
  end: number
  /** Whether its context decides that the company is meant. */
  needsContext: boolean
  /** The phrase in which the name means something else. */
  blockedBy: string | undefined
  /** Probability that the name means the company. */
  pCompany: number
  /** In words: what decided. */
  because: string
  /** Against the subject as it is; undefined where both find it, or there is none to compare with. */
  change: TrialChange | undefined
}

export type Trial = {
  since: Date
  /** How many headlines were searched, the newest first, and whether there are more. */
  searched: number
  isComplete: boolean
  found: number
  /** Of those that were found: in which the name probably means something else. */
  namesakes: number
  /** Against the subject as it is; undefined where there is none to compare with. */
  compared: { added: number; lost: number } | undefined
  names: { text: string; found: number }[]
  /** The newest of those that are wanted. */
  headlines: TriedHeadline[]
}

export type TrialOptions = {
  days: number
  limit: number
  /** The subject to compare with as it is now. */
  subjectId?: string | undefined
  show?: TrialShow
}

type Tried = Pick<SubjectDefinition, 'name' | 'aliases' | 'blockers'>

/** Says which of the last days' headlines a subject would be found in; nothing is kept. */
export type TrySubject = (by: Act, companyId: string, subject: Tried, options: TrialOptions) => Promise<Trial>

const maxHeadlines = 10_000
/** Searched without a pause. */
const batchSize = 500

export function makeTrySubject({ db, now }: { db: Database; now: () => Date }): TrySubject {
  return async (_by, companyId, given, { days, limit, subjectId, show = 'found' }) => {
    const { name, aliases, blockers = [] } = checkDefinition({ ...given, sector: 'any' })
    const names = searchedNames({ name, aliases })
    const finder = finderOf({ name, aliases })
    const before = subjectId === undefined ? undefined : await currentOf(db, companyId, subjectId)
    const finderBefore = before && finderOf(before)
    const since = new Date(now().getTime() - days * 86_400_000)
    const headlines = await listHeadlines(db.connection, companyId, since, maxHeadlines + 1)
    const trial: Trial = {
      since,
      searched: Math.min(headlines.length, maxHeadlines),
      isComplete: headlines.length <= maxHeadlines,
      found: 0,
      namesakes: 0,
      compared: before && { added: 0, lost: 0 },
      names: names.map(({ text }) => ({ text, found: 0 })),
      headlines: [],
    }
    for (let at = 0; at < trial.searched; at += batchSize) {
      for (const headline of headlines.slice(at, Math.min(at + batchSize, trial.searched))) {
        const [first] = finder.find(headline.title)
        const [firstBefore] = finderBefore?.find(headline.title) ?? []
        if (first)
          count(trial, tried(headline, first, blockers, before && !firstBefore ? 'added' : undefined), show, limit)
        else if (firstBefore) count(trial, tried(headline, firstBefore, before?.blockers ?? [], 'lost'), show, limit)
      }
      await setImmediate()
    }
    return trial
  }
}

async function currentOf(db: Database, companyId: string, subjectId: string): Promise<Tried> {
  const subject = await subjects.findForCompany(db.connection, companyId, subjectId)
  if (!subject) throw subjectNotFound()
  return subject
}

const finderOf = (subject: Pick<Subject, 'name' | 'aliases'>): AliasFinder =>
  compileAliases([{ id: 'tried', aliases: searchedNames(subject) }])

function count(trial: Trial, headline: TriedHeadline, show: TrialShow, limit: number): void {
  const { change, name, pCompany } = headline
  const isNamesake = pCompany < minPCompany
  if (change && trial.compared) trial.compared[change]++
  if (change !== 'lost') {
    trial.found++
    if (isNamesake) trial.namesakes++
    for (const counted of trial.names) if (counted.text === name) counted.found++
  }
  const isWanted = {
    found: change !== 'lost',
    added: change === 'added',
    lost: change === 'lost',
    namesakes: change !== 'lost' && isNamesake,
  }[show]
  if (isWanted && trial.headlines.length < limit) trial.headlines.push(headline)
}

function tried(
  headline: StoredHeadline,
  { alias, start, end, needsContext }: FoundAlias,
  blockers: readonly string[],
  change: TrialChange | undefined,
): TriedHeadline {
  const target = { text: headline.title, start, end }
  return {
    ...headline,
    name: alias,
    start,
    end,
    needsContext,
    blockedBy: phraseAround(target, blockers),
    ...readNameModel().judge(target, { blockers, ...(needsContext && { needsContext }) }),
    change,
  }
}

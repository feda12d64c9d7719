import type { Queryable } from '@service/foundation/database/database.ts'
import { type Day, dayMs } from '@service/reputation-domain/series/model/day.ts'
import { searchedNames } from '@service/reputation-domain/subjects/subject.ts'
import type { StoredSubject } from '../model/stored-subject.ts'
import * as subjects from '../subjects/subject-store.ts'
import * as completions from './completion-store.ts'
import type { AskedAbout } from './read-completions.ts'

/**
 * The completions that a company's figures rest on: those to questions about the sector of its own subject. Tracked are all
 * subjects of that sector that it can see, and those that it follows. Undefined where there is nothing to wait for.
 */
export async function askedAbout(
  db: Queryable,
  companyId: string,
  followed: readonly subjects.FollowedSubject[],
  { from, asksModels }: { from: Day; asksModels: boolean },
): Promise<AskedAbout | undefined> {
  const own = followed.find(({ role }) => role === 'own')
  if (!own) return undefined
  const isAsked = asksModels && !own.sample
  if (!isAsked && !(await completions.hasAny(db, companyId, own.sector))) return undefined
  const { sector } = own
  const texts = await completions.listTexts(db, companyId, { sector, from: new Date(Math.max(0, from) * dayMs) })
  const isTracked = (subject: StoredSubject) =>
    followed.some(({ id }) => id === subject.id) ||
    (subject.sector.toLowerCase() === sector.toLowerCase() &&
      (subject.companyId === undefined || subject.companyId === companyId))
  const tracked = texts.length === 0 ? [] : (await subjects.listAll(db)).filter(isTracked)
  return {
    ownId: own.id,
    tracked: tracked.map((subject) => ({
      id: subject.id,
      aliases: searchedNames(subject),
      ...(subject.blockers && { blockers: subject.blockers }),
    })),
    texts,
  }
}

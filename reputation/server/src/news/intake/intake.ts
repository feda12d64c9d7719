/**
 * The one way in for articles, from wherever they come: known ones are recognised, new and changed ones analysed, and
 * all that follows is written in one transaction: articles, their mentions, and which figures have to be made again.
 * Killed anywhere, all of it is there or none, and taking the same articles in again changes nothing.
 *
 * The analysis happens before the transaction, on the articles as they were known then. If another process has changed
 * one of them meanwhile, it begins again.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import type { Analyst } from '../analysis/analyst.ts'
import * as articles from '../articles/article-store.ts'
import * as mentions from '../articles/mention-store.ts'
import type { IncomingArticle, Origin } from '../model/incoming-article.ts'
import type { StoredArticle } from '../model/stored-article.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { earliest, everySubject, markDirty } from '../queue/dirty-subjects-store.ts'
import { type Fate, type IntakePlan, keysOf, planIntake } from './plan-intake.ts'

export type TakeInArticles = (
  origin: Origin,
  incoming: readonly IncomingArticle[],
  /** Done in the same transaction. */
  alongside?: (tx: Queryable, fates: readonly Fate[], created: readonly StoredArticle[]) => Promise<void>,
) => Promise<Fate[]>

type Deps = {
  db: Database
  analyst: Analyst
  now: () => Date
  /** How long articles are kept. */
  keptMs?: number
}

export function makeTakeInArticles({ db, analyst, now, keptMs = Infinity }: Deps): TakeInArticles {
  return async (origin, incoming, alongside = async () => {}) => {
    const keptFrom = Math.max(0, now().getTime() - keptMs)
    const keys = keysOf(origin.source, incoming)
    const allKeys = [...new Set(keys.flat())]
    for (;;) {
      const known = await articles.findKnown(db.connection, origin.owner, allKeys)
      const plan = planIntake(origin, incoming, keys, known, keptFrom)
      const { found, analysedAs } = await analyst.analyse(plan.articles)
      const fates = await db.transaction(async (tx) => {
        await articles.lockIntake(tx, origin.owner)
        const present = await articles.findKnown(tx, origin.owner, allKeys)
        if (!isDeepStrictEqual(present, known) || !(await analyst.isCurrent(tx, analysedAs))) return undefined
        await writeIntake(tx, origin.owner, plan, found)
        await alongside(
          tx,
          plan.fates,
          plan.articles.filter(({ id }) => !plan.before.has(id)),
        )
        return plan.fates
      })
      if (fates) return fates
    }
  }
}

/** Inside the intake's lock. */
export async function writeIntake(
  tx: Queryable,
  owner: string,
  { articles: changed, before, keys }: Pick<IntakePlan, 'articles' | 'before' | 'keys'>,
  found: readonly StoredMention[],
): Promise<void> {
  if (changed.length === 0) return articles.saveKeys(tx, owner, keys)
  await articles.save(tx, owner, changed, keys)
  const gone = await mentions.deleteOf(tx, owner, [...before.keys()])
  await mentions.insertAll(tx, found)
  const days = await changedDays(tx, owner, changed, [...before.values()])
  const dirty = [
    ...gone,
    ...found.map(({ subjectId, publishedAt }) => ({ subjectId, day: isoDay(dayOf(publishedAt)) })),
    ...days.map((day) => ({ subjectId: everySubject, day })),
  ]
  await markDirty(tx, earliest(owner, dirty))
}

/** Days that have become days with news, or ceased to be. */
async function changedDays(
  tx: Queryable,
  owner: string,
  after: readonly StoredArticle[],
  before: readonly StoredArticle[],
): Promise<string[]> {
  const daysOf = (articles: readonly StoredArticle[]) => [
    ...new Set(articles.map((one) => isoDay(dayOf(one.publishedAt)))),
  ]
  const days = daysOf(after)
  const left = daysOf(before).filter((day) => !days.includes(day))
  return [...(await articles.addDays(tx, owner, days)), ...(await articles.removeEmptyDays(tx, owner, left))]
}

/**
 * Searches the stored articles for subjects that are new, or that are defined or analysed in another way than when they
 * were searched for last. A page of articles and how far the search has come are written in one transaction, so that it
 * goes on wherever it was broken off, in whatever process.
 *
 * Articles that come in meanwhile are searched for all subjects as they are taken in. The intake holds the
 * subjects' revision, so none is missed between the two.
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@service/foundation/database/database.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import * as articles from '../articles/article-store.ts'
import * as mentions from '../articles/mention-store.ts'
import type { StoredArticle } from '../model/stored-article.ts'
import type { StoredSubject } from '../model/stored-subject.ts'
import { earliest, markDirty } from '../queue/dirty-subjects-store.ts'
import * as searches from '../subjects/search-store.ts'
import * as subjects from '../subjects/subject-store.ts'
import type { Analyst } from './analyst.ts'

const pageSize = 500

export type SearchDeps = {
  db: Database
  analyst: Analyst
  /** Changes with whatever may judge an article differently. */
  analysisVersion: string
}

/** Searches until there is nothing left to search for, or until `stop` is aborted. */
export async function searchStoredArticles(deps: SearchDeps, stop: AbortSignal): Promise<void> {
  await beginSearches(deps)
  while (!stop.aborted && (await searchPage(deps))) {}
}

/** Figures wait for searches that have begun: nothing is made of what is to be judged again. */
export async function beginSearches({
  db,
  analysisVersion,
}: Pick<SearchDeps, 'db' | 'analysisVersion'>): Promise<void> {
  const [all, known] = await Promise.all([subjects.listAll(db.connection), searches.searchedAs(db.connection)])
  const wanted = all
    .map((subject) => ({ subjectId: subject.id, searchAs: searchAs(subject, analysisVersion) }))
    .filter(({ subjectId, searchAs }) => known.get(subjectId) !== searchAs)
  if (wanted.length > 0) await db.transaction((tx) => searches.begin(tx, wanted))
}

/** Its names and what they are looked for with; not whose peer it is. */
const searchAs = ({ name, aliases, blockers }: StoredSubject, analysisVersion: string): string =>
  createHash('sha256')
    .update(JSON.stringify([name, aliases, blockers, analysisVersion]))
    .digest('base64url')
    .slice(0, 24)

/** False when there is nothing left. */
async function searchPage({ db, analyst }: SearchDeps): Promise<boolean> {
  const search = await searches.next(db.connection)
  if (!search) return false
  const wanted = (await subjects.listAll(db.connection)).filter(({ id }) => search.subjectIds.includes(id))
  const page = await articles.listBackwards(db.connection, search.position, pageSize)
  const found = await analyst.analyseFor(page, wanted)
  await db.transaction(async (tx) => {
    const byOwner = Map.groupBy(page, ({ owner }) => owner)
    for (const owner of [...byOwner.keys()].sort()) await articles.lockIntake(tx, owner)
    // Where another process was quicker, or an article has changed, the page is looked at again.
    const present = await articles.listBackwards(tx, search.position, pageSize)
    if (!(await searches.hold(tx, search)) || !isDeepStrictEqual(present, page)) return
    for (const [owner, ofOwner] of byOwner) {
      const foundOfOwner = found.filter((mention) => mention.owner === owner)
      const ids = ofOwner.map(({ id }) => id)
      const gone = await mentions.deleteOf(tx, owner, ids, search.subjectIds)
      await mentions.insertAll(tx, foundOfOwner)
      const days = foundOfOwner.map(({ subjectId, publishedAt }) => ({ subjectId, day: isoDay(dayOf(publishedAt)) }))
      await markDirty(tx, earliest(owner, [...gone, ...days]))
    }
    const last = page.at(-1)
    if (last && page.length === pageSize) await searches.advance(tx, search.subjectIds, positionOf(last))
    else await searches.finish(tx, search.subjectIds)
  })
  return true
}

const positionOf = ({ owner, publishedAt, id }: StoredArticle): articles.ArticlePosition => ({
  owner,
  publishedAt: new Date(publishedAt),
  id,
})

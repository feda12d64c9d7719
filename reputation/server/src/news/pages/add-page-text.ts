import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@service/foundation/database/database.ts'
import type { Owner } from '@service/reputation-domain/articles/owner.ts'
import type { Analyst } from '../analysis/analyst.ts'
import * as articles from '../articles/article-store.ts'
import { writeIntake } from '../intake/intake.ts'
import * as pages from '../queue/pages-due-store.ts'

/** More of a page would name many companies in passing. */
const keptPageText = 1_200

export type AddPageText = (owner: Owner, articleId: string, text: string) => Promise<void>

/** Judges an article again with what its page says, as the intake does a new version, and ends the wait for the page. */
export function makeAddPageText({ db, analyst }: { db: Database; analyst: Analyst }): AddPageText {
  return async (owner, articleId, text) => {
    for (;;) {
      const known = await articles.find(db.connection, owner, articleId)
      if (!known || known.redacted) return pages.finish(db.connection, { owner, articleId })
      const article = { ...known, pageText: text.slice(0, keptPageText) }
      const { found, analysedAs } = await analyst.analyse([article])
      const isDone = await db.transaction(async (tx) => {
        await articles.lockIntake(tx, owner)
        const present = await articles.find(tx, owner, articleId)
        if (!isDeepStrictEqual(present, known) || !(await analyst.isCurrent(tx, analysedAs))) return false
        await writeIntake(tx, owner, { articles: [article], before: new Map([[articleId, known]]), keys: [] }, found)
        await pages.finish(tx, { owner, articleId })
        return true
      })
      if (isDone) return
    }
  }
}

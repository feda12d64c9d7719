/**
 * The pipeline's thread with the subjects of the moment: whoever analyses articles asks here, and can tell inside its
 * transaction whether the subjects have changed meanwhile.
 */
import { createHash } from 'node:crypto'
import type { Database, Listener, Queryable } from '@service/foundation/database/database.ts'
import type { StoredArticle } from '../model/stored-article.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import type { StoredSubject } from '../model/stored-subject.ts'
import type { PipelineThread } from '../pipeline-thread.ts'
import * as subjects from '../subjects/subject-store.ts'

export interface Analyst {
  /** `analysedAs` names the subjects that were looked for. */
  analyse(articles: readonly StoredArticle[]): Promise<{ found: StoredMention[]; analysedAs: number }>
  /** For these subjects alone. */
  analyseFor(articles: readonly StoredArticle[], subjects: readonly StoredSubject[]): Promise<StoredMention[]>
  /** Whether these are still all subjects there are; they stay so until the transaction ends. */
  isCurrent(tx: Queryable, analysedAs: number): Promise<boolean>
  close(): Promise<void>
}

export async function openAnalyst({ db, thread }: { db: Database; thread: PipelineThread }): Promise<Analyst> {
  let known: { revision: number; subjects: readonly StoredSubject[] } | undefined
  const forget = () => {
    known = undefined
  }
  const listener: Listener = await db.listen(subjects.subjectsChanged, forget)

  /** The revision is read first: what changes in between makes it too old, and the intake begins anew. */
  async function current() {
    if (known) return known
    const revision = await subjects.revision(db.connection)
    known = { revision, subjects: await subjects.listAll(db.connection) }
    return known
  }

  return {
    async analyse(articles) {
      const { revision, subjects } = await current()
      if (articles.length === 0) return { found: [], analysedAs: revision }
      const found = await thread.analyse(articles, { key: `all ${revision}`, subjects })
      return { found, analysedAs: revision }
    },
    analyseFor: (articles, subjects) => {
      const key = createHash('sha256').update(JSON.stringify(subjects)).digest('base64url')
      return thread.analyse(articles, { key, subjects })
    },
    async isCurrent(tx, analysedAs) {
      if ((await subjects.holdRevision(tx)) === analysedAs) return true
      forget()
      return false
    },
    close: () => listener.close(),
  }
}

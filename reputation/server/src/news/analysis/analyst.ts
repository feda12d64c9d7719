/**
 * Analyses articles, in a thread, for the subjects of the moment, and says inside a transaction whether the subjects have
 * changed since.
 */
import { createHash } from 'node:crypto'
import type { Database, Listener, Queryable } from '@service/foundation/database/database.ts'
import { threadTask } from '@service/foundation/threads/thread-task.ts'
import type { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import type { SentimentSettings } from '../model/sentiment-settings.ts'
import type { StoredArticle } from '../model/stored-article.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import type { StoredSubject } from '../model/stored-subject.ts'
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

export type AnalystOptions = { db: Database; thread: WorkerThread; sentiment?: SentimentSettings }

const task = threadTask<typeof import('./analyse.task.ts')>(new URL('./analyse.task.ts', import.meta.url))

export async function openAnalyst({ db, thread, sentiment = { kind: 'own' } }: AnalystOptions): Promise<Analyst> {
  const analyse = makeAnalyse(thread, sentiment)
  let known: { revision: number; subjects: readonly StoredSubject[] } | undefined
  const forget = () => {
    known = undefined
  }
  const listener: Listener = await db.listen(subjects.subjectsChanged, forget)

  /** The revision is read first: what changes in between makes it too old, and the intake begins again. */
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
      const found = await analyse(articles, { key: `all ${revision}`, subjects })
      return { found, analysedAs: revision }
    },
    analyseFor: (articles, subjects) => {
      const key = createHash('sha256').update(JSON.stringify(subjects)).digest('base64url')
      return analyse(articles, { key, subjects })
    },
    async isCurrent(tx, analysedAs) {
      if ((await subjects.holdRevision(tx)) === analysedAs) return true
      forget()
      return false
    },
    close: () => listener.close(),
  }
}

type SubjectSet = { key: string; subjects: readonly StoredSubject[] }

/** Sends a set of subjects only where the thread does not have it: it is far larger than the articles of a poll. */
function makeAnalyse(thread: WorkerThread, sentiment: SentimentSettings) {
  let sentKey: string | undefined
  return async (articles: readonly StoredArticle[], { key, subjects }: SubjectSet): Promise<StoredMention[]> => {
    const isKnown = sentKey === key
    sentKey = key
    const found = await thread.run(task, { articles, key, sentiment, ...(!isKnown && { subjects }) })
    if (found !== 'unknown-subjects') return found
    // The thread has died and begun again, or was sent other subjects meanwhile.
    sentKey = key
    const again = await thread.run(task, { articles, key, sentiment, subjects })
    if (again === 'unknown-subjects') throw new Error('The thread does not know the subjects that it was just sent')
    return again
  }
}

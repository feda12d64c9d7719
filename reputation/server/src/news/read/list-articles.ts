import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { CompanyReference } from '../../events/events.ts'
import { companyReference } from '../../events/events.ts'
import { alertThreshold } from '../figures/settings-store.ts'
import * as subjects from '../subjects/subject-store.ts'
import * as articles from './article-store.ts'
import { type OwnSubject, requireOwnSubject } from './own-subject.ts'
import * as stories from './story-store.ts'

export type AskedArticles = Omit<articles.ArticleFilter, 'articleIds'> & {
  story?: string | undefined
  /** The id of a subject that the company follows; its own unless given. */
  subject?: string | undefined
}

export type FoundArticles = {
  company: CompanyReference
  subject: OwnSubject
  /** P(negative) from which an article is an alert of the company. */
  threshold: number
  articles: (articles.ListedArticle & { story: string | undefined })[]
}

/** All articles that name the company's own subject, or a peer, newest first, with what was judged of them. */
export type ListArticles = (companyId: string, asked: AskedArticles, limit: number) => Promise<FoundArticles>

export const makeListArticles =
  ({ db: { connection: db } }: { db: Database }): ListArticles =>
  async (companyId, { story, subject: asking, ...asked }, limit) => {
    const [company, threshold, subject, articleIds] = await Promise.all([
      companyReference(db, companyId),
      alertThreshold(db, companyId),
      asking === undefined ? requireOwnSubject(db, companyId) : followedSubject(db, companyId, asking),
      story === undefined ? undefined : stories.articlesOf(db, companyId, story),
    ])
    const found = await articles.list(db, companyId, subject.id, { ...asked, articleIds }, limit)
    const [newest, oldest] = [found[0], found.at(-1)]
    if (!newest || !oldest) return { company, subject, threshold, articles: [] }
    const ids = found.map(({ articleId }) => articleId)
    const days = { first: oldest.publishedAt, last: newest.publishedAt }
    const storyOf = await stories.storiesOf(db, companyId, ids, days)
    return {
      company,
      subject,
      threshold,
      articles: found.map((one) => ({ ...one, story: storyOf.get(one.articleId) })),
    }
  }

async function followedSubject(db: Queryable, companyId: string, id: string): Promise<OwnSubject> {
  const found = (await subjects.listFollowed(db, companyId)).find((one) => one.id === id)
  if (found) return { id: found.id, name: found.name }
  const message = 'must be a subject that your company follows'
  throw new Problem('invalid-request', `query.subject ${message}.`, { details: [{ path: 'query.subject', message }] })
}

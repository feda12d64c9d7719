import type { Database } from '@service/foundation/database/database.ts'
import type { CompanyReference } from '../../events/events.ts'
import { companyReference } from '../../events/events.ts'
import { alertThreshold } from '../figures/settings-store.ts'
import * as articles from './article-store.ts'
import { type OwnSubject, requireOwnSubject } from './own-subject.ts'
import * as stories from './story-store.ts'

export type AskedArticles = Omit<articles.ArticleFilter, 'articleIds'> & { story?: string | undefined }

export type FoundArticles = {
  company: CompanyReference
  subject: OwnSubject
  /** P(negative) from which an article is an alert of the company. */
  threshold: number
  articles: (articles.ListedArticle & { story: string | undefined })[]
}

/** All articles that name the company's own subject, newest first, with what was judged of them. */
export type ListArticles = (companyId: string, asked: AskedArticles, limit: number) => Promise<FoundArticles>

export const makeListArticles =
  ({ db: { connection: db } }: { db: Database }): ListArticles =>
  async (companyId, { story, ...asked }, limit) => {
    const [company, threshold, subject, articleIds] = await Promise.all([
      companyReference(db, companyId),
      alertThreshold(db, companyId),
      requireOwnSubject(db, companyId),
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

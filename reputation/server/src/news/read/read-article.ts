import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import { platform } from '@service/reputation-domain/articles/owner.ts'
import * as articleTexts from '../articles/article-store.ts'
import { alertThreshold } from '../figures/settings-store.ts'
import * as articles from './article-store.ts'
import { requireOwnSubject } from './own-subject.ts'
import * as stories from './story-store.ts'

export type ReadArticleResult = {
  article: articles.ListedArticle & { story: string | undefined }
  /** P(negative) from which an article is an alert of the company. */
  threshold: number
  /** What the feed says below the title. */
  text: string | undefined
}

/** One article that names the company's own subject. Throws a `Problem` where there is none. */
export type ReadArticle = (companyId: string, articleId: string) => Promise<ReadArticleResult>

export const makeReadArticle =
  ({ db: { connection: db } }: { db: Database }): ReadArticle =>
  async (companyId, articleId) => {
    const subject = await requireOwnSubject(db, companyId)
    const [found] = await articles.list(db, companyId, subject.id, { articleIds: [articleId] }, 1)
    if (!found) throw new Problem('not-found', 'Article not found.')
    const { publishedAt } = found
    const [threshold, storyOf, stored] = await Promise.all([
      alertThreshold(db, companyId),
      stories.storiesOf(db, companyId, [articleId], { first: publishedAt, last: publishedAt }),
      articleTexts.find(db, platform, articleId),
    ])
    const text = (stored ?? (await articleTexts.find(db, companyId, articleId)))?.text
    return { article: { ...found, story: storyOf.get(articleId) }, threshold, text }
  }

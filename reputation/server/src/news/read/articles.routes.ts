import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { sendLines } from '@service/foundation/http/lines.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { formatOf, ListFormatParameter } from '@service/foundation/http/negotiation.ts'
import { type CursorKey, NextCursor, PageParameters, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { sendVersioned } from '@service/foundation/http/send-versioned.ts'
import { Problem } from '@service/foundation/problem.ts'
import { riskCategories } from '@service/reputation-domain/risk/model/categories.ts'
import Type from 'typebox'
import { CompanyReference } from '../../events/events.ts'
import { Article, ArticleDetail, articleColumns, toArticle, tones } from './article-responses.ts'
import { DayParameter } from './days.ts'
import type { ListArticles } from './list-articles.ts'
import { noOwnSubject, OwnSubject } from './own-subject.ts'
import type { ReadArticle } from './read-article.ts'
import { readSpanPage } from './span-page.ts'
import { TextParameter } from './text-parameter.ts'
import { listArticlesTool } from './tools.ts'

export type ListedArticleDeps = { listArticles: ListArticles; readArticle: ReadArticle }

/** A malformed id is not found, like an unknown one. */
export const ArticlePath = Type.Object({
  articleId: Type.String({ description: 'The `articleId` of an article.', examples: ['art_1e501d73f529098addeca039'] }),
})

export function articleIdOf({ articleId }: Type.Static<typeof ArticlePath>): string {
  if (!/^art_[0-9a-z]{1,60}$/.test(articleId)) throw new Problem('not-found', 'Article not found.')
  return articleId
}

export function listedArticleRoutes(app: App, { listArticles, readArticle }: ListedArticleDeps): void {
  app.get(
    '/api/v1/articles',
    {
      schema: {
        operationId: 'listArticles',
        tags: ['Reputation'],
        summary: 'List articles',
        description:
          'Every article that names the company, newest first: what figures are made of, and what they leave out. Each with its tone and the words that moved it, its risks, and every reason for and against an alert.',
        querystring: Type.Object({
          ...PageParameters,
          day: Type.Optional(DayParameter('Only articles published on this day.')),
          from: Type.Optional(DayParameter('Only articles published on this day or later.')),
          to: Type.Optional(DayParameter('Only articles published on this day or before.')),
          subject: Type.Optional(
            TextParameter(
              60,
              'Articles about this subject, one that the company follows; its own unless given. Figures are made of that alone.',
            ),
          ),
          story: Type.Optional(TextParameter(200, 'Only articles of the story with this id.')),
          tone: Type.Optional(stringEnum(tones, { description: 'Only articles of this tone.' })),
          category: Type.Optional(
            stringEnum([...riskCategories], { description: 'Only articles with a risk of this category.' }),
          ),
          outlet: Type.Optional(TextParameter(200, 'Only articles of the outlet with this name, in any case.')),
          language: Type.Optional(TextParameter(35, 'Only articles in this language, ISO 639-1.')),
          counted: Type.Optional(
            Type.Boolean({
              description: 'Only articles that figures count (`true`), or that they leave out (`false`).',
            }),
          ),
          unjudged: Type.Optional(
            Type.Boolean({
              description:
                'Only articles that days count as `unjudged`, about the company and in a language that is not judged (`true`), or all others (`false`).',
            }),
          ),
          corrected: Type.Optional(
            Type.Boolean({
              description: 'Only articles whose judgement a person has corrected (`true`), or all others (`false`).',
            }),
          ),
          format: ListFormatParameter,
        }),
        response: {
          200: Type.Object(
            { company: CompanyReference, subject: OwnSubject, articles: Type.Array(Article), nextCursor: NextCursor },
            { title: 'ArticlePage' },
          ),
          ...problems(noOwnSubject),
        },
      },
      config: { scope: 'alerts:read', csv: true, lines: true, etag: true, tool: listArticlesTool },
    },
    async (request, reply) => {
      const format = formatOf(request, ['json', 'csv', 'ndjson'])
      const { limit, span, last } = readSpanPage(request.query)
      const { subject, story, tone, category, outlet, language, counted, unjudged, corrected } = request.query
      const wanted = { subject, story, tone, category, outlet, language, counted, unjudged, corrected, ...span }
      const list = (behind: typeof last, limit: number) => {
        const before = behind && { publishedAt: behind.at, articleId: behind.id }
        return listArticles(callerOf(request).companyId, { ...wanted, before }, limit)
      }
      if (format === 'ndjson') {
        const read = async (behind: CursorKey | undefined, limit: number) => {
          const found = await list(behind && lastOf(behind), limit)
          return found.articles.map((one) => ({ key: keyOf(one), item: toArticle(one, found.threshold) }))
        }
        return sendLines(request, reply, { schema: Article, after: last && [last.at.getTime(), last.id], read })
      }
      const found = await list(last, limit + 1)
      const page = toPage(found.articles, limit, keyOf)
      const csv = format === 'csv'
      const articles = page.items.map((one) => toArticle(one, found.threshold))
      const body = { company: found.company, subject: found.subject, articles, nextCursor: page.nextCursor }
      return sendVersioned(request, reply, { csv, body, columns: articleColumns, rows: articles })
    },
  )

  app.get(
    '/api/v1/articles/:articleId',
    {
      schema: {
        operationId: 'getArticle',
        tags: ['Reputation'],
        summary: 'Get an article',
        description: 'One article that names the company, with its text as far as the feed brought it.',
        params: ArticlePath,
        response: { 200: ArticleDetail, ...problems('not-found', noOwnSubject) },
      },
      config: { scope: 'alerts:read', etag: true },
    },
    async (request, reply) => {
      const read = await readArticle(callerOf(request).companyId, articleIdOf(request.params))
      const body = { ...toArticle(read.article, read.threshold), text: read.text ?? null }
      return sendVersioned(request, reply, { csv: false, body, columns: [], rows: [] })
    },
  )
}

const keyOf = ({ publishedAt, articleId }: { publishedAt: Date; articleId: string }): CursorKey => [
  publishedAt.getTime(),
  articleId,
]

const lastOf = ([at, id]: CursorKey) => ({ at: new Date(at as number), id: id as string })

/** Corrections over HTTP, and the labels that they make. */
import { actOf, callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { sendLines } from '@service/foundation/http/lines.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnumOrNull, stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { formatOf, ListFormatParameter } from '@service/foundation/http/negotiation.ts'
import { type CursorKey, NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { sendVersioned } from '@service/foundation/http/send-versioned.ts'
import { riskCategories } from '@service/reputation-domain/risk/model/categories.ts'
import type { Strength } from '@service/reputation-domain/risk/model/finding.ts'
import Type from 'typebox'
import type { Label, StoredCorrection } from '../articles/correction-store.ts'
import { Correction, CorrectionFields, toCorrection, tones } from '../read/article-responses.ts'
import { ArticlePath, articleIdOf } from '../read/articles.routes.ts'
import { noOwnSubject } from '../read/own-subject.ts'
import { TextParameter } from '../read/text-parameter.ts'
import type { CorrectArticle, RevertCorrection } from './correct-article.ts'
import type { ListCorrections, ListLabels } from './list-corrections.ts'

export type CorrectionDeps = {
  correctArticle: CorrectArticle
  revertCorrection: RevertCorrection
  listCorrections: ListCorrections
  listLabels: ListLabels
}

const tags = ['Corrections']
const reading = { scope: 'alerts:read' as const }
const correcting = { scope: 'articles:correct' as const }

const NewCorrection = Type.Object(
  {
    tone: Type.Optional(stringEnum(tones, { description: 'The tone that it has.' })),
    aboutCompany: Type.Optional(Type.Boolean({ description: 'Whether the article is about the company at all.' })),
    gravity: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3,
        description: 'How grave the gravest risk is that it reports: 0 none, 1 mild, 2 serious, 3 grave.',
      }),
    ),
    category: Type.Optional(
      stringEnum([...riskCategories], {
        description: 'Of that risk; needed with a gravity where no risk was found in the article.',
      }),
    ),
    isAlert: Type.Optional(Type.Boolean({ description: 'Whether it is an alert of its own.' })),
    note: Type.Optional(Type.String({ maxLength: 2_000, pattern: '^[^\\u0000]*$', description: 'Why.' })),
  },
  { title: 'NewCorrection', additionalProperties: false, description: 'At least one of these besides the note.' },
)

const CorrectionEntry = Type.Object(
  {
    ...Correction.properties,
    articleId: Type.String(),
    actorName: nullable(Type.String({ description: 'The name of that person or key, where it is known.' })),
    endedAt: nullable(Instant('When it was replaced or withdrawn; null while it holds.')),
    endedBy: nullable(Type.String({ description: 'Who did that, as the audit names actors.' })),
  },
  { title: 'CorrectionEntry' },
)

const LabelEntry = Type.Object(
  {
    id: Type.String(),
    articleId: Type.String(),
    text: Type.String({ description: 'The headline.' }),
    target: Type.String({
      description: '`text.slice(start, end)`; empty where the headline does not name the company.',
    }),
    start: Type.Integer(),
    end: Type.Integer(),
    company: Type.String({ description: 'The name of the subject.' }),
    isCompany: nullable(
      Type.Boolean({ description: 'Whether the name means the company; null where nobody said so.' }),
    ),
    label: CorrectionFields.tone,
    risk: openEnumOrNull([...riskCategories, 'none'], {
      description: 'The category of the risk, `none` where it reports none; null where nobody said so.',
    }),
    gravity: CorrectionFields.gravity,
  },
  { title: 'ArticleLabel' },
)

export function correctionRoutes(app: App, deps: CorrectionDeps): void {
  const { correctArticle, revertCorrection, listCorrections, listLabels } = deps
  app.put(
    '/api/v1/corrections/:articleId',
    {
      schema: {
        operationId: 'correctArticle',
        tags,
        summary: 'Correct the judgement of an article',
        description:
          'The correction replaces the judgement of the models in all figures of your company until it is withdrawn: sentiment, score, stories and alerts are computed again within seconds. An earlier correction of the article is replaced. An alert that was sent already is not recalled; it leaves the list.',
        params: ArticlePath,
        body: NewCorrection,
        response: { 200: Correction, ...problems('not-found', noOwnSubject) },
      },
      config: correcting,
    },
    async (request) => {
      const { tone = null, aboutCompany = null, category = null, isAlert = null, note } = request.body
      const gravity = (request.body.gravity ?? null) as 0 | Strength | null
      const given = { tone, aboutCompany, gravity, category, isAlert, note: note?.trim() || null }
      const { companyId } = callerOf(request)
      return toCorrection(await correctArticle(actOf(request), companyId, articleIdOf(request.params), given))
    },
  )

  app.delete(
    '/api/v1/corrections/:articleId',
    {
      schema: {
        operationId: 'revertCorrection',
        tags,
        summary: 'Withdraw the correction of an article',
        description: 'The judgement of the models holds again. The correction stays in the history.',
        params: ArticlePath,
        response: { 204: Type.Null({ description: 'It is taken back.' }), ...problems('not-found', noOwnSubject) },
      },
      config: correcting,
    },
    async (request, reply) => {
      await revertCorrection(actOf(request), callerOf(request).companyId, articleIdOf(request.params))
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/api/v1/corrections',
    {
      schema: {
        operationId: 'listCorrections',
        tags,
        summary: 'List corrections',
        description: 'Corrections by people of your company, newest first, including those that no longer hold.',
        querystring: Type.Object({
          ...PageParameters,
          article: Type.Optional(TextParameter(80, 'Only corrections of this article.')),
          holds: Type.Optional(Type.Boolean({ description: 'Only those that hold (`true`), or no longer (`false`).' })),
        }),
        response: {
          200: Type.Object(
            { corrections: Type.Array(CorrectionEntry), nextCursor: NextCursor },
            { title: 'CorrectionPage' },
          ),
        },
      },
      config: { ...reading, etag: true },
    },
    async (request, reply) => {
      const { article, holds, ...asked } = request.query
      const { limit, after } = readPage(asked, ['string'])
      const filter = { articleId: article, holds, beforeId: after?.[0] as string | undefined }
      const { found, names } = await listCorrections(callerOf(request).companyId, filter, limit + 1)
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
      const body = { corrections: items.map((one) => toEntry(one, names)), nextCursor }
      return sendVersioned(request, reply, { csv: false, body, columns: [], rows: [] })
    },
  )

  app.get(
    '/api/v1/article-labels',
    {
      schema: {
        operationId: 'listArticleLabels',
        tags,
        summary: 'List corrections as labels',
        description:
          'The corrections that hold as labelled examples, newest first, in the columns of the corpus that models are measured with: as lines of JSON, they can be trained on as they are.',
        querystring: Type.Object({ ...PageParameters, format: ListFormatParameter }),
        response: {
          200: Type.Object({ labels: Type.Array(LabelEntry), nextCursor: NextCursor }, { title: 'ArticleLabelPage' }),
        },
      },
      config: { ...reading, csv: true, lines: true, etag: true },
    },
    async (request, reply) => {
      const format = formatOf(request, ['json', 'csv', 'ndjson'])
      const { companyId } = callerOf(request)
      const { format: _format, ...asked } = request.query
      const { limit, after } = readPage(asked, ['string'])
      if (format === 'ndjson') {
        const read = async (behind: CursorKey | undefined, limit: number) => {
          const found = await listLabels(companyId, behind?.[0] as string | undefined, limit)
          return found.map((one) => ({ key: [one.id], item: toLabel(one) }))
        }
        return sendLines(request, reply, { schema: LabelEntry, after, read })
      }
      const found = await listLabels(companyId, after?.[0] as string | undefined, limit + 1)
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
      const labels = items.map(toLabel)
      const columns = Object.keys(LabelEntry.properties) as (keyof (typeof labels)[number])[]
      return sendVersioned(request, reply, {
        csv: format === 'csv',
        body: { labels, nextCursor },
        columns,
        rows: labels,
      })
    },
  )
}

const toEntry = (correction: StoredCorrection, names: ReadonlyMap<string, string>) => ({
  ...toCorrection(correction),
  articleId: correction.articleId,
  actorName: names.get(correction.actor) ?? null,
  endedAt: correction.endedAt?.toISOString() ?? null,
  endedBy: correction.endedBy,
})

function toLabel({ id, articleId, title, startAt, endAt, subjectName, ...said }: Label) {
  const { tone, aboutCompany, gravity, category, riskCategory } = said
  return {
    id,
    articleId,
    text: title,
    target: title.slice(startAt, endAt),
    start: startAt,
    end: endAt,
    company: subjectName,
    // Who says how it is meant says that it is meant.
    isCompany: aboutCompany ?? (tone !== null || gravity !== null ? true : null),
    label: tone,
    risk: gravity === null ? null : gravity === 0 ? ('none' as const) : (category ?? riskCategory),
    gravity,
  }
}

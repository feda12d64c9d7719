import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import type { CsvColumn } from '@service/foundation/http/csv.ts'
import { described } from '@service/foundation/http/document-components.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { openEnum, stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { FormatParameter, wantsCsv } from '@service/foundation/http/negotiation.ts'
import { NextCursor, PageParameters, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { sendVersioned } from '@service/foundation/http/send-versioned.ts'
import { riskCategories } from '@service/reputation-domain/risk/model/categories.ts'
import Type from 'typebox'
import { AlertSeverity, alertArticle, CompanyReference } from '../../events/events.ts'
import { ArticlesPath, articlesPath } from './article-path.ts'
import { DayParameter } from './days.ts'
import type { ListStories } from './list-stories.ts'
import { noOwnSubject, OwnSubject } from './own-subject.ts'
import { readSpanPage } from './span-page.ts'
import type { ListedStory } from './story-store.ts'
import { TextParameter } from './text-parameter.ts'

export type StoryDeps = { listStories: ListStories }

const Story = Type.Object(
  {
    story: Type.String({ description: 'The id of the story.' }),
    title: Type.String({ description: 'The headline of its representative article.' }),
    ...alertArticle,
    beganAt: Instant('When its first article was published.'),
    lastAt: Instant('When its last article so far was published.'),
    articleCount: Type.Integer({ description: 'Articles about the company, copies included.' }),
    outletCount: Type.Integer(),
    languages: Type.Array(Type.String(), {
      description: 'The languages of its articles, ISO 639-1, as detected.',
      examples: [['en']],
    }),
    positive: Type.Integer(),
    neutral: Type.Integer(),
    negative: Type.Integer(),
    averageScore: Type.Number({ minimum: -1, maximum: 1, description: 'Mean of P(positive) − P(negative).' }),
    category: Type.Optional(
      openEnum(riskCategories, { title: 'RiskCategory', description: 'The category of a risk.' }),
    ),
    level: Type.Optional(
      stringEnum(['low', 'medium', 'high', 'critical'], { description: 'How pressing its risk is, if it has one.' }),
    ),
    reach: Type.Optional(Type.Number({ description: 'How far its risk has spread, in outlets of the first tier.' })),
    severity: Type.Optional(described(AlertSeverity, 'The highest severity of its alerts; absent if it has no alert.')),
    alertCount: Type.Integer({ description: 'How many alerts it has caused.' }),
    articlesPath: ArticlesPath('Lists its articles.'),
    sample: Type.Optional(Type.Boolean({ description: 'True if articles of the sample are among its own.' })),
  },
  { title: 'Story' },
)
type Story = Type.Static<typeof Story>

function toStory({
  id,
  beganAt,
  lastAt,
  level,
  category,
  reach,
  severity,
  sample,
  languages,
  ...story
}: ListedStory): Story {
  return {
    ...story,
    languages: languages ?? [],
    story: id,
    beganAt: beganAt.toISOString(),
    lastAt: lastAt.toISOString(),
    ...(level !== null && { level }),
    ...(category !== null && { category }),
    ...(reach !== null && { reach }),
    ...(severity !== null && { severity }),
    articlesPath: articlesPath({ story: id }),
    ...(sample && { sample }),
  }
}

export function storyRoutes(app: App, { listStories }: StoryDeps): void {
  app.get(
    '/api/v1/stories',
    {
      schema: {
        operationId: 'listStories',
        tags: ['Reputation'],
        summary: 'List stories',
        description:
          'The stories that the news about the company make, the last begun first: articles of several outlets about one event are one story.',
        querystring: Type.Object({
          ...PageParameters,
          day: Type.Optional(DayParameter('Only stories between whose first and last article this day lies.')),
          from: Type.Optional(DayParameter('Only stories whose last article was published on this day or later.')),
          to: Type.Optional(DayParameter('Only stories that began on this day or before.')),
          category: Type.Optional(
            stringEnum([...riskCategories], { description: 'Only stories with a risk of this category.' }),
          ),
          language: Type.Optional(TextParameter(35, 'Only stories with articles in this language, ISO 639-1.')),
          severity: Type.Optional(described(AlertSeverity, 'Only stories with this highest severity of alerts.')),
          format: FormatParameter,
        }),
        response: {
          200: Type.Object(
            { company: CompanyReference, subject: OwnSubject, stories: Type.Array(Story), nextCursor: NextCursor },
            { title: 'StoryPage' },
          ),
          ...problems(noOwnSubject),
        },
      },
      config: { scope: 'alerts:read', csv: true, etag: true },
    },
    async (request, reply) => {
      const csv = wantsCsv(request)
      const { limit, span, last } = readSpanPage(request.query)
      const { category, severity, language } = request.query
      const wanted = { category, severity, language, ...span, before: last && { beganAt: last.at, id: last.id } }
      const found = await listStories(callerOf(request).companyId, wanted, limit + 1)
      const page = toPage(found.stories, limit, (one) => [one.beganAt.getTime(), one.id])
      const stories = page.items.map(toStory)
      const body = { company: found.company, subject: found.subject, stories, nextCursor: page.nextCursor }
      return sendVersioned(request, reply, { csv, body, columns, rows: stories })
    },
  )
}

const columns: CsvColumn<Story>[] = [
  'story',
  'title',
  'source',
  'url',
  'beganAt',
  'lastAt',
  'articleCount',
  'outletCount',
  'positive',
  'neutral',
  'negative',
  'averageScore',
  'category',
  'level',
  'reach',
  'severity',
  'alertCount',
  { name: 'sample', value: ({ sample }) => sample ?? false },
  { name: 'languages', value: ({ languages }) => languages.join('; ') },
]

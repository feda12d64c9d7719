/** Response schemas of alerts. */
import type { CsvColumn } from '@service/foundation/http/csv.ts'
import { described } from '@service/foundation/http/document-components.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { openEnum, stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { riskCategories } from '@service/reputation-domain/risk/model/categories.ts'
import Type from 'typebox'
import { AlertSeverity, alertArticle, CompanyReference } from '../../events/events.ts'
import type { StoredAlert } from '../model/stored-alert.ts'
import { ArticlesPath, articlesPath } from './article-path.ts'
import { OwnSubject } from './own-subject.ts'

const AlertArticle = Type.Object(
  {
    title: Type.String(),
    source: Type.String({ description: 'The outlet that published the article.' }),
    url: Type.String({ format: 'uri' }),
    publishedAt: Instant('When the article was published.'),
    originalPublishedAt: Type.Optional(Instant('When the article of a sample was really published.')),
  },
  { title: 'AlertArticle' },
)

export const Alert = Type.Object(
  {
    id: Type.String({ examples: ['alr_5f0c9a21d3b8e7446a1c9d02'] }),
    kind: stringEnum(['article', 'risk'], {
      title: 'AlertKind',
      description:
        '`article`: an article about the company that is negative or reports a grave fact. `risk`: the assessment of a story.',
    }),
    title: Type.String({ description: 'The headline of the article, or of the best article of the story.' }),
    severity: AlertSeverity,
    ...alertArticle,
    detectedAt: Instant('When the service detected the alert, or that it had become critical.'),
    publishedAt: Instant('When the article that caused or raised the alert was published.'),
    sentimentScore: Type.Number({ minimum: -1, maximum: 1, description: 'Below 0 for negative sentiment.' }),
    language: Type.Optional(
      Type.String({
        description: 'The language of the article, ISO 639-1, as detected.',
        examples: ['en'],
      }),
    ),
    company: CompanyReference,
    subject: OwnSubject,
    story: Type.String({ description: 'The id of the story: the same for all its alerts.' }),
    category: Type.Optional(
      openEnum(riskCategories, { title: 'RiskCategory', description: 'The category of a risk.' }),
    ),
    level: Type.Optional(described(AlertSeverity, 'The level of a risk.')),
    reach: Type.Optional(Type.Number({ description: 'How far a risk had spread then, in outlets of the first tier.' })),
    articleCount: Type.Optional(Type.Integer({ description: 'How many articles report a risk.' })),
    articles: Type.Optional(
      Type.Array(AlertArticle, { description: 'The first articles that report a risk, at most 20.' }),
    ),
    alertCount: Type.Optional(Type.Integer({ description: 'With `group=story`: how many alerts the story has.' })),
    articlesPath: ArticlesPath('Lists all articles of the story.'),
    sample: Type.Optional(Type.Boolean({ description: 'True for the sample, whose dates are shifted.' })),
    originalPublishedAt: Type.Optional(Instant('When the article of a sample was really published.')),
  },
  { title: 'Alert' },
)
export type Alert = Type.Static<typeof Alert>

type About = { company: CompanyReference; subject: OwnSubject }

export function toAlert(alert: StoredAlert & { alertCount?: number }, { company, subject }: About): Alert {
  const { id, kind, title, severity, source, url, detectedAt, publishedAt, sentimentScore } = alert
  const { story, sample, risk, alertCount } = alert
  return {
    id,
    kind,
    title,
    severity,
    source,
    url,
    detectedAt: detectedAt.toISOString(),
    publishedAt: publishedAt.toISOString(),
    sentimentScore,
    ...(alert.language !== null && { language: alert.language }),
    company,
    subject,
    story,
    ...(risk as Pick<Alert, 'category' | 'level' | 'reach' | 'articleCount' | 'articles'> | null),
    ...(alertCount !== undefined && { alertCount }),
    articlesPath: articlesPath({ story }),
    ...(sample && { sample }),
    ...(alert.originalPublishedAt && { originalPublishedAt: alert.originalPublishedAt.toISOString() }),
  }
}

export const alertColumns: CsvColumn<Alert>[] = [
  'id',
  'kind',
  'severity',
  'detectedAt',
  'title',
  'source',
  'url',
  'sentimentScore',
  'story',
  'category',
  'reach',
  'articleCount',
  { name: 'sample', value: ({ sample }) => sample ?? false },
  'publishedAt',
  'alertCount',
  { name: 'company', value: ({ company }) => company.name },
  'level',
  'language',
  { name: 'subject', value: ({ subject }) => subject.name },
]

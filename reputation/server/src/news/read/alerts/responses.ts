/** Alerts as they are answered. */
import type { CsvColumn } from '@service/foundation/http/csv.ts'
import { Instant } from '@service/foundation/http/instant.ts'
import { stringEnum } from '@service/foundation/http/string-enum.ts'
import { riskCategories } from '@service/reputation-domain/risk/model/categories.ts'
import Type from 'typebox'
import { CompanyReference } from '../../../events/company-reference.ts'
import type { StoredAlert } from '../../model/stored-alert.ts'

export const severities = ['critical', 'high'] as const

const AlertArticle = Type.Object({
  title: Type.String(),
  source: Type.String(),
  url: Type.String(),
  publishedAt: Instant('When it was published.'),
})

export const Alert = Type.Object(
  {
    id: Type.String({ examples: ['alr_5f0c9a21d3b8e7446a1c9d02'] }),
    kind: stringEnum(['article', 'risk'], {
      description: '`article`: a negative article about the company. `risk`: the assessment of a story.',
    }),
    title: Type.String({ description: 'Of the article, or of the one that tells the story best.' }),
    severity: stringEnum(severities),
    source: Type.String({ description: 'The outlet that published it.' }),
    url: Type.String({ description: 'The article.' }),
    detectedAt: Instant('When the article was published that made it an alert, or a more severe one.'),
    sentimentScore: Type.Number({ minimum: -1, maximum: 1, description: 'Negative for negative sentiment.' }),
    company: CompanyReference,
    story: Type.String({ description: 'The same for all alerts of one story.' }),
    category: Type.Optional(stringEnum(riskCategories, { description: 'Of a risk: which of the sixteen kinds.' })),
    level: Type.Optional(stringEnum(severities, { description: 'Of a risk: its level.' })),
    reach: Type.Optional(
      Type.Number({ description: 'Of a risk: how far it had spread then, in outlets of the first tier.' }),
    ),
    articleCount: Type.Optional(Type.Integer({ description: 'Of a risk: how many articles speak of it.' })),
    articles: Type.Optional(Type.Array(AlertArticle, { description: 'Of a risk: the first of them, at most 20.' })),
    sample: Type.Optional(Type.Literal(true, { description: 'Of the sample, with shifted dates.' })),
    originalPublishedAt: Type.Optional(Instant('Of a sample: when the article was really published.')),
  },
  { title: 'Alert' },
)
export type Alert = Type.Static<typeof Alert>

export function toAlert(alert: StoredAlert, company: CompanyReference): Alert {
  const { id, kind, title, severity, source, url, detectedAt, sentimentScore, story, sample, risk } = alert
  return {
    id,
    kind,
    title,
    severity,
    source,
    url,
    detectedAt: detectedAt.toISOString(),
    sentimentScore,
    company,
    story,
    ...(risk as Pick<Alert, 'category' | 'level' | 'reach' | 'articleCount' | 'articles'> | null),
    ...(sample && { sample }),
    ...(alert.originalPublishedAt && { originalPublishedAt: alert.originalPublishedAt.toISOString() }),
  }
}

export const alertColumns: CsvColumn<Alert>[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'severity', value: ({ severity }) => severity },
  { name: 'detectedAt', value: ({ detectedAt }) => detectedAt },
  { name: 'title', value: ({ title }) => title },
  { name: 'source', value: ({ source }) => source },
  { name: 'url', value: ({ url }) => url },
  { name: 'sentimentScore', value: ({ sentimentScore }) => sentimentScore },
  { name: 'story', value: ({ story }) => story },
  { name: 'category', value: ({ category }) => category },
  { name: 'reach', value: ({ reach }) => reach },
  { name: 'articleCount', value: ({ articleCount }) => articleCount },
  { name: 'sample', value: ({ sample }) => sample ?? false },
]

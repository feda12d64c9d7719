import { Instant } from '@service/foundation/http/instant.ts'
import type { EventKind } from '@service/foundation/webhooks/model/event.ts'
import Type from 'typebox'
import { CompanyReference } from './company-reference.ts'

export type AlertSeverity = 'critical' | 'high'

/** The data of `alert.critical` and `alert.high`. */
const alertData = <const Severity extends AlertSeverity>(severity: Severity) =>
  Type.Object(
    {
      id: Type.String({ description: 'The id of the alert.', examples: ['alr_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
      title: Type.String(),
      severity: Type.Literal(severity),
      source: Type.String({ description: 'The outlet that published it.', examples: ['Example Times'] }),
      url: Type.String({ description: 'The article.', examples: ['https://news.example.com/article'] }),
      detectedAt: Instant('When it was detected.'),
      sentimentScore: Type.Number({ minimum: -1, maximum: 1, description: 'Negative for negative sentiment.' }),
      company: CompanyReference,
    },
    { title: 'AlertEvent' },
  )

const AlertData = Type.Union([alertData('critical'), alertData('high')])
export type AlertData = Type.Static<typeof AlertData>

export const alertKind = (severity: AlertSeverity): EventKind => ({
  summary:
    severity === 'critical'
      ? 'A story about the company has become critical'
      : 'A story about the company has given its first alert, of high severity',
  data: alertData(severity),
  example: (company): AlertData => ({
    id: 'alr_00000000000000000000000000',
    title: `Example: ${severity === 'critical' ? 'regulator opens an inquiry into' : 'customers complain about'} ${company.name}`,
    severity,
    source: 'Example Times',
    url: 'https://news.example.com/an-example',
    detectedAt: '2026-11-20T09:30:00.000Z',
    sentimentScore: severity === 'critical' ? -0.91 : -0.78,
    company,
  }),
})

/** On events that only a registration for all alerts is told, for a single article set them off. */
export const articleTag = 'article'
/** On events that only a registration for risks alone is told: the others have been told of the story by an article. */
export const riskOnlyTag = 'risk-only'

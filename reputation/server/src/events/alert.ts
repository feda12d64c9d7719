import { Instant } from '@service/foundation/http/model/instant.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { eventKind } from '@service/foundation/webhooks/model/event.ts'
import Type from 'typebox'
import { CompanyReference } from './company-reference.ts'

export const severities = ['critical', 'high'] as const
export const AlertSeverity = stringEnum(severities, { title: 'AlertSeverity', description: 'How severe an alert is.' })
export type AlertSeverity = Type.Static<typeof AlertSeverity>

/** The article that caused an alert. */
export const alertArticle = {
  source: Type.String({ description: 'The outlet that published the article.', examples: ['Example Times'] }),
  url: Type.String({
    format: 'uri',
    description: 'The address of the article.',
    examples: ['https://news.example.com/article'],
  }),
}

/** The data of `alert.critical` and `alert.high`. */
const AlertEventData = Type.Object(
  {
    id: Type.String({ description: 'The id of the alert.', examples: ['alr_5f0c9a21d3b8e7446a1c9d02'] }),
    title: Type.String({ description: 'The headline.', examples: ['Example Ltd recalls widgets'] }),
    severity: AlertSeverity,
    ...alertArticle,
    detectedAt: Instant('When the alert was detected.'),
    sentimentScore: Type.Number({
      minimum: -1,
      maximum: 1,
      description: 'Below 0 for negative sentiment.',
      examples: [-0.78],
    }),
    company: CompanyReference,
  },
  { title: 'AlertEventData' },
)

export const alertKind = (severity: AlertSeverity) =>
  eventKind({
    summary: severity === 'critical' ? 'A critical alert was detected' : 'An alert of high severity was detected',
    data: AlertEventData,
    example: (company) => ({
      id: 'alr_000000000000000000000000',
      title: `Example: ${severity === 'critical' ? 'regulator opens an inquiry into' : 'customers complain about'} ${company.name}`,
      severity,
      source: 'Example Times',
      url: 'https://news.example.com/an-example',
      detectedAt: '2026-11-20T09:30:00.000Z',
      sentimentScore: severity === 'critical' ? -0.91 : -0.78,
      company,
    }),
  })

/** On events that a registration for risks alone passes over: a single article caused them. */
export const articleTag = 'article'
/** On events that only a registration for risks alone receives: an article has announced the story to the others. */
export const riskOnlyTag = 'risk-only'

import { fileURLToPath } from 'node:url'
import type { ApiDescription } from '@service/foundation/http/api-document.ts'
import { readApiExamples } from '@service/foundation/http/api-examples.ts'
import { selfServiceTags } from '@service/foundation/self-service/self-service.ts'
import { sessionCookieOf, signInTags } from '@service/foundation/sign-in/sign-in.ts'
import { documentEvents, eventsTag } from '@service/foundation/webhooks/webhooks.ts'
import { eventCatalogue } from './events/events.ts'
import { requiredLists, withLists } from './lists/model/sanctions-list.ts'
import { serviceName } from './service-name.ts'

export const serviceVersion = '0.1.0'

export const examplesFolder = fileURLToPath(new URL('../api-examples', import.meta.url))

/** What the OpenAPI document says of the service as a whole. */
export const apiDescription = (baseUrl: string, lists = requiredLists): ApiDescription => ({
  title: 'Reputation Intelligence REST API',
  version: serviceVersion,
  description:
    'Reputation of the company that owns the API key, and screening of names against the ' +
    `${lists.slice(0, -1).join(', ')} and ${lists.at(-1)} sanctions lists. ` +
    'Errors are a `Problem` with the reason phrase of the status as `error`. Responses may gain fields, and values where ' +
    'a description says so: clients should ignore what they do not know.',
  baseUrl,
  sessionCookie: sessionCookieOf(serviceName),
  tags: {
    Reputation: 'Alerts, the reputation score and the sentiment of the news about the company.',
    Triage:
      'Stories with alerts as people work on them: who has seen them, who is assigned, notes and mutes. None of this changes `GET /api/v1/alerts` or webhooks.',
    Screening: 'Screening of names against sanctions lists.',
    'Screening records': 'Recorded screenings: reading, replaying and holding them.',
    Verdicts: 'What people decided about matches.',
    'Screening batches': 'Files of names that are screened in the background.',
    Reports: 'Monthly reports, as documents of eight pages.',
    'Set-up': 'The company as a subject of the news, its peers, and its feeds.',
    Articles: 'Articles of your own and their imports.',
    Corrections: 'Corrections by people of how models judged articles.',
    Visibility: 'Answers of language models, for the pillar AI visibility.',
    Messages: 'Alerts and digests to people, by e-mail, Slack and Teams.',
    Webhooks: 'Webhooks, their deliveries and attempts.',
    ...signInTags,
    ...selfServiceTags,
    [eventsTag]: 'The requests that the service makes to webhooks.',
  },
  webhooks: withLists(documentEvents(eventCatalogue), lists),
  examples: () => readApiExamples(examplesFolder),
})

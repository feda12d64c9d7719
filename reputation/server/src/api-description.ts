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
      'Stories with alerts as people work on them: who has looked, who has it, what was noted, what is muted. Nothing of it changes `GET /api/v1/alerts` or webhooks.',
    Screening: 'Screening of names against sanctions lists.',
    'Screening records': 'Recorded screenings: reading, replaying and holding them.',
    Verdicts: 'What people decided about matches.',
    'Screening batches': 'Files of names that are screened in the background.',
    Reports: 'What a month came to, as a document of eight pages.',
    'Set-up': 'Who the company is in the news, its peers, and the feeds that are polled for it.',
    Articles: 'Articles of your own and their imports.',
    Corrections: 'What people say about the judgement of articles, in place of the models.',
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

/** What the webhooks of reputation carry. Their screens are those of every service, in `ui/src/webhooks/`. */
import type { OfferedWebhooks } from '@service/ui/app/app.ts'

export const offeredWebhooks: OfferedWebhooks = {
  events: [
    { kind: 'alert.critical', words: 'A story about your company reaches critical severity' },
    { kind: 'alert.high', words: 'A story about your company reaches high severity' },
    { kind: 'reputation.drop', words: 'Your score falls by 5 or more within 7 days' },
    { kind: 'report.ready', words: 'A monthly report is ready' },
    { kind: 'screening.match', words: 'A screened name matches a list' },
  ],
  choices: [
    {
      name: 'alerts',
      label: 'Alerts',
      options: [
        { value: 'all', label: 'Every alert' },
        { value: 'risks', label: 'Only risk assessments' },
      ],
    },
  ],
  examples: 'a story that becomes bad, a score that falls, a name that matches a list, a report that is ready',
}

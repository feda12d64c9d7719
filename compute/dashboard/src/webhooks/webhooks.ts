/** What the webhooks of compute carry. Their screens are those of every service, in `ui/src/webhooks/`. */
import type { OfferedWebhooks } from '@service/ui/app/app.ts'

export const offeredWebhooks: OfferedWebhooks = {
  events: [
    { kind: 'deployment.running', words: 'A deployment runs, for the first time or again' },
    { kind: 'deployment.failing_over', words: 'The hub of a deployment is lost; it moves to another' },
    { kind: 'deployment.stopped', words: 'A deployment has stopped' },
    { kind: 'deployment.failed', words: 'A deployment has failed' },
    { kind: 'usage.warning', words: '80 % of the GPU-hours of the month are used' },
  ],
  choices: [],
  examples: 'a deployment that runs, moves to another hub, stops or fails, and GPU-hours that run out',
}

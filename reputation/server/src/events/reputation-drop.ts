import type { EventKind } from '@service/foundation/webhooks/model/event.ts'
import Type from 'typebox'
import { CompanyReference } from './company-reference.ts'

const score = (description: string) =>
  Type.Number({ minimum: 0, maximum: 100, description: `${description} Rounded to 0.1.` })

const ReputationDropData = Type.Object(
  {
    previousScore: score('Seven days before.'),
    currentScore: score('On the last closed day.'),
    delta: Type.Number({ maximum: -5, description: '`currentScore` minus `previousScore`.' }),
    company: CompanyReference,
  },
  { title: 'ReputationDropEvent' },
)
export type ReputationDropData = Type.Static<typeof ReputationDropData>

export const reputationDrop: EventKind = {
  summary: 'The reputation score has dropped by 5 or more points week over week',
  data: ReputationDropData,
  example: (company): ReputationDropData => ({ previousScore: 71.4, currentScore: 64.9, delta: -6.5, company }),
}

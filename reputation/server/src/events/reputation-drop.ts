import { eventKind } from '@service/foundation/webhooks/model/event.ts'
import Type from 'typebox'
import { CompanyReference } from './company-reference.ts'

const score = (description: string) =>
  Type.Number({ minimum: 0, maximum: 100, description: `${description} Rounded to 0.1.` })

const ReputationDropEventData = Type.Object(
  {
    previousScore: score('The score seven days before.'),
    currentScore: score('The score of the last closed day.'),
    delta: Type.Number({ maximum: -5, description: '`currentScore` minus `previousScore`.' }),
    company: CompanyReference,
  },
  { title: 'ReputationDropEventData' },
)

export const reputationDrop = eventKind({
  summary: 'The reputation score dropped by 5 or more points week over week',
  data: ReputationDropEventData,
  example: (company) => ({ previousScore: 71.4, currentScore: 64.9, delta: -6.5, company }),
})

/** The administration of the demo's sample of news. */
import type { Guarded, Rules } from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { makeSendSampleEvents, type SendSampleEvents } from './send-sample-events.ts'

type Acts = { sendSampleEvents: SendSampleEvents }

export type SampleActs = Guarded<Acts>

export const makeSampleActs = (deps: { db: Database; now: () => Date; newId: NewId }): Acts => ({
  sendSampleEvents: makeSendSampleEvents(deps),
})

export const sampleRules: Rules<Acts> = {
  sendSampleEvents: (companyId) => ({ companyId, permission: 'webhooks:manage' }),
}

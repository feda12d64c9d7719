/** For tests of what becomes of deliveries: a company with one registration, and a receiver behind it. */
import type { Database } from '@service/foundation/database/database.ts'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { aWebhookAdministration, by } from './administration.ts'
import { aCompany } from './deliveries.ts'
import { startReceiver, type TestReceiver } from './receiver.ts'

export type OneWebhook = Omit<ReturnType<typeof aWebhookAdministration>, 'deliver'> & {
  /** Thanks for everything, unless a test has it respond otherwise. */
  receiver: TestReceiver
  companyId: string
  webhookId: string
  /** Delivers until `stop`, or to the end of the test. */
  deliver(): Promise<void>
  stop(): Promise<void>
}

/** For each test of the `describe` that calls this a company of its own; `set` is given its environment. */
export function useWebhook(db: Database, set: (environment: OneWebhook) => void): void {
  let receiver: TestReceiver
  let delivering: { stop(): Promise<void> } | undefined
  const stop = async () => {
    await delivering?.stop()
    delivering = undefined
  }
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver.close())
  beforeEach(async () => {
    const admin = aWebhookAdministration(db)
    const companyId = await aCompany(db)
    receiver.received.length = 0
    receiver.respond = (_post, response) => void response.end('thanks')
    const { webhook } = await admin.createWebhook(by, companyId, { url: receiver.url })
    const deliver = async () => {
      delivering = await admin.deliver()
    }
    set({ ...admin, receiver, companyId, webhookId: webhook.id, deliver, stop })
  })
  afterEach(stop)
}

/**
 * Erasure in registry logins. One that names the person is counted as held, not redacted: without its name it opens nothing,
 * and its company removes it, or sets it to another.
 */
import { mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { redactText } from '@service/foundation/erasure/model/redact-text.ts'
import * as store from './registry-login-store.ts'

const pageSize = 1_000

export const loginRedactor: Redactor = {
  name: 'registry logins',
  async redact(tx, request) {
    let held = 0
    let page: Awaited<ReturnType<typeof store.listErasable>> = []
    do {
      page = await store.listErasable(tx, request.companyId, page.at(-1)?.id ?? '', pageSize)
      held += page.filter(({ companyId, registry, username }) => {
        const mentions = mentionsIn(request, companyId)
        return [registry, username].some((text) => redactText(text, mentions) !== text)
      }).length
    } while (page.length === pageSize)
    return { redacted: 0, held }
  },
}

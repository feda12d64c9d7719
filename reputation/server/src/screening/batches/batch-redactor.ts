import { mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { names } from '../names-person.ts'
import * as batches from './batch-store.ts'

/** Forgets a person who waits in a batch: the row is done without being screened. */
export const batchRedactor: Redactor = {
  name: 'rows of screening batches',
  async redact(tx, request) {
    let redacted = 0
    for (const row of await batches.listErasable(tx, request.companyId)) {
      if (!names([row.party.name, row.party.reference], mentionsIn(request, row.companyId))) continue
      await batches.redact(tx, row)
      redacted += 1
    }
    return { redacted, held: 0 }
  },
}

import { createHash } from 'node:crypto'
import type { Queryable } from '@service/foundation/database/database.ts'
import { mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { names } from './names-person.ts'
import * as screenings from './store.ts'
import * as undecided from './undecided/undecided-store.ts'

const pageSize = 1_000

/**
 * Forgets a person who was screened: what was asked and what was found. Id, time, who asked and whether it was clean
 * stay, with a hash of the rest. It reads every record, for only our own code knows when two spellings are one name.
 */
export const screeningRedactor: Redactor = {
  name: 'screenings',
  async redact(tx, request) {
    const redaction = { redacted: 0, held: 0 }
    let page: screenings.ErasableScreening[] = []
    do {
      page = await screenings.listErasable(tx, request.companyId, page.at(-1), pageSize)
      for (const screening of page) {
        const { party, legalHold } = screening
        if (!names([party.name, party.reference], mentionsIn(request, screening.companyId))) continue
        if (!legalHold) {
          await screenings.redact(tx, screening, originalSha256(screening), request.at)
          await undecided.removeOfScreening(tx, screening.companyId, screening.id)
        }
        redaction[legalHold ? 'held' : 'redacted'] += 1
      }
    } while (page.length === pageSize)
    return redaction
  },
}

/** Forgets these screenings, whose person was erased before they were recorded. */
export async function forgetScreenings(
  tx: Queryable,
  companyId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  for (const screening of await screenings.listErasableOf(tx, companyId, ids)) {
    await screenings.redact(tx, screening, originalSha256(screening), at)
    await undecided.removeOfScreening(tx, companyId, screening.id)
  }
}

const originalSha256 = ({ id, party, matches, near, suppressed }: screenings.ErasableScreening): Uint8Array =>
  createHash('sha256')
    .update(JSON.stringify([id, party, matches, ...(near || suppressed ? [near, suppressed] : [])]))
    .digest()

/** The end of kept logs: by age, and where they name a person who is forgotten. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Queryable } from '@service/foundation/database/database.ts'
import {
  type ErasureRequest,
  mentionsIn,
  type Pruner,
  type Redactor,
} from '@service/foundation/erasure/model/eraser.ts'
import { redactJson } from '@service/foundation/erasure/model/redact-text.ts'
import type { Sealer } from '@service/foundation/sealing/sealing.ts'
import * as store from './kept-log-store.ts'
import { openLines, sealLines } from './sealed-lines.ts'

export const logPruner = (keptMs: number): Pruner => ({ name: 'logs', keptMs, prune: store.deleteOld })

/** A page is up to a quarter of a megabyte a log. */
const pageSize = 50

const noKey = 'Kept logs are sealed: set COMPUTE_SECRETS_KEYS, or run this where the service has its key file.'

/** `openSealer` returns undefined where nothing was ever sealed. */
export const logRedactor = (openSealer: () => Sealer | undefined): Redactor => ({
  name: 'logs',
  async redact(tx, request) {
    const sealer = openSealer()
    let redacted = 0
    let page: store.LockedLog[] = []
    do {
      page = await store.listErasable(tx, request.companyId, page.at(-1)?.allocationId ?? '', pageSize)
      if (page.length > 0 && !sealer) throw new Error(noKey)
      for (const log of page) if (sealer && (await redactLog(tx, log, request, sealer))) redacted += 1
    } while (page.length === pageSize)
    return { redacted, held: 0 }
  },
})

/** Returns whether the log named the person. */
async function redactLog(tx: Queryable, log: store.LockedLog, request: ErasureRequest, sealer: Sealer) {
  const lines = await openLines(sealer, log, log)
  const left = redactJson(lines, mentionsIn(request, log.companyId)) as typeof lines
  if (isDeepStrictEqual(left, lines)) return false
  const originalSha256 = createHash('sha256')
    .update(JSON.stringify([log.allocationId, lines]))
    .digest()
  const { allocationId } = log
  const sealed = { allocationId, linesSealed: await sealLines(sealer, log, left), sealingKey: sealer.keyId }
  await store.redact(tx, sealed, { originalSha256, at: request.at })
  return true
}

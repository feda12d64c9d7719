import type { SealedRows } from '@service/foundation/sealing/sealing.ts'
import * as store from './kept-log-store.ts'
import { openLines, sealLines } from './sealed-lines.ts'

/** Kept logs; those that a release before sealing has kept are sealed with the others. */
export const sealedLogRows: SealedRows = {
  name: 'logs',
  countByKey: store.countBySealingKey,
  async resealPage(tx, sealer, afterId, limit) {
    const page = await store.lockSealedOtherwise(tx, sealer.keyId, afterId, limit)
    for (const log of page) {
      const linesSealed = await sealLines(sealer, log, await openLines(sealer, log, log))
      await store.setSealed(tx, { allocationId: log.allocationId, linesSealed, sealingKey: sealer.keyId })
    }
    return page.map(({ allocationId }) => allocationId)
  },
}

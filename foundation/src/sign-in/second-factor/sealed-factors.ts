import type { SealedRows } from '../../sealing/sealing.ts'
import * as store from './factor-store.ts'

/** The secrets that people's apps share with the service. */
export const sealedFactors: SealedRows = {
  name: 'second factors',
  countByKey: store.countBySealingKey,
  async resealPage(tx, sealer, afterId, limit) {
    const page = await store.lockSealedOtherwise(tx, sealer.keyId, afterId, limit)
    for (const { userId, secretSealed } of page)
      await store.setSealed(tx, userId, sealer.seal(sealer.open(secretSealed, userId), userId))
    return page.map(({ userId }) => userId)
  },
}

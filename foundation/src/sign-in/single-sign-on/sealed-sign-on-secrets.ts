import type { SealedRows } from '../../sealing/sealing.ts'
import * as store from './single-sign-on-store.ts'

/** The secrets that providers gave the service. */
export const sealedSignOnSecrets: SealedRows = {
  name: 'secrets of single sign-on',
  countByKey: store.countBySealingKey,
  async resealPage(tx, sealer, afterId, limit) {
    const page = await store.lockSealedOtherwise(tx, sealer.keyId, afterId, limit)
    for (const { companyId, secretSealed } of page)
      await store.setSealed(tx, companyId, sealer.seal(sealer.open(secretSealed, companyId), companyId))
    return page.map(({ companyId }) => companyId)
  },
}

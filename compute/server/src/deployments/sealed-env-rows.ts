import type { SealedRows } from '@service/foundation/sealing/sealed-rows.ts'
import * as store from './sealed-env-store.ts'

/** The environment variables of deployments. */
export const sealedEnvRows: SealedRows = {
  name: 'deployments',
  countByKey: store.countBySealingKey,
  async resealPage(tx, sealer, afterId, limit) {
    const page = await store.lockSealedOtherwise(tx, sealer.keyId, afterId, limit)
    const resealed = page.map(({ id, envSealed }) => ({ id, envSealed: sealer.seal(sealer.open(envSealed, id), id) }))
    await store.setSealed(tx, resealed)
    return page.map(({ id }) => id)
  },
}

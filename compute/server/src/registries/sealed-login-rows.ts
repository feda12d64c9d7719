import type { SealedRows } from '@service/foundation/sealing/sealing.ts'
import * as store from './registry-login-store.ts'

/** The passwords of registry logins. */
export const sealedLoginRows: SealedRows = {
  name: 'registry logins',
  countByKey: store.countBySealingKey,
  async resealPage(tx, sealer, afterId, limit) {
    const page = await store.lockSealedOtherwise(tx, sealer.keyId, afterId, limit)
    for (const { id, passwordSealed } of page)
      await store.setSealed(tx, { id, passwordSealed: sealer.seal(sealer.open(passwordSealed, id), id) })
    return page.map(({ id }) => id)
  },
}

import type { SealedRows } from '@service/foundation/sealing/sealing.ts'
import * as channels from './channel-store.ts'

/** The addresses of Slack and Teams. */
export const sealedChannels: SealedRows = {
  name: 'message channels',
  countByKey: channels.countBySealingKey,
  async resealPage(tx, sealer, afterId, limit) {
    const page = await channels.lockSealedOtherwise(tx, sealer.keyId, afterId, limit)
    for (const { id, addressSealed } of page) {
      await channels.setAddress(tx, id, sealer.seal(sealer.open(addressSealed, id), id))
    }
    return page.map(({ id }) => id)
  },
}

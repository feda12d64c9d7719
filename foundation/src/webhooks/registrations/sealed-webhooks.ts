import { type SealedRows, type Sealer, sealingKeyIdOf } from '../../sealing/sealing.ts'
import * as webhooks from './webhook-store.ts'

/** The secrets of registrations. */
export const sealedWebhooks: SealedRows = {
  name: 'webhooks',
  tidy: webhooks.dropEndedSecrets,
  countByKey: webhooks.countBySealingKey,
  async resealPage(tx, sealer, afterId, limit) {
    const page = await webhooks.lockSealedOtherwise(tx, sealer.keyId, afterId, limit)
    for (const one of page) {
      await webhooks.setSecrets(tx, one, {
        secretSealed: reseal(sealer, one.secretSealed, one.id),
        previousSecretSealed: reseal(sealer, one.previousSecretSealed, one.id),
        previousSecretUntil: one.previousSecretUntil,
      })
    }
    return page.map(({ id }) => id)
  },
}

const reseal = (sealer: Sealer, sealed: string | null, owner: string): string | null =>
  sealed === null || sealingKeyIdOf(sealed) === sealer.keyId ? sealed : sealer.seal(sealer.open(sealed, owner), owner)

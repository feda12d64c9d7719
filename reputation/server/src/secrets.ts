import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '@service/foundation/database/database.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { openExistingSealer, openSealer } from '@service/foundation/sealing/open-sealer.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import { requireSealingKeys } from '@service/foundation/webhooks/require-sealing-keys.ts'
import type { Config } from './config.ts'

type Keys = Pick<Config, 'secretsKeys' | 'dataDir'>

const setting = 'REPUTATION_SECRETS_KEYS'

const from = ({ secretsKeys, dataDir }: Keys) => ({
  keys: secretsKeys,
  file: join(dataDir, 'secrets.key'),
  randomBytes,
})

/** What seals and opens the secrets that customers share with the service. */
export async function openSecrets(
  config: Keys,
  { db, now, log }: { db: Database; now: () => Date; log: Logger },
): Promise<Sealer> {
  const { file } = from(config)
  const { sealer, source } = openSealer(from(config))
  if (source === 'generated') log.info({ file }, 'a key that seals secrets was made: back it up')
  if (source !== 'setting' && db.engine === 'postgres') {
    log.warn({ file }, `secrets are sealed with a key of this machine: other processes need it in ${setting}`)
  }
  await requireSealingKeys(db.connection, { sealer, now, setting })
  return sealer
}

/** For the command line, which makes no key. */
export const existingSealer = (config: Keys): Sealer | undefined => openExistingSealer(from(config))

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import type { Logger } from '../log/log.ts'
import {
  openExistingSealer,
  openSealer,
  requireKeysOf,
  type SealedRows,
  type Sealer,
  type SealingKeys,
} from '../sealing/sealing.ts'

type Keys = { secretsKeys: SealingKeys | undefined; dataDir: string }

const from = ({ secretsKeys, dataDir }: Keys) => ({
  keys: secretsKeys,
  file: join(dataDir, 'secrets.key'),
  randomBytes,
})

type Deps = {
  db: Database
  now: () => Date
  log: Logger
  sealed: SealedRows /** Where the operator writes keys. */
  setting: string
}

/** The sealer of the secrets that customers share with the service. */
export async function openSecrets(config: Keys, { db, now, log, sealed, setting }: Deps): Promise<Sealer> {
  const { file } = from(config)
  const { sealer, source } = openSealer(from(config))
  if (source === 'generated') log.info({ file }, 'a new sealing key was made: back it up')
  if (source !== 'setting' && db.engine === 'postgres') {
    log.warn({ file }, `secrets are sealed with a key of this machine: other processes need it in ${setting}`)
  }
  await requireKeysOf(db.connection, sealed, { sealer, now, setting })
  return sealer
}

/** The sealer for the command line, which makes no key. */
export const existingSealer = (config: Keys): Sealer | undefined => openExistingSealer(from(config))

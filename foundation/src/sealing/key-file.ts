/**
 * Sealing keys for a service whose operator has given none: made at the first start and kept in a file that only its
 * owner may read.
 *
 * The file appears whole or not at all: it is written and flushed under another name, then linked to its own, which
 * fails if another process was faster; then that one's key holds. A process that dies in between leaves at most a draft
 * with a key that nothing was sealed with.
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { formatSealingKey, parseSealingKeys, type SealingKeys, sealingKeyBytes } from './sealing-keys.ts'

export type KeptKeys = { keys: SealingKeys; generated: boolean }

/** What a process may be killed at, for tests. */
export type KeyFileStep = 'draft written' | 'linked'

type Options = { randomBytes: (count: number) => Uint8Array; atStep?: (step: KeyFileStep) => void }

/** The keys of the file, which is made with a new key where there is none. */
export function keepKeyFile(file: string, options: Options): KeptKeys {
  const kept = readKeyFile(file)
  if (kept) return { keys: kept, generated: false }
  const generated = createKeyFile(file, options)
  const keys = readKeyFile(file)
  if (!keys) throw new Error(`The sealing key file ${file} disappeared right after it was made.`)
  return { keys, generated }
}

/** Undefined where there is no such file. */
export function readKeyFile(file: string): SealingKeys | undefined {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
  try {
    const { mode } = fstatSync(descriptor)
    if ((mode & 0o077) !== 0 && process.platform !== 'win32') {
      throw new Error(
        `The sealing keys in ${file} can be read by users other than its owner. Run \`chmod 600 ${file}\`.`,
      )
    }
    return parseSealingKeys(readFileSync(descriptor, 'utf8'))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Error(`The sealing key file ${file} ${error.message}. Restore it from a backup.`)
  } finally {
    closeSync(descriptor)
  }
}

/** False where another process was faster. */
function createKeyFile(file: string, { randomBytes, atStep }: Options): boolean {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const id = Buffer.from(randomBytes(6)).toString('hex')
  const draft = `${file}.${id}.new`
  try {
    write(draft, `${explanation}${formatSealingKey({ id, bytes: randomBytes(sealingKeyBytes) })}\n`)
    atStep?.('draft written')
    linkSync(draft, file)
    atStep?.('linked')
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
    flushFolder(folder) // the name as well as the content: a secret sealed with a lost key is lost
  }
}

const explanation = `# Seals the secrets that the service keeps, in the form of the setting SECRETS_KEYS. Without it they cannot be read:
# back it up, apart from the database. Never edit it, except to put a new key above the old ones.
`

function write(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function flushFolder(folder: string): void {
  if (process.platform === 'win32') return // folders cannot be flushed there
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

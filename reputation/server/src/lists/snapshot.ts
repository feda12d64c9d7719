/**
 * The compiled index on disk, so that the next start is ready at once. It only ever saves time: a missing or damaged
 * file is compiled again from the versions in the database, and a file that cannot be written is done without.
 *
 * A file holds 8 bytes that name the format, the SHA-256 of the rest, zeros up to 64 bytes (typed arrays over the rest
 * need an even start), and the index. It gets its name only when all of it is on the disk.
 */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const format = Buffer.from('LSTINDX1')
const headerBytes = 64
const suffix = '.index'
const temporarySuffix = '.partial'

/** One name for each engine and set of versions: what a file holds is known from its name. */
export function snapshotName(engineVersion: string, versionIds: readonly string[]): string {
  const versions = createHash('sha256')
    .update([...versionIds].sort().join('\n'))
    .digest('hex')
    .slice(0, 24)
  return `${engineVersion}-${versions}${suffix}`
}

/** The index, or why there is none. */
export async function loadSnapshot(
  folder: string,
  name: string,
): Promise<{ kind: 'loaded'; bytes: Uint8Array } | { kind: 'absent' } | { kind: 'damaged' }> {
  const file = await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return { kind: 'absent' }
  const bytes = file.subarray(headerBytes)
  // In another thread: the service has other things to do when it starts.
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes))
  const intact = file.length > headerBytes && file.subarray(0, 8).equals(format) && file.subarray(8, 40).equals(sha256)
  return intact ? { kind: 'loaded', bytes } : { kind: 'damaged' }
}

export async function saveSnapshot(
  folder: string,
  name: string,
  { bytes, sha256 }: { bytes: Uint8Array; sha256: Uint8Array },
  beforeRename: () => void = () => {},
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const temporary = join(folder, `${name}.${process.pid}${temporarySuffix}`)
  const header = Buffer.alloc(headerBytes)
  header.set(format)
  header.set(sha256, 8)
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(header)
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    beforeRename()
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** A file half written by a process that died; one that is being written is younger. */
const abandonedAfterMs = 10 * 60 * 1000

/** Removes all snapshots but the one in use. Another process that needs an older one has it in memory. */
export async function removeOtherSnapshots(folder: string, name: string, now: Date): Promise<void> {
  const names = await readdir(folder)
  for (const other of names) {
    const path = join(folder, other)
    if (other.endsWith(suffix) && other !== name) await rm(path, { force: true })
    if (!other.endsWith(temporarySuffix)) continue
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (now.getTime() - mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}

/** Makes a rename last through a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

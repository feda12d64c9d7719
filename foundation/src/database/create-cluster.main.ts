/**
 * A program of its own that creates the files of an empty embedded database: `create-cluster.main.ts <folder>`.
 *
 * The files are made beside the place, flushed to the disk, then renamed into it, so a crash half-way leaves nothing that
 * looks like a database. It is not a part of the service's process because it takes 300 MB that a process, once it has
 * had them, does not give back.
 */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { flushParent } from './durable-file-system.ts'

/** A thousand files, flushed side by side so that the file system writes its journal a few times and not a thousand. */
async function flushTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  await Promise.all([folder, ...paths].map(flush))
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync()
  await file.close()
}

/** What earlier attempts left. One of them may still run, orphaned: it finds its draft gone and fails. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    if (name.startsWith(`${basename(folder)}.new-`))
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
  }
}

async function createCluster(folder: string): Promise<void> {
  removeDrafts(folder)
  const draft = mkdtempSync(`${folder}.new-`)
  const engine = await PGlite.create(draft)
  await engine.close()
  await flushTree(draft)
  // Fails if an orphan came first: a rename never replaces a folder that holds anything.
  if (!existsSync(folder)) renameSync(draft, folder)
  flushParent(folder)
}

process.on('disconnect', () => process.exit(1)) // the parent process has ended
await createCluster(process.argv[2] ?? '')
process.exit()

/**
 * Creates the files of an empty embedded database: beside the place first, flushed to the disk, then renamed into it,
 * so that a crash half-way leaves nothing that looks like a database.
 */
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { flushFolder, flushParent } from './durable-file-system.ts'

export async function createCluster(folder: string): Promise<void> {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const engine = await PGlite.create(draft)
  await engine.close()
  flushTree(draft)
  renameSync(draft, folder)
  flushParent(folder)
}

function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) flushTree(path)
    else if (entry.isFile()) flushFile(path)
  }
  flushFolder(folder)
}

function flushFile(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

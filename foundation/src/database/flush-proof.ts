/** Proves at every start that a commit reaches the disk, for an upgrade of PGlite could lose the hook without a sign. */
import type { PGlite } from '@electric-sql/pglite'
import type { DurableFileSystem } from './durable-file-system.ts'

export async function proveThatCommitsAreFlushed(engine: PGlite, files: DurableFileSystem): Promise<void> {
  await engine.exec('create table if not exists public.flush_probe (at timestamptz not null)')
  const before = files.flushes
  await engine.exec('insert into public.flush_probe values (now())')
  if (files.flushes === before) {
    throw new Error(
      'A commit of the embedded database did not flush its log to the disk, so acknowledged data could be lost at a ' +
        'power cut. This version of PGlite is not one that the flush hook works with.',
    )
  }
  await engine.exec('drop table public.flush_probe')
}

/** The Rust of the tests: where cargo is, and where it puts what it builds. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run } from '../run.ts'

export const folder = import.meta.dirname
const lockFile = join(folder, 'Cargo.lock')

/** Where `sdks/checks/install` puts it on machines that have none. */
const bin = process.env.CARGO_HOME ? join(process.env.CARGO_HOME, 'bin') : join(homedir(), '.cargo/bin')
const path = existsSync(bin) ? `${bin}:${process.env.PATH}` : process.env.PATH!
const version = spawnSync('cargo', ['clippy', '--version'], { env: { ...process.env, PATH: path }, encoding: 'utf8' })

/** Why the tests of the Rust client cannot run; undefined where they can. In CI they must. */
export const missing = version.status === 0 ? undefined : 'cargo with clippy is not installed'
export const withReason = (title: string): string => (missing ? `${title} (not run: ${missing})` : title)

/**
 * Builds of all calls are in one folder, for the same dependencies take a minute to compile. It lies outside the clone, under a
 * name of the lock file and the compiler, so that a machine that keeps it compiles them once.
 */
export function targetFolder(): string {
  const hash = createHash('sha256').update(readFileSync(lockFile)).update(version.stdout).digest('hex').slice(0, 16)
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'service-client-rust', hash)
}

/** Runs cargo to the end and returns what it said; a failure shows that. */
export const cargo = (cwd: string, words: string[], env: Record<string, string> = {}): Promise<string> =>
  run(cwd, 'cargo', words, {
    PATH: path,
    NODE: process.execPath,
    CARGO_TARGET_DIR: targetFolder(),
    CARGO_INCREMENTAL: '0',
    CARGO_PROFILE_DEV_DEBUG: '0',
    CARGO_TERM_COLOR: 'never',
    ...env,
  })

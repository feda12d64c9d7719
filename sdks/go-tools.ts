/** The Go of the tests, with what they need installed. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

export const folder = join(import.meta.dirname, 'go')
const installed = join(import.meta.dirname, 'checks/go/installed')
export const staticcheck = join(installed, 'staticcheck')
/** Packs a module as the module proxy does. */
export const proxy = join(installed, 'proxy')
/** Fetched where none was there. */
const fetched = join(installed, 'toolchain/bin/go')
export const go = existsSync(fetched) ? fetched : 'go'

/** Why the tests of the Go client cannot run; undefined where they can. */
export const missing = reasonMissing()

function reasonMissing(): string | undefined {
  if (existsSync(staticcheck) && existsSync(proxy)) return undefined
  return spawnSync(go, ['version']).status === 0 ? 'sdks/checks/install has not been run' : 'Go is not installed'
}

export const withReason = (title: string): string => (missing ? `${title} (not run: ${missing})` : title)

/** Nothing is fetched, and no setting of a developer's own is heeded. */
export const quiet = { GOFLAGS: '', GOWORK: 'off', GOPROXY: 'off', NODE: process.execPath }

export const runGo = (cwd: string, words: string[], env: Record<string, string> = {}): Promise<string> =>
  run(cwd, go, words, { ...quiet, ...env })

/** A tool that itself asks for `go`. */
export const runWithGo = (cwd: string, program: string, words: string[]): Promise<string> =>
  run(cwd, program, words, { ...quiet, ...(go === fetched && { PATH: `${join(fetched, '..')}:${process.env.PATH}` }) })

/** The Python of the tests, with what they need installed. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const folder = import.meta.dirname
const checks = join(folder, '../checks')
export const python = join(checks, '.venv/bin/python')
export const pyright = join(checks, 'node_modules/pyright/index.js')

/** Why the tests of the Python client cannot run; undefined where they can. */
export const missing = reasonMissing()

function reasonMissing(): string | undefined {
  if (existsSync(python) && existsSync(pyright)) return undefined
  const hasVenv = spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0
  return hasVenv ? 'sdks/checks/install has not been run' : 'Python 3 with venv is not installed'
}

export const withReason = (title: string): string => (missing ? `${title} (not run: ${missing})` : title)

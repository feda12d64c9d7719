/**
 * Ids and names that commands have seen, kept for the shell's completion, which has no time to ask the service. Losing them
 * costs nothing, so no fault of theirs is shown.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Environment } from '../settings/settings.ts'
import type { KnownKind } from './command.ts'

type KnownNames = Partial<Record<KnownKind, string[]>>

const maxNames = 200

const pathOf = (env: Environment): string =>
  join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'service', 'completion.json')

export function knownNames(env: Environment): KnownNames {
  try {
    return JSON.parse(readFileSync(pathOf(env), 'utf8')) as KnownNames
  } catch {
    return {}
  }
}

export function rememberNames(env: Environment, kind: KnownKind, seen: readonly string[]): void {
  const safe = seen.filter((name) => /^[\w.:-]+$/.test(name))
  const known = knownNames(env)
  const names = [...new Set([...safe, ...(known[kind] ?? [])])].slice(0, maxNames)
  try {
    mkdirSync(dirname(pathOf(env)), { recursive: true, mode: 0o700 })
    writeFileSync(pathOf(env), JSON.stringify({ ...known, [kind]: names }), { mode: 0o600 })
  } catch {
    // A home that cannot be written to has no completion of names.
  }
}

export function forgetName(env: Environment, kind: KnownKind, gone: string): void {
  const known = knownNames(env)
  if (!known[kind]?.includes(gone)) return
  try {
    writeFileSync(pathOf(env), JSON.stringify({ ...known, [kind]: known[kind].filter((name) => name !== gone) }))
  } catch {
    // As above.
  }
}

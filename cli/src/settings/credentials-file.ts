/** The file that `svc login` keeps keys in, for its owner alone to read. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandFailure, exitCode } from '../exit-code.ts'

/** With `keyring`, the key itself is there and not in the file. */
type Credential = { baseUrl: string; apiKey?: string; keyring?: string }
export type CredentialsFile = { compute?: Credential; reputation?: Credential }
type Environment = Readonly<Record<string, string | undefined>>

export function credentialsPath(env: Environment): string {
  const home = env.HOME || homedir()
  const base = env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || join(home, '.config')
  return join(base, 'service', 'credentials.json')
}

export function readCredentials(path: string): CredentialsFile {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new CommandFailure(exitCode.auth, `${path} cannot be read: ${(error as Error).message}`)
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new CommandFailure(exitCode.auth, `Others may read ${path}, which holds API keys.`, `Run chmod 600 ${path}`)
  try {
    return JSON.parse(text) as CredentialsFile
  } catch {
    throw new CommandFailure(exitCode.auth, `${path} is no JSON.`, 'Remove it and run svc login.')
  }
}

/** The path of the file. */
export function keepCredential(env: Environment, service: keyof CredentialsFile, credential: Credential): string {
  const path = credentialsPath(env)
  write(path, { ...readCredentials(path), [service]: credential })
  return path
}

/** What was kept; undefined if there was nothing. */
export function forgetCredential(env: Environment, service: keyof CredentialsFile): Credential | undefined {
  const path = credentialsPath(env)
  const { [service]: forgotten, ...rest } = readCredentials(path)
  if (forgotten) write(path, rest)
  return forgotten
}

/** Whole or not at all, and never readable for others in between. */
function write(path: string, file: CredentialsFile) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (Object.keys(file).length === 0) return rmSync(path, { force: true })
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 })
  chmodSync(beside, 0o600)
  renameSync(beside, path)
}

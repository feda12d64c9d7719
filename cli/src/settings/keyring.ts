/**
 * The system's keyring, by the command that the system has for it: `secret-tool` of libsecret on Linux, `security` on macOS. The
 * key goes in and out by pipes, never as an argument, which everybody on the machine could read.
 */
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { CommandFailure, exitCode } from '../exit-code.ts'

type Environment = Readonly<Record<string, string | undefined>>
export type Keyring = 'secret-tool' | 'security'

const label = 'svc API key'

/** The keyring of this system; undefined if there is none, or no command for it. */
export function findKeyring(env: Environment): Keyring | undefined {
  const name = process.platform === 'darwin' ? 'security' : 'secret-tool'
  return isOnPath(name, env) ? name : undefined
}

function isOnPath(name: string, env: Environment): boolean {
  return (env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const accountOf = (service: string, baseUrl: string): string => `${service} ${baseUrl}`

export async function storeInKeyring(
  keyring: Keyring,
  service: string,
  baseUrl: string,
  apiKey: string,
  env: Environment,
): Promise<void> {
  const account = accountOf(service, baseUrl)
  if (keyring === 'secret-tool') {
    await run('secret-tool', ['store', `--label=${label}`, 'application', 'svc', 'account', account], apiKey, env)
  } else {
    // Words on stdin, so that the key is in no list of processes; a key has no character that would need quotes.
    const words = `add-generic-password -U -s svc -a "${account}" -l "${label}" -w "${apiKey}"\n`
    await run('security', ['-i'], words, env)
  }
}

export async function readFromKeyring(
  keyring: string,
  service: string,
  baseUrl: string,
  env: Environment,
): Promise<string | undefined> {
  const account = accountOf(service, baseUrl)
  const key =
    keyring === 'security'
      ? await run('security', ['find-generic-password', '-s', 'svc', '-a', account, '-w'], '', env)
      : await run('secret-tool', ['lookup', 'application', 'svc', 'account', account], '', env)
  return key.trim() || undefined
}

export async function deleteFromKeyring(
  keyring: string,
  service: string,
  baseUrl: string,
  env: Environment,
): Promise<void> {
  const account = accountOf(service, baseUrl)
  if (keyring === 'security') await run('security', ['delete-generic-password', '-s', 'svc', '-a', account], '', env)
  else await run('secret-tool', ['clear', 'application', 'svc', 'account', account], '', env)
}

function run(program: string, args: readonly string[], input: string, env: Environment): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(
        new CommandFailure(
          exitCode.auth,
          `The keyring does not work: ${program} ${why}`,
          'svc login keeps the key in a file instead.',
        ),
      )
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: env as NodeJS.ProcessEnv })
    let output = ''
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text
    })
    child.on('error', (error) => fail(`cannot be run: ${error.message}`))
    child.on('close', (code) => (code === 0 ? resolve(output) : fail(complaint.trim() || `ended with ${code}`)))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/**
 * Keeps a key: in a file that its owner alone can read, or in the system's keyring. The key comes through a browser, from the
 * keyboard, unseen, or from stdin; never from the command line, which other users of the machine can see and the shell remembers.
 */
import { CommandFailure, exitCode, usageError } from '../../exit-code.ts'
import { describeFailure } from '../../services/services.ts'
import {
  addressOf,
  findKeyring,
  forgetCredential,
  keepCredential,
  type ServiceName,
  servicesOf,
  storeInKeyring,
} from '../../settings/settings.ts'
import { type Words, words } from '../../terminal/terminal.ts'
import type { Command, Context } from '../command.ts'
import { minute } from '../format.ts'
import { readSecret, readStdin } from '../read-secret.ts'

export const command: Command = {
  summary: 'Keep an API key, so that svc knows it from now on',
  usage: '[options]',
  examples: [
    ['login', 'allows a key of the compute service in a browser, here or on another machine'],
    ['login --key', 'asks for a key that you have'],
    ['login --base-url https://compute.example.com', 'at another address'],
    ['login --reputation', 'the key of the reputation service, for screen, alerts and score'],
    ['login --key-stdin < key.txt', 'without a keyboard'],
    ['login --keyring', "in the system's keyring instead of a file"],
  ],
  options: [
    { name: 'key', help: 'Ask for the key at the keyboard, without a browser' },
    { name: 'no-open', help: 'Print the address and the code alone, and open no browser' },
    { name: 'reputation', help: 'The reputation service; the compute service unless given' },
    { name: 'key-stdin', help: 'Read the key from stdin' },
    { name: 'keyring', help: "Keep it in the system's keyring: secret-tool on Linux, security on macOS" },
    { name: 'no-check', help: 'Keep it without asking the service whether it is valid' },
  ],
  details: `
svc prints an address and a code. Who opens the address signs in, compares the code, and chooses
what the key may do and for how long; it is named after this machine and stands among the API keys
of the company. It works over SSH, too: there, and where there is no display, svc opens no browser
by itself. An operator makes keys with npm run admin -- compute key create (or reputation), and the
demo prints one when it starts.

The file is ~/.config/service/credentials.json, for its owner alone to read (0600).`,
  async run(context) {
    const { input, output, env } = context
    const service: ServiceName = input.has('reputation') ? 'reputation' : 'compute'
    const keyring = input.has('keyring') ? findKeyring(env) : undefined
    if (input.has('keyring') && !keyring) throw noKeyring()
    const baseUrl = addressOf(service, env, input.text('base-url'))
    if (isExposed(baseUrl))
      output.note(words`Warning: ${baseUrl} is not encrypted; everybody on the way can read the key.`)
    const { apiKey, state, about } = await getKey(service, baseUrl, context)
    if (keyring) {
      await storeInKeyring(keyring, service, baseUrl, apiKey, env)
      forgetCredential(env, service)
    }
    const path = keepCredential(env, service, keyring ? { baseUrl, keyring } : { baseUrl, apiKey })
    if (output.isJson)
      return output.json({ service, base_url: baseUrl, kept_in: keyring ?? path, checked: state !== 'unchecked' })
    const limits = state === 'limited' ? '; it may not do everything' : ''
    output.note(
      words`The key for ${service} at ${baseUrl} is kept in ${keyring ? `the keyring (${keyring})` : path}${limits}.`,
    )
    if (about) output.note(about)
    const { keyVariable } = servicesOf[service]
    if (env[keyVariable]) output.note(words`${keyVariable} is set, and goes before it.`)
  },
}

const noKeyring = () =>
  new CommandFailure(
    exitCode.failure,
    process.platform === 'linux'
      ? 'secret-tool is not installed, which keeps keys in the keyring (Debian: libsecret-tools).'
      : 'svc knows no command for the keyring of this system.',
    'svc login without --keyring keeps the key in a file that you alone can read.',
  )

type Got = { apiKey: string; state: 'valid' | 'limited' | 'unchecked'; about?: Words }

async function getKey(service: ServiceName, baseUrl: string, context: Context): Promise<Got> {
  const { input, terminal, env } = context
  if (!input.has('key-stdin') && !input.has('key') && terminal.stderr.isTerminal) {
    const { keyFromBrowser } = await import('./browser-login.ts')
    const { apiKey, name, scopes, endsAt } = await keyFromBrowser(baseUrl, context)
    const until = endsAt === null ? 'until it is revoked' : `until ${minute(endsAt)}`
    return {
      apiKey,
      state: 'valid',
      about: words`It is called "${name}" and may ${scopes.split(' ').join(', ')}, ${until}.`,
    }
  }
  const apiKey = checkedKey(await readKey(service, baseUrl, context))
  if (input.has('no-check')) return { apiKey, state: 'unchecked' }
  return { apiKey, state: await check(service, { ...env, [servicesOf[service].keyVariable]: apiKey }, baseUrl) }
}

async function readKey(service: ServiceName, baseUrl: string, { input, terminal }: Context): Promise<string> {
  if (input.has('key-stdin')) return readStdin(terminal.stdin)
  if (!terminal.stdin.isTTY)
    throw usageError('There is no terminal to ask at.', 'Pass the key on stdin, with --key-stdin.')
  return readSecret(terminal, `API key for ${service} at ${baseUrl} (it is not shown): `)
}

function checkedKey(text: string): string {
  const key = text.trim()
  if (key === '') throw usageError('That was no key.')
  if (!/^[!-~]+$/.test(key) || key.includes('"'))
    throw usageError('A key has no spaces, quotes or letters beyond ASCII.')
  return key
}

/** On another machine, over plain http. */
function isExposed(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname)
}

/** Whether the service knows the key: one that may not read this is valid too. */
async function check(service: ServiceName, env: Context['env'], baseUrl: string): Promise<'valid' | 'limited'> {
  const { connectCompute, connectReputation } = await import('../../services/services.ts')
  const asked = { env, baseUrl, logger: undefined }
  try {
    if (service === 'compute') await (await connectCompute(asked)).usage.get({ limit: 1 })
    else await (await connectReputation(asked)).alerts({ limit: 1 })
    return 'valid'
  } catch (error) {
    if ((error as { status?: unknown }).status === 403) return 'limited'
    const failure = await describeFailure(error)
    if (!failure) throw error
    throw new CommandFailure(
      failure.code,
      `The key was not kept: ${failure.message}`,
      'svc login --no-check keeps it without asking.',
    )
  }
}

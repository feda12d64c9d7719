import type { RegistryLogin } from '../../../../sdks/typescript/src/index.ts'
import { usageError } from '../../exit-code.ts'
import { apiNames } from '../../services/services.ts'
import { type Column, words } from '../../terminal/terminal.ts'
import { commandOf } from '../actions.ts'
import type { Context } from '../command.ts'
import { minute } from '../format.ts'
import { forgetName, rememberNames } from '../known-names.ts'
import { readSecret, readStdin } from '../read-secret.ts'

const columns: readonly Column<RegistryLogin>[] = [
  { title: 'REGISTRY', cell: ({ registry }) => registry },
  { title: 'USER', cell: ({ username }) => username, flexible: true },
  { title: 'SET', cell: ({ changedAt }) => minute(changedAt), dispensable: 1 },
  { title: 'BY', cell: ({ changedBy }) => changedBy, dispensable: 2 },
]

export const command = commandOf('registries', {
  summary: 'Keep logins for the registries of private images',
  examples: [
    ['registries', 'all; passwords are never shown'],
    ['registries set ghcr.io --username example-robot', 'asks for the password, without showing it'],
    ['registries set ghcr.io --username example-robot --password-stdin < token.txt', 'without a keyboard'],
    ['registries remove ghcr.io', 'private images there are not fetched any more'],
  ],
  options: [
    { name: 'username', short: 'u', value: 'NAME', help: 'Of set: the user at the registry' },
    { name: 'password-stdin', help: 'Of set: read the password from stdin' },
  ],
  details: `
Images of the registry are fetched with the login from then on, in place of the one before. Most registries have tokens that only
read: give one as the password. It is kept encrypted, and never an argument, which everybody on the machine could read.`,
  actions: {
    list: { usage: '', takes: [0, 0], run: (_, context) => list(context) },
    set: { usage: 'REGISTRY --username NAME [--password-stdin]', takes: [1, 1], completes: ['registries'], run: set },
    remove: { usage: 'REGISTRY', takes: [1, 1], completes: ['registries'], run: remove },
  },
})

async function list({ output, compute, env }: Context): Promise<void> {
  const registries = await (await compute()).registries.list({ limit: 200 }).toArray()
  const hosts = registries.map(({ registry }) => registry)
  rememberNames(env, 'registries', hosts)
  if (output.isJson) return output.json(apiNames({ registries, nextCursor: null }))
  if (output.isQuiet) return output.lines(hosts.map((host) => words`${host}`))
  if (registries.length === 0) return output.note(words`There are no registry logins yet: svc help registries`)
  output.table(registries, columns)
}

async function set([registry = '']: readonly string[], context: Context): Promise<void> {
  const { input, output, compute, env } = context
  const username = input.text('username')
  if (username === undefined) throw usageError('--username is missing: the user at the registry.')
  const client = await compute()
  const login = await client.registries.set(registry, { username, password: await readPassword(registry, context) })
  rememberNames(env, 'registries', [login.registry])
  if (output.isJson) return output.json(apiNames(login))
  if (output.isQuiet) return output.line(words`${login.registry}`)
  output.line(words`Images of ${login.registry} are fetched as ${login.username} from now on.`)
}

async function readPassword(registry: string, { input, terminal }: Context): Promise<string> {
  const fromStdin = input.has('password-stdin')
  if (!fromStdin && !terminal.stdin.isTTY)
    throw usageError('There is no terminal to ask at.', 'Pass the password on stdin, with --password-stdin.')
  const password = fromStdin
    ? (await readStdin(terminal.stdin)).replace(/\r?\n$/, '')
    : await readSecret(terminal, `Password for ${registry} (it is not shown): `)
  if (password === '') throw usageError('That was no password.')
  return password
}

async function remove([registry = '']: readonly string[], { output, compute, env }: Context): Promise<void> {
  await (await compute()).registries.remove(registry)
  forgetName(env, 'registries', registry.toLowerCase())
  if (output.isJson) return output.json({ registry, removed: true })
  output.line(output.isQuiet ? words`${registry}` : words`The login for ${registry} is removed.`)
}

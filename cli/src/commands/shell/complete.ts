/** Candidates for the last word of a command line, a line each. Without a request: it has to be there as one types. */
import type { Environment } from '../../settings/settings.ts'
import { words } from '../../terminal/terminal.ts'
import type { ByAction, Command, CommandEntry, Option } from '../command.ts'
import { commonOptions } from '../input.ts'
import { knownNames } from '../known-names.ts'

export const command: Command = {
  summary: 'Candidates for the last of the words behind --',
  usage: '-- WORD…',
  examples: [['complete -- dep', 'deploy']],
  takesRest: true,
  async run({ input, output, env, commands }) {
    const candidates = await candidatesFor(input.rest, commands, env)
    const last = input.rest.at(-1) ?? ''
    output.lines(candidates.filter((candidate) => candidate.startsWith(last)).map((candidate) => words`${candidate}`))
  },
}

async function candidatesFor(
  line: readonly string[],
  commands: readonly CommandEntry[],
  env: Environment,
): Promise<readonly string[]> {
  const shown = commands.filter(({ group }) => group !== '')
  const names = shown.map(({ name }) => name)
  if (line.length <= 1) return names
  const [name, ...given] = line
  if (name === 'help') return [...names, 'exit-codes', 'environment']
  const entry = shown.find((one) => one.name === name)
  if (!entry || given.slice(0, -1).includes('--')) return []
  const { command } = await entry.load()
  const options = [...(command.options ?? []), ...commonOptions]
  const last = given.at(-1) ?? ''
  const before = given.at(-2)
  const valued = options.find(
    (option) => option.value !== undefined && [`--${option.name}`, `-${option.short}`].includes(before ?? ''),
  )
  if (valued) return valuesOf(valued, last, env)
  if (last.startsWith('-')) return options.flatMap(wordsOf)
  return wordsFor(command, given.slice(0, -1), env)
}

const wordsOf = ({ name, isNegatable }: Option): string[] => [`--${name}`, ...(isNegatable ? [`--no-${name}`] : [])]

function valuesOf({ name, choices }: Option, last: string, env: Environment): readonly string[] {
  // Of a list, the last part is completed.
  const [, done = ''] = /^(.*,)[^,]*$/.exec(last) ?? []
  const known = knownNames(env)
  const places = [...(known.regions ?? ['eu', 'eea', 'nordics', 'us', 'global']), ...(known.hubs ?? [])]
  const values = choices ?? (name === 'gpu' ? known.gpus : name === 'region' ? places : undefined) ?? []
  return values.map((value) => `${done}${value}`)
}

function wordsFor({ completes }: Command, before: readonly string[], env: Environment): readonly string[] {
  const known = knownNames(env)
  if (completes === 'deployments') return known.deployments ?? []
  if (completes === 'countries') return (known.regions ?? []).filter((region) => /^[A-Z]{2}$/.test(region))
  if (typeof completes !== 'object') return []
  if (Array.isArray(completes)) return before.length === 0 ? completes : []
  const [action, ...words] = before
  if (action === undefined) return Object.keys(completes)
  const kind = (completes as ByAction)[action]?.[words.length]
  return kind === undefined ? [] : (known[kind] ?? [])
}

/** Runs one command line of the administration; `command.ts` has the flow. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Administration } from '../administration/administration.ts'
import { FolderInUse } from '../database/database.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import { commands } from './all-commands.ts'
import { type Command, nameOf, type Option } from './command.ts'
import { CommandInput, commonOptions } from './command-input.ts'
import { outputAsJson, outputAsText } from './print-output.ts'
import { UsageError } from './usage-error.ts'

export type AdminProgram<Opened extends Administration = Administration> = {
  words: readonly string[]
  /** Opens what commands work on; `as-is` leaves the tables alone. */
  open(tables: 'migrated' | 'as-is'): Promise<Opened>
  /** Has the command run by a process that holds the database already; `undefined` where there is none. */
  delegate?(): Promise<number | undefined>
  /** The service's, beside those that every service has. */
  ownCommands?: readonly Command<Opened>[]
  /** How long a service may take to start, while it holds the database and does not respond yet. */
  maxStartMs?: number
  newId: NewId
  /** The words before a command, for the help. */
  call?: string
  /** The operator's account on this machine, for the audit. */
  account: string
  /** The folder in which relative paths start. */
  folder: string
  out: (text: string) => void
  err: (text: string) => void
}

/** A command without what it does. */
type Described = Omit<Command, 'run'>

const defaultCall = 'npm run admin --'
const exitCodes = { success: 0, failure: 1, usage: 2 } as const

/** Returns the exit code. */
export async function runAdmin<Opened extends Administration>({
  words,
  ownCommands = [],
  ...program
}: AdminProgram<Opened>): Promise<number> {
  const { out, err, call = defaultCall } = program
  const known: readonly Command<Opened>[] = [...commands, ...ownCommands]
  const json = words.includes('--json')
  try {
    const command = findCommand(known, words)
    if (!command) {
      if (!wantsHelp(words)) throw new UsageError(unknownCommand(known, words))
      out(overview(known, call))
      return exitCodes.success
    }
    const input = new CommandInput(command, words.slice(nameOf(command).split(' ').length), program.folder)
    if (input.flag('help')) {
      out(usageOf(command, call))
      return exitCodes.success
    }
    return await runWhereItCan(command, input, program)
  } catch (error) {
    err(json ? failureAsJson(error) : failureAsText(error, call, findCommand(known, words)))
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failure
  }
}

/** By the process that holds the database, or here. One that starts holds it already and does not respond yet: it is waited for. */
async function runWhereItCan<Opened extends Administration>(
  command: Command<Opened>,
  input: CommandInput,
  program: Omit<AdminProgram<Opened>, 'words' | 'ownCommands' | 'call'>,
): Promise<number> {
  const giveUpAt = performance.now() + (program.maxStartMs ?? defaultMaxStartMs)
  for (let waits = false; ; waits = true) {
    const code = await program.delegate?.()
    if (code !== undefined) return code
    try {
      await runCommand(command, input, program)
      return exitCodes.success
    } catch (error) {
      if (!(error instanceof FolderInUse && program.delegate) || performance.now() > giveUpAt) throw error
      if (!waits) program.err('The service seems to be starting. Waiting for it …')
      await sleep(retryMs)
    }
  }
}

const defaultMaxStartMs = 30_000
const retryMs = 300

async function runCommand<Opened extends Administration>(
  command: Command<Opened>,
  input: CommandInput,
  { open, newId, account, out, err }: Omit<AdminProgram<Opened>, 'words' | 'ownCommands' | 'call'>,
): Promise<void> {
  const admin = await open(command.database ?? 'migrated')
  try {
    const by = { actor: { kind: 'operator', id: account }, requestId: newId('cli') } as const
    const output = await command.run({ admin, by, input })
    out(input.flag('json') ? outputAsJson(output) : outputAsText(output))
    if (output.note !== undefined) err(output.note)
  } finally {
    await admin.db.close()
  }
}

const findCommand = <Known extends Described>(known: readonly Known[], words: readonly string[]): Known | undefined =>
  known.find((one) =>
    nameOf(one)
      .split(' ')
      .every((word, i) => words[i] === word),
  )

const wantsHelp = (words: readonly string[]): boolean =>
  words.length === 0 || words[0] === 'help' || words.includes('--help')

const unknownCommand = (known: readonly Described[], words: readonly string[]): string =>
  `There is no command "${words.filter((word) => !word.startsWith('-')).join(' ')}". ` +
  `Known: ${known.map(nameOf).join(', ')}.`

function overview(known: readonly Described[], call: string): string {
  const width = Math.max(...known.map((one) => nameOf(one).length))
  return [
    `${call} <command> [arguments] [--options]`,
    '',
    ...known.map((one) => `  ${nameOf(one).padEnd(width)}  ${one.summary}`),
    '',
    'Every command takes --json, and --help, which shows its arguments and options.',
  ].join('\n')
}

function describe({ says, required, default: fallback }: Option): string {
  if (required) return `${says} (required)`
  return fallback === undefined ? says : `${says} (default: ${fallback})`
}

function usageOf(command: Described, call: string): string {
  const options = Object.entries({ ...command.options, ...commonOptions }).map(
    ([name, option]) => [`--${name}${'value' in option ? ` ${option.value}` : ''}`, describe(option)] as const,
  )
  const width = Math.max(...options.map(([option]) => option.length))
  return [
    `${call} ${command.usage} [--options]`,
    command.summary,
    '',
    ...options.map(([option, says]) => `  ${option.padEnd(width)}  ${says}`),
  ].join('\n')
}

function failureAsText(error: unknown, call: string, command: Described | undefined): string {
  const details = error instanceof Problem ? error.details.map(({ path, message }) => `  ${path} ${message}`) : []
  const hint = error instanceof UsageError && command ? [`Try: ${call} ${nameOf(command)} --help`] : []
  return [`Error: ${messageOf(error)}`, ...(details.length > 1 ? details : []), ...hint].join('\n')
}

function failureAsJson(error: unknown): string {
  const [name, code] =
    error instanceof Problem
      ? [error.reasonPhrase, error.code]
      : error instanceof UsageError
        ? ['Usage', 'usage']
        : ['Failure', 'failure']
  const details = error instanceof Problem && error.details.length > 0 ? { details: error.details } : {}
  return JSON.stringify({ error: name, message: messageOf(error), code, ...details })
}

/** The message with its causes, for the operator at the terminal is the one who has to fix them. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && !(error instanceof UsageError)
    ? `${error.message}\n  because: ${messageOf(error.cause)}`
    : error.message
}

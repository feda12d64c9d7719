/** Runs one command line of the administration; `command.ts` has the flow. */

import type { Administration } from '../administration/administration.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import { commands } from './all-commands.ts'
import { type Command, nameOf } from './command.ts'
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
    const code = await program.delegate?.()
    if (code !== undefined) return code
    await runCommand(command, input, program)
    return exitCodes.success
  } catch (error) {
    err(json ? failureAsJson(error) : failureAsText(error, call, findCommand(known, words)))
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failure
  }
}

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

function usageOf(command: Described, call: string): string {
  const options = Object.entries({ ...command.options, ...commonOptions }).map(
    ([name, option]) => [`--${name}${'value' in option ? ` ${option.value}` : ''}`, option.says] as const,
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

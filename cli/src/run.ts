/** One run: words → command → result, or a failure with its exit code. */
import {
  type Command,
  type CommandEntry,
  type Context,
  commands,
  type Input,
  loadHelp,
  nearest,
  parseWords,
} from './commands/commands.ts'
import { CommandFailure, exitCode } from './exit-code.ts'
import { makeOutput } from './output.ts'
import { connectCompute, connectReputation, describeFailure } from './services/services.ts'
import type { Environment } from './settings/settings.ts'
import { ownText, styled, type Terminal, type Words, words } from './terminal/terminal.ts'

export type World = {
  env: Environment
  terminal: Terminal
  /** Calls back for each signal that would end the program. */
  onSignal(received: (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void): void
  exit(code: number): never
}

const signalCodes = { SIGINT: exitCode.interrupted, SIGTERM: 143, SIGHUP: 129 }

export async function run(args: readonly string[], world: World): Promise<number> {
  const { stderr } = world.terminal
  try {
    await start(args, world)
    return exitCode.ok
  } catch (error) {
    world.terminal.leave()
    const failure = error instanceof CommandFailure ? ownFailure(error) : await describeFailure(error)
    if (!failure) {
      stderr.write(`svc: this is a fault of svc. Please report it with what follows.\n`)
      stderr.write(`${words`${stackOf(error)}`.render(false).replaceAll('\\n', '\n')}\n`)
      return exitCode.failure
    }
    const lines = [words`${styled('red', 'svc:')} ${failure.message}`, ...failure.more.map((line) => words`${line}`)]
    for (const line of lines) stderr.write(`${line.render(stderr.isColoured)}\n`)
    return failure.code
  }
}

const ownFailure = ({ code, message, hint }: CommandFailure) => ({ code, message, more: hint ? [hint] : [] })
const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

async function start(args: readonly string[], world: World): Promise<void> {
  const { name, rest } = named(args)
  const entry = commands.find((one) => one.name === name)
  if (!entry) throw unknownCommand(name)
  const { command } = await entry.load()
  const input = parseWords(name, command, rest)
  const context = makeContext(input, world)
  if (input.has('help')) return showHelp(entry, command, context)
  await command.run(context)
}

/** The command and its words. `svc --help` and `svc --version` are commands too. */
function named(args: readonly string[]): { name: string; rest: readonly string[] } {
  const [first, ...rest] = args
  if (first === undefined || first === '--help' || first === '-h') return { name: 'help', rest }
  if (first === '--version' || first === '-V') return { name: 'version', rest }
  if (!first.startsWith('-')) return { name: first, rest }
  // Options may stand before the command: `svc --json list`. Those that take a value are one word then: `--base-url=…`.
  const at = args.findIndex((word) => !word.startsWith('-'))
  const name = args[at]
  return name === undefined ? { name: 'help', rest: args } : { name, rest: args.filter((_, index) => index !== at) }
}

function unknownCommand(name: string): CommandFailure {
  const close = nearest(
    name,
    commands.filter(({ group }) => group !== '').map((command) => command.name),
  )
  const hint = close ? `Did you mean svc ${close}?` : 'svc help lists the commands.'
  return new CommandFailure(exitCode.usage, `There is no command "${name}".`, hint)
}

async function showHelp({ name }: CommandEntry, command: Command, { output }: Context): Promise<void> {
  const { helpJson, helpOf } = await loadHelp()
  if (output.isJson) output.json(helpJson(name, command))
  else output.lines(helpOf(name, command))
}

function makeContext(input: Input, world: World): Context {
  const { env, terminal } = world
  const output = makeOutput(terminal, { isJson: input.has('json'), isQuiet: input.has('quiet') })
  const debug = (message: string) => terminal.stderr.write(`${words`${message}`.render(false)}\n`)
  const logger = input.has('verbose') ? { debug } : undefined
  const asked = { env, baseUrl: input.text('base-url'), logger }
  const lastWords: (() => Words | Promise<Words>)[] = []
  world.onSignal(interrupting(world, lastWords))
  return {
    input,
    output,
    terminal,
    env,
    commands,
    compute: () => connectCompute(asked),
    reputation: () => connectReputation(asked),
    whenInterrupted: (say) => {
      lastWords.push(say)
      return () => lastWords.splice(lastWords.indexOf(say), 1)
    },
  }
}

/** The first signal ends the program with its last words, the second at once. */
function interrupting({ terminal, exit }: World, lastWords: readonly (() => Words | Promise<Words>)[]) {
  let isEnding = false
  return async (signal: keyof typeof signalCodes): Promise<void> => {
    if (isEnding) exit(signalCodes[signal])
    isEnding = true
    terminal.leave()
    const { stderr } = terminal
    if (stderr.isInteractive) stderr.write('\n')
    for (const say of [...lastWords]) stderr.write(`${(await say()).render(stderr.isColoured)}\n`)
    if (lastWords.length === 0) stderr.write(`${ownText('Interrupted.').render(false)}\n`)
    exit(signalCodes[signal])
  }
}

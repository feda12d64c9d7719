/** What a command is. Each is a file of its own that is read when it is run, so that the program starts fast. */
import type { Compute } from '../../../sdks/typescript/src/index.ts'
import type { Reputation } from '../services/services.ts'
import type { Environment } from '../settings/settings.ts'
import type { Column, StatusLine, Terminal, Words } from '../terminal/terminal.ts'
import type { Input } from './input.ts'

export type Option = {
  /** Written `--name`. */
  name: string
  /** Written `-n`. */
  short?: string
  /** What follows; without it the option is a switch, which `--no-name` takes back if `isNegatable`. */
  value?: string
  isMany?: boolean
  isNegatable?: boolean
  help: string
  /** For completion. */
  choices?: readonly string[]
}

/** What commands remember the names of. */
export type KnownKind = 'deployments' | 'hubs' | 'gpus' | 'regions' | 'domains' | 'registries'

/** What each word behind an action is. */
export type ByAction = { readonly [action: string]: readonly KnownKind[] }

export type Command = {
  /** What it does, in a line. */
  summary: string
  /** Behind `svc name`: `ID...`. */
  usage: string
  /** The line, and what it is for. */
  examples: readonly (readonly [string, string])[]
  options?: readonly Option[]
  /** More that is good to know, in paragraphs. */
  details?: string
  /** How many words it takes: at least, at most. */
  takes?: readonly [number, number]
  /** Whether words behind `--` are taken as they are. */
  takesRest?: boolean
  /** What its words are, for completion. */
  completes?: 'deployments' | 'images' | 'countries' | readonly string[] | ByAction
  run(context: Context): Promise<void>
}

export type CommandEntry = {
  name: string
  group: string
  summary: string
  load: () => Promise<{ command: Command }>
}

export type Context = {
  input: Input
  output: Output
  terminal: Terminal
  env: Environment
  commands: readonly CommandEntry[]
  /** The client of the compute service. */
  compute(): Promise<Compute>
  reputation(): Promise<Reputation>
  /** What is said, on stderr, when the user interrupts; the program waits for it. The function it returns takes it back. */
  whenInterrupted(say: () => Words | Promise<Words>): () => void
}

export type Output = {
  isJson: boolean
  isQuiet: boolean
  /** The result, on stdout. */
  line(text: Words): void
  lines(texts: readonly Words[]): void
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void
  json(value: unknown): void
  /** One value of many, on a line of its own. */
  jsonLine(value: unknown): void
  /** What is good to know, on stderr; nothing with `--quiet`. */
  note(text: Words): void
  status(): StatusLine
}

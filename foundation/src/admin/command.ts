/**
 * The administration's command line: `npm run admin -- <command> [arguments] [--options]`.
 *
 * A command is a file that describes itself and returns what it found or did as an **output**; `run-admin.ts` reads the
 * words, opens the database, runs the command and prints the output, as a table for people or as JSON for programs.
 * Commands here know no service: a service's `admin.ts` hands over its database, its redactors, its migrations, and
 * commands of its own.
 */

import type { AdministrationFace, Administrator } from '../administration/administration.ts'
import type { CommandInput } from './command-input.ts'

/** `Face` is the administration of the service whose command it is. */
export type Command<Face extends AdministrationFace = AdministrationFace> = {
  /** The words that call it and its positional arguments, all required: `key revoke <key>`. */
  usage: string
  options?: { readonly [name: string]: Option }
  summary: string
  /** `as-is`: the command itself brings the database to its tables. */
  database?: 'migrated' | 'as-is'
  run(context: CommandContext<Face>): Promise<CommandOutput>
}

/** The words that call a command: `key revoke`. */
export const nameOf = ({ usage }: Pick<Command, 'usage'>): string => usage.replace(/ <.*/, '')

/** The names of its positional arguments. */
export const argumentsOf = ({ usage }: Pick<Command, 'usage'>): string[] =>
  [...usage.matchAll(/<([^>]+)>/g)].map(([, name]) => name!)

export type Option = {
  /** The name of its value in the help, `TEXT`; absent for a switch. */
  value?: string
  says: string
  required?: true
  /** What holds without it, for the help. */
  default?: string
}

/** No database: what a command reads and does, it asks of the administration. */
export type CommandContext<Face extends AdministrationFace = AdministrationFace> = {
  admin: Face
  by: Administrator
  input: CommandInput
}

export type Row = { readonly [column: string]: unknown }

/** A list's `columns` are what its table shows to a person; as JSON every row is whole. */
export type CommandOutput =
  | { kind: 'list'; name: string; rows: readonly Row[]; columns?: readonly string[]; next?: string; note?: string }
  | { kind: 'item'; item: Row; note?: string }

export const list = (name: string, rows: readonly Row[], columns?: readonly string[]): CommandOutput => ({
  kind: 'list',
  name,
  rows,
  ...(columns === undefined ? {} : { columns }),
})

/** `note` is said to the person at the terminal, on stderr, and is no part of the result. */
export const item = (item: Row, note?: string): CommandOutput => ({
  kind: 'item',
  item,
  ...(note === undefined ? {} : { note }),
})

/**
 * A tool: an operation of the API as agents are offered it. It stands in the configuration of its route
 * (`config: { scope, tool }`), whose schemas, scope and cost are its own, and a call of it is a request to that route.
 */
import type { TProperties } from 'typebox'
import type { InnerTerms } from '../../http/http.ts'
import type { Principal } from '../../identity/model/principal.ts'

export type Fields = Readonly<Record<string, unknown>>

/** One call, after its arguments are validated. */
export type ToolCall = { principal: Principal; input: Fields }

/** What a tool says of an operation's field: nothing of its own, shorter words for it, or a narrower schema. */
export type TakenField =
  | true
  | string
  | { description?: string; default?: unknown; maximum?: number; maxItems?: number }

export type Tool = {
  /** In snake case, the verb first. */
  name: string
  title: string
  /** Says what it tells or does, and what it does not, in as few words as possible: every agent reads all of them. */
  description: string
  /** `reads` changes nothing. `adds` makes something, and removes nothing. `ends` stops or removes something. */
  effect: 'reads' | 'adds' | 'ends'
  /** The same call again changes nothing more. */
  repeatable?: true
  /** It sends something to an address outside. */
  sendsOut?: true
  /** Fields of the operation's path, query and body that it takes, by their names there. */
  takes?: Readonly<Record<string, TakenField>>
  /** Fields of the operation that agents do not choose. */
  always?: Fields
  /** Arguments that are no fields of the operation; `prepare` makes something of them. */
  own?: TProperties
  /** Names of fields in the response, at any depth, that hold text of strangers. */
  untrusted?: readonly string[]
  /** Names of fields in the response, at any depth, that agents can do without. */
  omits?: readonly string[]
  /** The response in sentences. They never quote text of strangers. */
  says?: (response: never, input: Fields) => string
  /** Makes another object of the response's text, with these fields: where it is no JSON, or too much of it. */
  read?: { fields: TProperties; from: (text: string, input: Fields) => object }
  /** Makes the request's fields where they are not the arguments alone. */
  prepare?: (call: ToolCall) => Promise<PreparedCall>
  /** Adds fields to the response. */
  complete?: { fields: TProperties; add: (response: never, call: ToolCall) => Promise<object> }
}

export type PreparedCall = { fields: Fields; headers?: Readonly<Record<string, string>>; terms?: InnerTerms }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How agents are offered the operation, over `/mcp`; as several tools where it serves several purposes. */
    tool?: Tool | readonly Tool[]
  }
}

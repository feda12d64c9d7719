import type { TSchema } from 'typebox'

/** What happened, as it is written in the transaction that caused it. */
export type NewEvent = {
  id: string
  companyId: string
  kind: string
  /** By which a registration may pass an event over. */
  tags: readonly string[]
  /** JSON text: what every delivery carries as `data`, to the byte. */
  data: string
  at: Date
  /** A test event goes to this registration alone. */
  onlyWebhookId?: string
}

/** The kinds of event a service sends, and what their registrations may choose beside them. */
export type EventCatalogue = {
  kinds: Readonly<Record<string, EventKind>>
  choices: Readonly<Record<string, EventChoice>>
}

export type EventKind = {
  /** When it fires, for the documentation. */
  summary: string
  data: TSchema
  /** Sent by "send a test event"; fits `data`. The company is the one that asks. */
  example(company: { id: string; name: string; slug: string }): unknown
}

/** A field of the registration with one of several words. */
export type EventChoice = {
  summary: string
  /** Which tags each word passes over. */
  skips: Readonly<Record<string, readonly string[]>>
  default: string
}

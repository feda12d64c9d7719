import type { Static, TSchema } from 'typebox'

/** Only what a catalogue's `newEvent` makes is an event: its kind is known, and its data fits the kind. */
declare const catalogued: unique symbol

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
  readonly [catalogued]: true
}

/** The kinds of event a service sends, and what their registrations may choose beside them. */
export type EventCatalogue<Kinds extends EventKinds = EventKinds> = {
  kinds: Kinds
  choices: Readonly<Record<string, EventChoice>>
}

export type EventKinds = Readonly<Record<string, EventKind>>

export type EventKind<Data extends TSchema = TSchema> = {
  /** When it fires, for the documentation. */
  summary: string
  data: Data
  /** Sent by "send a test event". The company is the one that asks. */
  example(company: { id: string; name: string; slug: string }): Static<Data>
}

/** Lets the compiler compare the example of a kind with its schema. */
export const eventKind = <Data extends TSchema>(kind: EventKind<Data>): EventKind<Data> => kind

/** The data of a kind of the catalogue. */
export type DataOf<Kinds extends EventKinds, Kind extends keyof Kinds> = Static<Kinds[Kind]['data']>

/** A field of the registration with one of several values. */
export type EventChoice = {
  summary: string
  /** Which tags each value passes over. */
  skips: Readonly<Record<string, readonly string[]>>
  default: string
}

type About = Pick<NewEvent, 'id' | 'companyId' | 'at' | 'onlyWebhookId'> & { tags?: readonly string[] }

/** What makes the events of a catalogue: a misspelt kind, or the data of another one, does not compile. */
export const eventMaker =
  <Kinds extends EventKinds>(_catalogue: EventCatalogue<Kinds>) =>
  <Kind extends keyof Kinds & string>(kind: Kind, data: DataOf<Kinds, Kind>, { tags = [], ...about }: About) => {
    const event: Omit<NewEvent, typeof catalogued> = { ...about, tags, kind, data: JSON.stringify(data) }
    return event as NewEvent
  }

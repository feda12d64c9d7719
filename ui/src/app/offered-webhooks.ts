/** What the webhooks of a service carry, in words. */
export type OfferedWebhooks = {
  events: readonly OfferedEvent[]
  /** What a webhook may choose beside its events. The first option is the default. */
  choices: readonly OfferedChoice[]
  /** What is sent, where nothing is registered yet: `a score that falls, a report that is ready`. */
  examples: string
}

export type OfferedEvent = { kind: string; words: string }

export type OfferedChoice = {
  /** Of the field. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

/**
 * An actor: who did something. Rows, audit events and logs name it as one text, `key:key_…`, `user:usr_…`,
 * `operator:<account>` or `system`, which only this file writes and reads.
 */
export type Actor = {
  readonly kind: ActorKind
  /** The id of the key or the user; the account's name of an operator. */
  readonly id: string
}

const actorKinds = ['key', 'user', 'operator'] as const

export type ActorKind = (typeof actorKinds)[number]

/** The service itself, where nobody asked for what it does. */
export const system = 'system'

export type System = typeof system

/** An actor in one request or command, under which every change is recorded. */
export type Act = { actor: Actor | System; requestId: string | null }

export const actorText = (actor: Actor | System): string => (actor === system ? system : `${actor.kind}:${actor.id}`)

/** The actor that `actorText` wrote; throws `RangeError` for any other text. */
export function readActor(text: string): Actor | System {
  if (text === system) return system
  const end = text.indexOf(':')
  const kind = actorKinds.find((known) => known === text.slice(0, end))
  if (!kind || end + 1 === text.length) throw new RangeError(`"${text}" names no actor`)
  return { kind, id: text.slice(end + 1) }
}

/** The id of the key that acted; undefined where somebody else did. */
export const keyIdOf = (actor: Actor | System): string | undefined =>
  actor !== system && actor.kind === 'key' ? actor.id : undefined

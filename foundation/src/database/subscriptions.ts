/** Who wants to hear of which channel's notifications, whatever connection they come in by. */
export type Handler = (payload: string) => void

export class Subscriptions {
  readonly #byChannel = new Map<string, Set<Handler>>()

  /** True if nobody listened to the channel before, so the connection has to begin to. */
  add(channel: string, handler: Handler): boolean {
    const listening = this.#byChannel.get(channel)
    if (!listening) this.#byChannel.set(channel, new Set([handler]))
    else listening.add(handler)
    return !listening
  }

  /** True if nobody listens to the channel any more. */
  remove(channel: string, handler: Handler): boolean {
    const listening = this.#byChannel.get(channel)
    if (!listening?.delete(handler) || listening.size > 0) return false
    return this.#byChannel.delete(channel)
  }

  get channels(): string[] {
    return [...this.#byChannel.keys()]
  }

  deliver({ channel, payload }: { channel: string; payload?: string | undefined }): void {
    for (const handler of this.#byChannel.get(channel) ?? []) handler(payload ?? '')
  }
}

/** For `LISTEN`, which takes no parameters. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

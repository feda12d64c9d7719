/**
 * What has been fetched, by a key: shared by all who show it, fetched once for all of them, aborted when nobody shows it any
 * more. What was shown before is there at once when a screen is opened again, and asked for again behind it.
 */
export type Stored<Data> = {
  data: Data | undefined
  /** Of the last time; data of before stays beside it. */
  error: Error | null
  /** When the data came, in ms since 1970; 0 before that. */
  updatedAt: number
  isFetching: boolean
}

/** Fetches it; `before` is what is there. The same object again means that nothing has changed. */
export type FetchData<Data> = (signal: AbortSignal, before: Data | undefined) => Promise<Data>

type Entry = {
  stored: Stored<unknown>
  fetchData: FetchData<never> | undefined
  listeners: Set<() => void>
  controller: AbortController | undefined
}

const nothing: Stored<undefined> = { data: undefined, error: null, updatedAt: 0, isFetching: false }
const maxUnshown = 60

export class ResponseStore {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  read<Data>(key: string): Stored<Data> {
    return (this.#entries.get(key)?.stored ?? nothing) as Stored<Data>
  }

  /** Calls the listener when what is stored changes; returns what ends that. */
  subscribe(key: string, listener: () => void): () => void {
    const entry = this.#entry(key)
    entry.listeners.add(listener)
    return () => {
      entry.listeners.delete(listener)
      if (entry.listeners.size === 0) this.#leave(key, entry)
    }
  }

  /** Fetches it, unless that is going on already. */
  fetch<Data>(key: string, fetchData: FetchData<Data>): void {
    const entry = this.#entry(key)
    entry.fetchData = fetchData as unknown as FetchData<never>
    if (!entry.controller) void this.#run(entry)
  }

  /** After an act: all that is shown is fetched again, all else forgotten. What is on its way was asked before the act. */
  refresh(): void {
    for (const [key, entry] of this.#entries) {
      entry.controller?.abort()
      entry.controller = undefined
      if (entry.listeners.size === 0) this.#entries.delete(key)
      else if (entry.fetchData) void this.#run(entry)
    }
  }

  set<Data>(key: string, data: Data): void {
    const entry = this.#entry(key)
    this.#change(entry, { data, error: null, updatedAt: this.#now(), isFetching: false })
  }

  /** For another person: nothing that was seen is shown again. */
  forget(): void {
    for (const [key, entry] of this.#entries) {
      entry.controller?.abort()
      entry.controller = undefined
      if (entry.listeners.size === 0) this.#entries.delete(key)
      else this.#change(entry, nothing)
    }
  }

  #entry(key: string): Entry {
    const known = this.#entries.get(key)
    if (known) return known
    const entry: Entry = { stored: nothing, fetchData: undefined, listeners: new Set(), controller: undefined }
    this.#entries.set(key, entry)
    return entry
  }

  async #run(entry: Entry): Promise<void> {
    const { fetchData } = entry
    if (!fetchData) return
    const controller = new AbortController()
    entry.controller = controller
    this.#change(entry, { ...entry.stored, isFetching: true })
    try {
      const data: unknown = await fetchData(controller.signal, entry.stored.data as never)
      if (entry.controller !== controller) return
      entry.controller = undefined
      this.#change(entry, { data, error: null, updatedAt: this.#now(), isFetching: false })
    } catch (error) {
      if (entry.controller !== controller) return
      entry.controller = undefined
      const failure = error instanceof Error ? error : new Error(String(error))
      this.#change(entry, { ...entry.stored, error: failure, isFetching: false })
    }
  }

  #change(entry: Entry, stored: Stored<unknown>): void {
    entry.stored = stored
    for (const listener of [...entry.listeners]) listener()
  }

  #leave(key: string, entry: Entry): void {
    entry.controller?.abort()
    entry.controller = undefined
    entry.stored = { ...entry.stored, isFetching: false }
    this.#entries.delete(key)
    if (entry.stored.data === undefined) return
    this.#entries.set(key, entry) // now the last to be forgotten
    const unshown = [...this.#entries].filter(([, { listeners }]) => listeners.size === 0)
    for (const [oldest] of unshown.slice(0, Math.max(0, unshown.length - maxUnshown))) this.#entries.delete(oldest)
  }
}

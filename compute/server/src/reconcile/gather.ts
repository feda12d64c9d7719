/** Takes together what arrives within some milliseconds of the first: each item once. */
export class Gather<Item> {
  readonly #ms: number
  readonly #take: (items: Item[]) => void
  readonly #items = new Set<Item>()
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(ms: number, take: (items: Item[]) => void) {
    this.#ms = ms
    this.#take = take
  }

  add(item: Item): void {
    if (this.#stopped) return
    this.#items.add(item)
    this.#timer ??= setTimeout(() => this.#flush(), this.#ms)
  }

  /** What has been gathered is dropped. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #flush(): void {
    const items = [...this.#items]
    this.#items.clear()
    this.#timer = undefined
    this.#take(items)
  }
}

/** Features in flat arrays; `from` and `to` are the tokens that a feature was read from. */
export class Features {
  size = 0
  keys = new Uint32Array(1024)
  from = new Uint16Array(1024)
  to = new Uint16Array(1024)

  add(key: number, from: number, to: number): void {
    if (this.size === this.keys.length) this.#grow()
    this.keys[this.size] = key
    this.from[this.size] = from
    this.to[this.size] = to
    this.size++
  }

  #grow(): void {
    const { keys, from, to } = this
    this.keys = new Uint32Array(2 * keys.length)
    this.keys.set(keys)
    this.from = new Uint16Array(2 * from.length)
    this.from.set(from)
    this.to = new Uint16Array(2 * to.length)
    this.to.set(to)
  }
}

/** Long texts show more; without this they would all be sure of themselves. */
export const exampleScale = (features: number): number => 1 / Math.sqrt(2 * features + 1)

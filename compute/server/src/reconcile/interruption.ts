/** Breaks off the call or the pause that the work on a deployment is at. */
export class Interruption {
  #current = new AbortController()
  #ended = false

  get signal(): AbortSignal {
    return this.#current.signal
  }

  /** The work reads the deployment again and goes on. */
  interrupt(): void {
    this.#current.abort()
    if (!this.#ended) this.#current = new AbortController()
  }

  /** The work ends here, for somebody else to go on with. */
  end(): void {
    this.#ended = true
    this.interrupt()
  }

  throwIfEnded(): void {
    if (this.#ended) throw new Error('The reconciler is being closed')
  }
}

import { Problem, type ProblemDetail } from './problem.ts'

/** Collects every fault of an input, so that its author hears of all of them at once. */
export class InputFaults {
  readonly #details: ProblemDetail[] = []

  add(path: string, message: string): void {
    this.#details.push({ path, message })
  }

  /**
   * A name people read: 1–200 characters after trimming, none of them a control character or half of a surrogate pair. Characters
   * that set the direction of writing are taken, for names of two scripts need them; whatever shows a name isolates it, as it must any
   * text from outside.
   */
  displayName(path: string, text: string): string {
    const name = text.trim()
    if (name === '' || name.length > 200) this.add(path, 'must have 1 to 200 characters')
    else if (/\p{Cc}/u.test(name) || !name.isWellFormed()) this.add(path, 'must not contain control characters')
    return name
  }

  wholeNumber(path: string, value: number, min: number, max: number): number {
    if (!Number.isInteger(value) || value < min || value > max) {
      this.add(path, `must be a whole number from ${min} to ${max}`)
    }
    return value
  }

  throwIfAny(): void {
    const [first, ...others] = this.#details
    if (!first) return
    const more = others.length > 0 ? ` (and ${others.length} more)` : ''
    throw new Problem('invalid-request', `${first.path} ${first.message}${more}`, { details: this.#details })
  }
}

/** One claimed deployment, from the claim until it is given back: decide, act, look, decide. */
import { decide } from '@service/compute-domain/deployments/decide.ts'
import type { Limits } from '@service/compute-domain/deployments/limits.ts'
import type { Act, Next, Standing } from './act.ts'
import type { Outcome } from './outcome.ts'
import { situationOf, type Work } from './work.ts'

type Deps = {
  act: Act
  record(outcome: Outcome): Promise<boolean>
  /** Undefined once the lease is lost. */
  readAgain(id: string): Promise<Work | undefined>
  now: () => Date
  limits: Limits
}

/** What can be broken off: the call or the pause that a job is at. */
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

/** Resolves, when the deployment is given back or lost, with when it is due again if that is soon. */
export function makeWorkOn({ act, record, readAgain, now, limits }: Deps) {
  return async (claimed: Work, interruption: Interruption): Promise<Date | undefined> => {
    const fresh = (work: Work): Standing => ({ work, sight: { kind: 'not-asked' }, refusal: null })
    let standing: Standing | undefined = fresh(claimed)
    while (standing) {
      const { signal } = interruption
      const action = decide(situationOf(standing.work, standing.sight, standing.refusal), now(), limits)
      const next: Next = await act(action, standing, signal)
      if (next.kind === 'write') {
        if (await record(next.outcome)) return next.expectedSoon ? (next.outcome.dueAt ?? undefined) : undefined
        standing = await again(standing.work.id)
      } else if (next.kind === 'sleep') {
        await sleepUntil(next.until, now, signal)
        interruption.throwIfEnded()
        standing = signal.aborted ? await again(standing.work.id) : next.standing
      } else if (next.kind === 'read-again' || signal.aborted) {
        interruption.throwIfEnded()
        standing = await again(standing.work.id)
      } else {
        interruption.throwIfEnded()
        standing = next.standing
      }
    }
    return undefined

    async function again(id: string): Promise<Standing | undefined> {
      const work = await readAgain(id)
      return work && fresh(work)
    }
  }
}

export type WorkOn = ReturnType<typeof makeWorkOn>

function sleepUntil(until: Date, now: () => Date, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, Math.max(1, until.getTime() - now().getTime()))
    signal.addEventListener('abort', done)
  })
}

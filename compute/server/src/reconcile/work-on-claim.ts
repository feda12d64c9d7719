/** One claimed deployment, from the claim until it is given back: decide, act, look, decide. */
import { decide } from '@service/compute-domain/deployments/decide.ts'
import type { Limits } from '@service/compute-domain/deployments/limits.ts'
import type { Act, Next, ReconcileState } from './act.ts'
import { type Claim, snapshotOf } from './claim.ts'
import type { Outcome } from './outcome.ts'

type Deps = {
  act: Act
  record(outcome: Outcome): Promise<boolean>
  /** Undefined once the lease is lost. */
  readAgain(id: string): Promise<Claim | undefined>
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
  return async (claimed: Claim, interruption: Interruption): Promise<Date | undefined> => {
    const fresh = (claim: Claim): ReconcileState => ({ claim, observation: { kind: 'not-asked' }, refusal: null })
    let state: ReconcileState | undefined = fresh(claimed)
    while (state) {
      const { signal } = interruption
      const action = decide(snapshotOf(state.claim, state.observation, state.refusal), now(), limits)
      const next: Next = await act(action, state, signal)
      if (next.kind === 'write') {
        if (await record(next.outcome)) return next.expectedSoon ? (next.outcome.dueAt ?? undefined) : undefined
        state = await again(state.claim.id)
      } else if (next.kind === 'sleep') {
        await sleepUntil(next.until, now, signal)
        interruption.throwIfEnded()
        state = signal.aborted ? await again(state.claim.id) : next.state
      } else if (next.kind === 'read-again' || signal.aborted) {
        interruption.throwIfEnded()
        state = await again(state.claim.id)
      } else {
        interruption.throwIfEnded()
        state = next.state
      }
    }
    return undefined

    async function again(id: string): Promise<ReconcileState | undefined> {
      const claim = await readAgain(id)
      return claim && fresh(claim)
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

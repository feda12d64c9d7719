/** The work on one claimed deployment, from the claim until it is given back: decide, execute, decide again. */
import { decide } from '@service/compute-domain/deployments/decide.ts'
import type { Limits } from '@service/compute-domain/deployments/limits.ts'
import { type After, afterRealTime } from './after.ts'
import { type Claim, snapshotOf } from './claim.ts'
import type { ActionExecutor, ReconcileState } from './execute-action.ts'
import type { Interruption } from './interruption.ts'
import type { Outcome } from './outcome.ts'

type Deps = {
  executor: ActionExecutor
  record(outcome: Outcome): Promise<boolean>
  /** Undefined once the lease is lost. */
  readAgain(id: string): Promise<Claim | undefined>
  now: () => Date
  limits: Limits
  after?: After
}

/** Resolves, when the deployment is given back or lost, with when it is due again if that is soon. */
export async function workOnClaim(deps: Deps, claimed: Claim, interruption: Interruption): Promise<Date | undefined> {
  const { executor, record, now, limits, after = afterRealTime } = deps
  let state: ReconcileState | undefined = freshState(claimed)
  while (state) {
    const { signal } = interruption
    const action = decide(snapshotOf(state.claim, state.observation, state.refusal), now(), limits)
    const next = await executor.execute(action, state, signal)
    if (next.kind === 'write') {
      if (await record(next.outcome)) return next.expectedSoon ? (next.outcome.dueAt ?? undefined) : undefined
      state = await readState(deps, state.claim.id)
    } else if (next.kind === 'sleep') {
      await sleep(Math.max(1, next.until.getTime() - now().getTime()), after, signal)
      interruption.throwIfEnded()
      state = signal.aborted ? await readState(deps, state.claim.id) : next.state
    } else if (next.kind === 'read-again' || signal.aborted) {
      interruption.throwIfEnded()
      state = await readState(deps, state.claim.id)
    } else {
      interruption.throwIfEnded()
      state = next.state
    }
  }
  return undefined
}

async function readState({ readAgain }: Deps, id: string): Promise<ReconcileState | undefined> {
  const claim = await readAgain(id)
  return claim && freshState(claim)
}

const freshState = (claim: Claim): ReconcileState => ({ claim, observation: { kind: 'not-asked' }, refusal: null })

function sleep(ms: number, after: After, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      cancel()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const cancel = after(ms, done)
    signal.addEventListener('abort', done)
  })
}

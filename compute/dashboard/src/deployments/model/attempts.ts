/** The attempts of a deployment, by its events: each further one began because the one before could not go on. */
import type { Output } from '../../api/api.ts'

type Event = Pick<
  Output<'listDeploymentEvents'>['events'][number],
  'attempt' | 'hub' | 'at' | 'status' | 'reason' | 'message'
>

export type Attempt = {
  attempt: number
  hub: string | null
  from: string
  /** When the next one began, or the deployment ended; null while it goes on. */
  to: string | null
  /** What ended it, for all but the last. */
  why: string | null
}

/** `events` newest first, as the service lists them; the first attempt first. */
export function attemptsIn(events: readonly Event[]): Attempt[] {
  const inOrder = [...events].reverse()
  const numbers = [...new Set(inOrder.flatMap(({ attempt }) => attempt ?? []))].sort((a, b) => a - b)
  return numbers.flatMap((number, i) => {
    const own = inOrder.filter(({ attempt }) => attempt === number)
    const [first] = own
    const last = own.at(-1)
    if (!first || !last) return []
    const next = numbers[i + 1]
    const after = next === undefined ? undefined : inOrder.find(({ attempt }) => attempt === next)
    const hasEnded = last.status === 'stopped' || last.status === 'failed'
    return [
      {
        attempt: number,
        hub: own.findLast(({ hub }) => hub !== null)?.hub ?? null,
        from: first.at,
        to: after?.at ?? (hasEnded ? last.at : null),
        why: after || hasEnded ? (last.message ?? last.reason ?? after?.message ?? after?.reason ?? null) : null,
      },
    ]
  })
}

import type { Candidate, PlacementTable } from '@service/compute-domain/placement/placement.ts'
import { cursorOf, PageParameters, readPage } from '@service/foundation/http/page.ts'
import Type from 'typebox'

/** Few read more, and an agent least of all. */
const maxListed = 200

export const PlanPageParameters = {
  ...PageParameters,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxListed,
      default: maxListed,
      description: 'The most hubs of a page, of either kind.',
    }),
  ),
}

export type PlanPage = {
  candidates: readonly Candidate[]
  refused: PlacementTable['refused']
  nextCursor: string | null
}

/**
 * One page of both lists: each page has the next of the candidates, best first, and the next of the refused hubs, in the order of their
 * ids. The rank of a candidate changes with what is free and with the grid, so a page continues behind the candidate that was
 * shown last, wherever that is by now; where it is a candidate no longer, by the number of those that were shown.
 */
export function planPage(
  { candidates, refused }: PlacementTable,
  { limit = maxListed, cursor }: { limit?: number; cursor?: string },
): PlanPage {
  const [shown, lastCandidate, lastRefused] = readCursor(cursor)
  const from = startOf(candidates, shown, lastCandidate)
  const candidatesHere = candidates.slice(from, from + limit)
  const refusedLeft = refused.filter(({ hubId }) => hubId > lastRefused)
  const refusedHere = refusedLeft.slice(0, limit)
  const end = from + candidatesHere.length
  const isLast = end === candidates.length && refusedLeft.length === refusedHere.length
  const next = [end, candidatesHere.at(-1)?.hubId ?? lastCandidate, refusedHere.at(-1)?.hubId ?? lastRefused] as const
  return { candidates: candidatesHere, refused: refusedHere, nextCursor: isLast ? null : cursorOf(next) }
}

function startOf(candidates: readonly Candidate[], shown: number, lastCandidate: string): number {
  const at = candidates.findIndex(({ hubId }) => hubId === lastCandidate)
  return at === -1 ? Math.min(Math.max(0, Math.trunc(shown)), candidates.length) : at + 1
}

function readCursor(cursor: string | undefined): readonly [shown: number, lastCandidate: string, lastRefused: string] {
  const { after } = readPage({ ...(cursor !== undefined && { cursor }) }, ['number', 'string', 'string'])
  if (!after) return [0, '', '']
  const [shown, lastCandidate, lastRefused] = after
  return [Number(shown), String(lastCandidate), String(lastRefused)]
}

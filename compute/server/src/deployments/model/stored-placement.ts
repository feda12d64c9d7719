/**
 * The explanation of a placement as it is stored with each deployment: rows instead of objects, counts above 0 only, and
 * rounded numbers. It makes most of the size of a stored deployment.
 */
import type { Candidate, Explanation } from '@service/compute-domain/placement/placement.ts'
import { type Refusals, refusalCauses } from '@service/compute-domain/placement/refusal.ts'

export type StoredPlacement = {
  hubs: number
  fitting: number
  refused: Partial<Refusals>
  candidates: readonly CandidateRow[]
  /** An object: the meter finds the hub by its name. */
  cheapest: Candidate | null
}

/** The values of `rowFields`. */
type CandidateRow = readonly (string | number)[]

export function storedPlacement({ hubs, fitting, refused, candidates, cheapest }: Explanation): StoredPlacement {
  const counted = refusalCauses.filter((cause) => refused[cause] > 0)
  return {
    hubs,
    fitting,
    refused: Object.fromEntries(counted.map((cause) => [cause, refused[cause]])),
    candidates: candidates.map((candidate) => rowOf(rounded(candidate))),
    cheapest: cheapest && rounded(cheapest),
  }
}

export const explanationOf = ({ refused, candidates, ...stored }: StoredPlacement): Explanation => ({
  ...stored,
  refused: Object.fromEntries(refusalCauses.map((cause) => [cause, refused[cause] ?? 0])) as Refusals,
  candidates: candidates.map(candidateOf),
})

/** The fields of a candidate in the order of its row. */
const rowFields = [
  'hubId',
  'country',
  'region',
  'priceUsd',
  'carbonIntensity',
  'pue',
  'gramsPerGpuHour',
  'freeShare',
] as const satisfies readonly (keyof Candidate)[]

const rowOf = (candidate: Candidate): CandidateRow => rowFields.map((field) => candidate[field])

const candidateOf = (row: CandidateRow): Candidate =>
  Object.fromEntries(rowFields.map((field, index) => [field, row[index]])) as Candidate

const rounded = (candidate: Candidate): Candidate => ({
  ...candidate,
  carbonIntensity: Math.round(candidate.carbonIntensity * 100) / 100,
  gramsPerGpuHour: Math.round(candidate.gramsPerGpuHour * 100) / 100,
  freeShare: Math.round(candidate.freeShare * 10_000) / 10_000,
})

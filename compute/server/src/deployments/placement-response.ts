import { carbonGrade } from '@service/compute-domain/carbon/grade.ts'
import type { Candidate, Explanation } from '@service/compute-domain/placement/placement.ts'
import { refusalCauses } from '@service/compute-domain/placement/refusal.ts'
import { openEnum } from '@service/foundation/http/model/string-enum.ts'
import Type from 'typebox'
import { CarbonIntensity, CarbonScore, PricePerGpuHour } from '../hubs/hubs.ts'

export const RefusalCause = openEnum(refusalCauses, {
  title: 'RefusalCause',
  description: 'Why a hub cannot take a deployment.',
})

export const CandidateResponse = Type.Object(
  {
    hub: Type.String({ description: 'The id of the hub.' }),
    country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
    region: Type.String({ description: 'The requested region that the hub belongs to.' }),
    price_usd_per_gpu_hour: PricePerGpuHour,
    carbon_intensity_gco2_kwh: CarbonIntensity,
    pue: Type.Number({ description: 'The power usage effectiveness of the site.' }),
    carbon_score: CarbonScore,
    grams_per_gpu_hour: Type.Number({ description: 'The expected emissions of a GPU there, in gCO2eq per hour.' }),
    free_share: Type.Number({ description: 'The share of GPUs of the type that were free, from 0 to 1.' }),
  },
  { title: 'PlacementCandidate' },
)
export type CandidateResponse = Type.Static<typeof CandidateResponse>

export const PlacementResponse = Type.Object(
  {
    hubs: Type.Integer({ description: 'How many hubs were considered.' }),
    fitting: Type.Integer({ description: 'How many hubs could have taken it.' }),
    refused: Type.Object(Object.fromEntries(refusalCauses.map((cause) => [cause, Type.Integer()])), {
      title: 'RefusalCounts',
      description: 'How many hubs could not take it, by the first cause that applies.',
    }),
    candidates: Type.Array(CandidateResponse, {
      description: 'The best twenty hubs, best first: the first was chosen.',
    }),
    cheapest: Type.Union([CandidateResponse, Type.Null()], {
      description: 'The choice by price alone, which avoided emissions are compared with.',
    }),
  },
  { title: 'Placement', description: 'Why it runs where it does.' },
)
export type PlacementResponse = Type.Static<typeof PlacementResponse>

export const placementResponse = ({
  hubs,
  fitting,
  refused,
  candidates,
  cheapest,
}: Explanation): PlacementResponse => ({
  hubs,
  fitting,
  refused,
  candidates: candidates.map(candidateResponse),
  cheapest: cheapest && candidateResponse(cheapest),
})

export const candidateResponse = (candidate: Candidate): CandidateResponse => ({
  hub: candidate.hubId,
  country: candidate.country,
  region: candidate.region,
  price_usd_per_gpu_hour: candidate.priceUsd,
  carbon_intensity_gco2_kwh: toMilli(candidate.carbonIntensity),
  pue: candidate.pue,
  carbon_score: carbonGrade(candidate.carbonIntensity * candidate.pue),
  grams_per_gpu_hour: toMilli(candidate.gramsPerGpuHour),
  free_share: toMilli(candidate.freeShare),
})

const toMilli = (amount: number): number => Math.round(amount * 1_000) / 1_000

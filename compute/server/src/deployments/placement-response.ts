import { carbonGrade } from '@service/compute-domain/carbon/grade.ts'
import type { Candidate, Explanation } from '@service/compute-domain/placement/placement.ts'
import { refusalCauses } from '@service/compute-domain/placement/refusal.ts'
import Type from 'typebox'
import { CarbonIntensity, CarbonScore, PricePerGpuHour } from '../hubs/hubs.ts'

export const CandidateResponse = Type.Object({
  hub: Type.String(),
  country: Type.String(),
  region: Type.String({ description: 'The region of the request that the hub was found in.' }),
  price_usd_per_gpu_hour: PricePerGpuHour,
  carbon_intensity_gco2_kwh: CarbonIntensity,
  pue: Type.Number(),
  carbon_score: CarbonScore,
  grams_per_gpu_hour: Type.Number({ description: 'What a GPU is expected to emit there, in gCO2eq an hour.' }),
  free_share: Type.Number({ description: 'Share of the GPUs of the type that were free.' }),
})
export type CandidateResponse = Type.Static<typeof CandidateResponse>

export const PlacementResponse = Type.Object(
  {
    hubs: Type.Integer({ description: 'How many hubs were judged.' }),
    fitting: Type.Integer({ description: 'How many could have taken it.' }),
    refused: Type.Object(Object.fromEntries(refusalCauses.map((cause) => [cause, Type.Integer()])), {
      description: 'How many could not, by cause; see docs/compute.md.',
    }),
    candidates: Type.Array(CandidateResponse, { description: 'The best twenty, best first: the first was chosen.' }),
    cheapest: Type.Union([CandidateResponse, Type.Null()], {
      description: 'What a choice by price alone would have been: avoided emissions are computed against it.',
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

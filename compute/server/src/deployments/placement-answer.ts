import { carbonGrade } from '@service/compute-domain/carbon/grade.ts'
import type { Candidate, Explanation } from '@service/compute-domain/placement/placement.ts'
import { refusalCauses } from '@service/compute-domain/placement/refusal.ts'
import Type from 'typebox'
import { CarbonIntensity, CarbonScore, PricePerGpuHour } from '../hubs/answer.ts'

export const CandidateAnswer = Type.Object({
  hub: Type.String(),
  country: Type.String(),
  region: Type.String({ description: 'Of those asked for, the one that it stands for.' }),
  price_usd_per_gpu_hour: PricePerGpuHour,
  carbon_intensity_gco2_kwh: CarbonIntensity,
  pue: Type.Number(),
  carbon_score: CarbonScore,
  grams_per_gpu_hour: Type.Number({ description: 'What a GPU is expected to emit there, in gCO2eq an hour.' }),
  free_share: Type.Number({ description: 'Share of the GPUs of the type that were free.' }),
})
export type CandidateAnswer = Type.Static<typeof CandidateAnswer>

export const PlacementAnswer = Type.Object(
  {
    hubs: Type.Integer({ description: 'How many hubs were judged.' }),
    fitting: Type.Integer({ description: 'How many could have taken it.' }),
    refused: Type.Object(Object.fromEntries(refusalCauses.map((cause) => [cause, Type.Integer()])), {
      description: 'How many could not, by the first cause that holds; see docs/compute.md.',
    }),
    candidates: Type.Array(CandidateAnswer, { description: 'The best twenty, best first: the first was chosen.' }),
    cheapest: Type.Union([CandidateAnswer, Type.Null()], {
      description: 'What a choice by price alone would have been: avoided emissions are told against it.',
    }),
  },
  { title: 'Placement', description: 'Why it runs where it does.' },
)
export type PlacementAnswer = Type.Static<typeof PlacementAnswer>

export const placementAnswer = ({ hubs, fitting, refused, candidates, cheapest }: Explanation): PlacementAnswer => ({
  hubs,
  fitting,
  refused,
  candidates: candidates.map(candidateAnswer),
  cheapest: cheapest && candidateAnswer(cheapest),
})

export const candidateAnswer = (candidate: Candidate): CandidateAnswer => ({
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

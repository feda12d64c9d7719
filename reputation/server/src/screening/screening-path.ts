import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'

export const ScreeningPath = Type.Object({
  screeningId: Type.String({
    description: 'The `screeningId` of a screening.',
    examples: ['scr_01kd3f9n8x4s6t2v7w0y5z1a3b'],
  }),
})

/** A malformed id is not found, like an unknown one. */
export function screeningIdOf({ screeningId }: Type.Static<typeof ScreeningPath>): string {
  if (!/^scr_[0-9a-z]{26}$/.test(screeningId)) throw new Problem('not-found', 'Screening not found.')
  return screeningId
}

export const BatchPath = Type.Object({
  batchId: Type.String({
    description: 'The `batchId` of a batch.',
    examples: ['sbt_01kd3f9n8x4s6t2v7w0y5z1a3b'],
  }),
})

/** The same of a batch. */
export function batchIdOf({ batchId }: Type.Static<typeof BatchPath>): string {
  if (!/^sbt_[0-9a-z]{26}$/.test(batchId)) throw new Problem('not-found', 'Batch not found.')
  return batchId
}

export const VerdictPath = Type.Object({
  ...ScreeningPath.properties,
  verdictId: Type.String({
    description: 'The `verdictId` of a verdict that was given on this screening.',
    examples: ['vrd_01kd3f9n8x4s6t2v7w0y5z1a3b'],
  }),
})

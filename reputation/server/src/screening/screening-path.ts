import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'

export const ScreeningPath = Type.Object({
  id: Type.String({ description: 'The `screeningId` of an answer.', examples: ['scr_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
})

/** What is no id of ours names nothing, like an id that nothing bears. */
export function screeningIdOf({ id }: Type.Static<typeof ScreeningPath>): string {
  if (!/^scr_[0-9a-z]{26}$/.test(id)) throw new Problem('not-found', 'There is no such screening.')
  return id
}

import { stringEnum } from '@service/foundation/http/string-enum.ts'
import type { EventKind } from '@service/foundation/webhooks/model/event.ts'
import { listIds } from '@service/reputation-domain/lists/model/entry.ts'
import Type from 'typebox'

const ScreeningMatchData = Type.Object(
  {
    query: Type.String({ description: 'The name as it was screened.', examples: ['Nikolas Maduro Moros'] }),
    matches: Type.Array(
      Type.Object({
        list: stringEnum(listIds),
        name: Type.String({ description: 'The listed name that matched.', examples: ['MADURO MOROS, Nicolas'] }),
        similarity: Type.Number({ minimum: 0, maximum: 1, examples: [0.9514] }),
      }),
      { description: 'One per entry of a list with a similarity of 0.86 or more, the most similar first.' },
    ),
    clean: Type.Boolean({ description: 'False, for there are matches.' }),
  },
  { title: 'ScreeningMatchEvent' },
)
export type ScreeningMatchData = Type.Static<typeof ScreeningMatchData>

export const screeningMatch: EventKind = {
  summary: 'A screening has found a listed name with a similarity of 0.86 or more',
  data: ScreeningMatchData,
  example: (): ScreeningMatchData => ({
    query: 'Jane Example',
    matches: [{ list: 'OFAC', name: 'EXAMPLE, Jane', similarity: 0.9731 }],
    clean: false,
  }),
}

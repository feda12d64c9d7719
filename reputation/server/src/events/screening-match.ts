import { eventKind } from '@service/foundation/webhooks/model/event.ts'
import Type from 'typebox'
import { SanctionsList } from '../lists/model/sanctions-list.ts'

const ScreeningMatchEventData = Type.Object(
  {
    query: Type.String({ description: 'The name as it was screened.', examples: ['Nikolas Maduro Moros'] }),
    matches: Type.Array(
      Type.Object(
        {
          list: SanctionsList,
          name: Type.String({ description: 'The listed name that matched.', examples: ['MADURO MOROS, Nicolas'] }),
          similarity: Type.Number({ minimum: 0, maximum: 1, description: 'From 0 to 1.', examples: [0.9514] }),
        },
        { title: 'EventMatch' },
      ),
      {
        description:
          'One per entry of a list with a similarity of 0.86 or more, the most similar first, whatever `limit` the request had. Suppressed entries are left out.',
      },
    ),
    clean: Type.Boolean({ description: 'Always false, as there are matches.' }),
  },
  { title: 'ScreeningMatchEventData' },
)

export const screeningMatch = eventKind({
  summary: 'A screening found a listed name with a similarity of 0.86 or more',
  data: ScreeningMatchEventData,
  example: () => ({
    query: 'Jane Example',
    matches: [{ list: 'OFAC' as const, name: 'EXAMPLE, Jane', similarity: 0.9731 }],
    clean: false,
  }),
})

import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import Type from 'typebox'
import { Parameters, RecordedMatch, screeningId } from '../responses.ts'
import { shown } from '../summary.ts'
import type { ListUndecided } from './list-undecided.ts'
import { maxCounted, type Waiting } from './undecided-store.ts'

export type UndecidedDeps = { listUndecided: ListUndecided }

const UndecidedMatch = Type.Object(
  {
    screeningId,
    screenedAt: Instant('When the name was screened.'),
    query: Type.String({ description: 'The name as it was screened.' }),
    parameters: Parameters,
    match: RecordedMatch,
  },
  { title: 'UndecidedMatch' },
)

export function undecidedRoutes(app: App, { listUndecided }: UndecidedDeps): void {
  app.get(
    '/api/v1/undecided-matches',
    {
      schema: {
        operationId: 'listUndecidedMatches',
        tags: ['Verdicts'],
        summary: 'List the matches that wait for a verdict',
        description:
          'One for each party and entry, however often they have met, with the newest screening that shows it; the most similar first. An entry whose names, dates of birth or programmes have changed since its verdict waits again, where the party has a `reference`.',
        querystring: Type.Object(PageParameters),
        response: {
          200: Type.Object(
            {
              count: Type.Integer({ description: `How many wait in all; more than ${maxCounted} are not counted.` }),
              matches: Type.Array(UndecidedMatch),
              nextCursor: NextCursor,
            },
            { title: 'UndecidedMatchPage' },
          ),
        },
      },
      config: { scope: 'screening:read' },
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['number', 'string', 'string'])
      const key = after && {
        similarity: after[0] as number,
        screeningId: after[1] as string,
        entityId: after[2] as string,
      }
      const { count, waiting } = await listUndecided(callerOf(request).companyId, key, limit + 1)
      const { items, nextCursor } = toPage(waiting, limit, ({ similarity, screeningId, entityId }) => [
        similarity,
        screeningId,
        entityId,
      ])
      return { count, matches: items.flatMap(toResponse), nextCursor }
    },
  )
}

function toResponse({ screeningId, entityId, at, party, matches }: Waiting) {
  const match = matches.find((one) => one.entityId === entityId)
  if (!match) return []
  const { name, ...parameters } = party
  return [
    {
      screeningId,
      screenedAt: at.toISOString(),
      query: name,
      parameters: parameters as Type.Static<typeof Parameters>,
      match: shown(match),
    },
  ]
}

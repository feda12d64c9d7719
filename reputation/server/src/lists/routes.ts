/** The lists over HTTP: how those stand that names are screened against. */
import { type App, NextCursor } from '@service/foundation/http/http.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import Type from 'typebox'
import { type HistoryDeps, historyRoutes } from './history/history.ts'
import type { Lists } from './lists.ts'
import { SanctionsList } from './model/sanctions-list.ts'
import { listListsTool } from './tools.ts'

export type ListDeps = HistoryDeps & { lists: Pick<Lists, 'status'> }

export const listsPath = '/api/v1/lists'

const ListStatus = Type.Object(
  {
    list: SanctionsList,
    loaded: Type.Boolean({
      description: 'Whether names can be screened against it. While one cannot, screenings respond with 503.',
    }),
    publishedAt: nullable(Instant('The publication date of the list; null if it has none.')),
    fetchedAt: nullable(Instant('When the list was last checked at its source; null before the first time.')),
    entries: Type.Integer({ minimum: 0, description: 'How many parties are listed.' }),
    stale: Type.Boolean({ description: 'Whether the last refresh failed, or is more than two days old.' }),
    staleSince: Type.Optional(Instant('Since when it is.')),
    staleReason: Type.Optional(Type.String({ description: 'Why it is, in words.' })),
    sample: Type.Optional(
      Type.Boolean({ description: 'True for the bundled sample, which is old and only for trials.' }),
    ),
  },
  { title: 'ListStatus' },
)

export function listRoutes(app: App, { lists, listHistory }: ListDeps): void {
  historyRoutes(app, { listHistory })
  app.get(
    listsPath,
    {
      schema: {
        operationId: 'listLists',
        tags: ['Screening'],
        summary: 'List the sanctions lists',
        description:
          'Those that names are screened against, and the state of each: its age, its size, whether it is stale and why.',
        response: {
          200: Type.Object({ lists: Type.Array(ListStatus), nextCursor: NextCursor }, { title: 'ListStatuses' }),
        },
      },
      config: { scope: 'screening:read', tool: listListsTool },
    },
    async () => ({ lists: [...lists.status()], nextCursor: null }),
  )
}

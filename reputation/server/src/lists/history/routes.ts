/** The versions of a list, and what differs between two of them. */
import type { App } from '@service/foundation/http/app.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { cursorOf, NextCursor, PageParameters, readPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import Type from 'typebox'
import { authorities } from '../authorities/authorities.ts'
import { SanctionsList } from '../model/sanctions-list.ts'
import type { KnownVersion } from './history-store.ts'
import type { ListHistory } from './read-history.ts'

export type HistoryDeps = { listHistory: ListHistory }

const ListPath = Type.Object({ list: SanctionsList })
const versionId = Type.String({
  maxLength: 100,
  description: 'The id of a version.',
  examples: ['lsv_01kd3f9n8x4s6t2v7w0y5z1a3b'],
})

export const TwoVersionsPath = Type.Object({
  ...ListPath.properties,
  from: versionId,
  to: versionId,
})

const Counts = Type.Object(
  { added: Type.Integer(), changed: Type.Integer(), removed: Type.Integer() },
  { title: 'ListChangeCounts' },
)

const Version = Type.Object(
  {
    versionId,
    publishedAt: nullable(Instant('The publication date of the version.')),
    fetchedAt: Instant('When it was first fetched.'),
    supersededAt: nullable(Instant('When another took its place; null for the one in use.')),
    entries: Type.Integer(),
    sha256: Type.String({ description: 'Of its canonical content; it identifies the version of the list.' }),
    source: Type.String({ description: 'Where it comes from.', examples: ['scsanctions.un.org'] }),
    sample: Type.Boolean(),
    changes: Type.Union([Counts, Type.Null()], {
      description: 'What it changed from the previous version; null if nothing was compared.',
    }),
  },
  { title: 'KnownListVersion' },
)

const Field = Type.Object(
  {
    field: Type.String({ examples: ['names'] }),
    before: Type.Optional(Type.Unknown()),
    after: Type.Optional(Type.Unknown()),
    added: Type.Optional(Type.Array(Type.Unknown())),
    removed: Type.Optional(Type.Array(Type.Unknown())),
  },
  {
    title: 'ListFieldChange',
    description: 'A value that was replaced, or what was added to and removed from several.',
  },
)

const Change = Type.Object(
  {
    entityId: Type.String({ examples: ['OFAC:22790'] }),
    name: nullable(Type.String({ description: 'Its primary name, where a version that has it is still stored.' })),
    kind: stringEnum(['added', 'changed', 'removed'], { title: 'ListChangeKind' }),
    fields: Type.Array(Field),
  },
  { title: 'ListChange' },
)

export function historyRoutes(app: App, { listHistory }: HistoryDeps): void {
  app.get(
    '/api/v1/lists/:list/versions',
    {
      schema: {
        operationId: 'listListVersions',
        tags: ['Screening'],
        summary: 'List the versions of a sanctions list',
        description: 'Newest first, with what each changed.',
        params: ListPath,
        response: {
          200: Type.Object({ versions: Type.Array(Version), nextCursor: NextCursor }, { title: 'ListVersions' }),
          ...problems('not-found'),
        },
      },
      config: { scope: 'screening:read' },
    },
    async ({ params: { list } }) => ({
      versions: (await listHistory.versions(list)).map((version) => toVersion(list, version)),
      nextCursor: null,
    }),
  )

  app.get(
    '/api/v1/lists/:list/changes/:from/:to',
    {
      schema: {
        operationId: 'listListChanges',
        tags: ['Screening'],
        summary: 'Compare two versions of a sanctions list',
        description: 'Entry by entry, field by field, whichever of the two is the newer.',
        params: TwoVersionsPath,
        querystring: Type.Object(PageParameters),
        response: {
          200: Type.Object(
            { counts: Counts, changes: Type.Array(Change), nextCursor: NextCursor },
            { title: 'ListChangePage' },
          ),
          ...problems('not-found', 'conflict'),
        },
      },
      config: { scope: 'screening:read' },
    },
    async ({ params: { list, from, to }, query }) => {
      const { limit, after } = readPage(query, ['string'])
      const { counts, changes, nextAfter } = await listHistory.diff(list, { from, to }, after?.[0] as string, limit)
      return { counts, changes, nextCursor: nextAfter === undefined ? null : cursorOf([nextAfter]) }
    },
  )
}

const toVersion = (list: string, { id, publishedAt, fetchedAt, supersededAt, source, ...version }: KnownVersion) => ({
  versionId: id,
  publishedAt: publishedAt?.toISOString() ?? null,
  fetchedAt: fetchedAt.toISOString(),
  supersededAt: supersededAt?.toISOString() ?? null,
  source: version.sample ? 'the bundled sample' : publicSource(list, source),
  entries: version.entries,
  sha256: version.sha256,
  sample: version.sample,
  changes: version.changes,
})

/** The authority's own hosts; of an operator's copy customers see no address. */
function publicSource(list: string, source: string): string {
  const own = authorities.find(({ id }) => id === list)?.addresses ?? []
  const hosts = (addresses: readonly string[]) => [...new Set(addresses.flatMap((one) => URL.parse(one)?.host ?? []))]
  const known = hosts(own)
  const used = hosts(source.split(', '))
  return used.length > 0 && used.every((host) => known.includes(host)) ? used.join(', ') : 'a copy of the operator’s'
}

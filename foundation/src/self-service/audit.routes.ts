import Type from 'typebox'
import type { AdministrationFace } from '../administration/administration.ts'
import type { AuditEvent } from '../audit/model/audit-event.ts'
import {
  type App,
  administratorOf,
  type CsvColumn,
  FormatParameter,
  PageParameters,
  readPage,
  sendCsv,
  toPage,
  wantsCsv,
} from '../http/http.ts'
import { companyOf, tags } from './company.routes.ts'
import { AuditPage, showEvent } from './responses.ts'

type Acts = Pick<AdministrationFace, 'listAuditEvents' | 'readActorNames'>

const filter = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 200, pattern: '^[!-~]+$', description, examples: [example] }))

export function auditRoutes(app: App, { listAuditEvents, readActorNames }: Acts): void {
  app.get(
    '/auth/audit',
    {
      schema: {
        operationId: 'listAuditEvents',
        tags,
        summary: 'List who changed what',
        description: 'Newest first. As CSV a page is one file.',
        querystring: Type.Object({
          ...PageParameters,
          actor: filter('Only actions of this actor.', 'user:usr_01kd3f9n8x4s6t2v7w0y5z1a3b'),
          action: filter('One action, or all actions on one kind of object, by the part before the dot.', 'key'),
          target: filter('Only actions on the object with this id.', 'key_01kd3f9n8x4s6t2v7w0y5z1a3b'),
          format: FormatParameter,
        }),
        response: { 200: AuditPage },
      },
      config: { session: 'audit:read', csv: true },
    },
    async (request, reply) => {
      const { actor, action, target } = request.query
      const csv = wantsCsv(request)
      const { limit, after } = readPage(request.query, ['string'])
      const by = administratorOf(request)
      const companyId = companyOf(by)
      const beforeId = after?.[0] as string | undefined
      const found = await listAuditEvents(by, { companyId, actor, action, target, beforeId }, limit + 1)
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
      const names = await readActorNames(by, companyId, items)
      if (csv) return sendCsv(reply, columnsWith(names), items)
      return { events: items.map((event) => showEvent(event, names)), nextCursor }
    },
  )
}

const columnsWith = (names: ReadonlyMap<string, string>): CsvColumn<AuditEvent>[] => [
  'at',
  'actor',
  { name: 'name', value: ({ actor }) => names.get(actor) },
  'action',
  'target',
  { name: 'before', value: ({ before }) => before && JSON.stringify(before) },
  { name: 'after', value: ({ after }) => after && JSON.stringify(after) },
  { name: 'request', value: ({ requestId }) => requestId },
  'id',
]

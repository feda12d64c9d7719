import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { described } from '@service/foundation/http/document-components.ts'
import { sendLines } from '@service/foundation/http/lines.ts'
import { InstantParameter, readInstant } from '@service/foundation/http/model/instant.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { formatOf, ListFormatParameter } from '@service/foundation/http/negotiation.ts'
import { type CursorKey, NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { sendVersioned } from '@service/foundation/http/send-versioned.ts'
import Type from 'typebox'
import { AlertSeverity } from '../../events/events.ts'
import { Alert, alertColumns, toAlert } from './alert-responses.ts'
import type { AlertPosition } from './alert-store.ts'
import { cursorTime } from './cursor-time.ts'
import type { ListAlerts } from './list-alerts.ts'
import { noOwnSubject } from './own-subject.ts'
import { TextParameter } from './text-parameter.ts'
import { listAlertsTool } from './tools.ts'

export type AlertDeps = { listAlerts: ListAlerts }

export function alertRoutes(app: App, { listAlerts }: AlertDeps): void {
  app.get(
    '/api/v1/alerts',
    {
      schema: {
        operationId: 'listAlerts',
        tags: ['Reputation'],
        summary: 'List alerts',
        description:
          'Every article about the company that is negative or reports a grave fact, and every risk assessment of high or critical level, published in the last seven days; those detected last come first. As lines of JSON it is every alert that is kept, or, with `since`, those detected since then.',
        querystring: Type.Object({
          ...PageParameters,
          severity: Type.Optional(described(AlertSeverity, 'Only alerts of this severity.')),
          since: Type.Optional(
            InstantParameter(
              'Only alerts detected at this time or later, at most seven days back unless as lines of JSON.',
            ),
          ),
          story: Type.Optional(TextParameter(200, 'Only alerts of the story with this id.')),
          group: Type.Optional(
            stringEnum(['story'], {
              description:
                '`story`: one alert of each story, the most severe and then the last detected, with `alertCount`.',
            }),
          ),
          format: ListFormatParameter,
        }),
        response: {
          200: Type.Object({ alerts: Type.Array(Alert), nextCursor: NextCursor }, { title: 'AlertPage' }),
          ...problems(noOwnSubject),
        },
      },
      config: { scope: 'alerts:read', csv: true, lines: true, etag: true, tool: listAlertsTool },
    },
    async (request, reply) => {
      const format = formatOf(request, ['json', 'csv', 'ndjson'])
      const { severity, since, story, group, format: _format, ...page } = request.query
      const { limit, after } = readPage(page, ['number', 'number', 'string'])
      const asked = { severity, story, byStory: group === 'story', since: readInstant('query.since', since) }
      const list = (behind: CursorKey | undefined, limit: number) => {
        const before = behind && positionOf(behind as [number, number, string])
        return listAlerts(callerOf(request).companyId, { ...asked, before, ofAnyAge: format === 'ndjson' }, limit)
      }
      if (format === 'ndjson') {
        const read = async (behind: CursorKey | undefined, limit: number) => {
          const found = await list(behind, limit)
          return found.alerts.map((alert) => ({ key: keyOf(alert), item: toAlert(alert, found) }))
        }
        return sendLines(request, reply, { schema: Alert, after, read })
      }
      const found = await list(after, limit + 1)
      const { items, nextCursor } = toPage(found.alerts, limit, keyOf)
      const alerts = items.map((alert) => toAlert(alert, found))
      const csv = format === 'csv'
      return sendVersioned(request, reply, { csv, body: { alerts, nextCursor }, columns: alertColumns, rows: alerts })
    },
  )
}

const keyOf = ({ detectedAt, publishedAt, id }: AlertPosition): CursorKey => [
  detectedAt.getTime(),
  publishedAt.getTime(),
  id,
]

const positionOf = ([detectedAt, publishedAt, id]: [number, number, string]) => ({
  detectedAt: cursorTime(detectedAt),
  publishedAt: cursorTime(publishedAt),
  id,
})

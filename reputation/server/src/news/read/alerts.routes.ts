import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { described } from '@service/foundation/http/document-components.ts'
import { InstantParameter, readInstant } from '@service/foundation/http/model/instant.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { FormatParameter, wantsCsv } from '@service/foundation/http/negotiation.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { sendVersioned } from '@service/foundation/http/send-versioned.ts'
import Type from 'typebox'
import { AlertSeverity } from '../../events/events.ts'
import { Alert, alertColumns, toAlert } from './alert-responses.ts'
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
          'Every article about the company that is negative or reports a grave fact, and every risk assessment of high or critical level, published in the last seven days; those detected last come first.',
        querystring: Type.Object({
          ...PageParameters,
          severity: Type.Optional(described(AlertSeverity, 'Only alerts of this severity.')),
          since: Type.Optional(
            InstantParameter('Only alerts detected at this time or later, at most seven days back.'),
          ),
          story: Type.Optional(TextParameter(200, 'Only alerts of the story with this id.')),
          group: Type.Optional(
            stringEnum(['story'], {
              description:
                '`story`: one alert of each story, the most severe and then the last detected, with `alertCount`.',
            }),
          ),
          format: FormatParameter,
        }),
        response: {
          200: Type.Object({ alerts: Type.Array(Alert), nextCursor: NextCursor }, { title: 'AlertPage' }),
          ...problems(noOwnSubject),
        },
      },
      config: { scope: 'alerts:read', csv: true, etag: true, tool: listAlertsTool },
    },
    async (request, reply) => {
      const csv = wantsCsv(request)
      const { severity, since, story, group, format: _format, ...page } = request.query
      const { limit, after } = readPage(page, ['number', 'number', 'string'])
      const before = after && positionOf(after as [number, number, string])
      const asked = { severity, story, byStory: group === 'story', since: readInstant('query.since', since), before }
      const found = await listAlerts(callerOf(request).companyId, asked, limit + 1)
      const { items, nextCursor } = toPage(found.alerts, limit, (alert) => [
        alert.detectedAt.getTime(),
        alert.publishedAt.getTime(),
        alert.id,
      ])
      const alerts = items.map((alert) => toAlert(alert, found))
      return sendVersioned(request, reply, { csv, body: { alerts, nextCursor }, columns: alertColumns, rows: alerts })
    },
  )
}

const positionOf = ([detectedAt, publishedAt, id]: [number, number, string]) => ({
  detectedAt: cursorTime(detectedAt),
  publishedAt: cursorTime(publishedAt),
  id,
})

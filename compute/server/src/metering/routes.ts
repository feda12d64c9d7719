import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { documentedAs } from '@service/foundation/http/document-components.ts'
import { type ReadLines, sendLines } from '@service/foundation/http/lines.ts'
import { LinesFormatParameter, wantsLines } from '@service/foundation/http/negotiation.ts'
import { type CursorKey, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { Problem } from '@service/foundation/problem.ts'
import { monthOf } from '@service/foundation/quota/model/month.ts'
import Type from 'typebox'
import { MonthUsageResponse, monthUsageResponse, UsageLine, usageLine } from './responses.ts'
import { getUsageTool } from './tools.ts'
import type { ReadUsage } from './usage.ts'

export type UsageDeps = { readUsage: ReadUsage; now: () => Date }

export function usageRoutes(app: App, { readUsage, now }: UsageDeps): void {
  app.get(
    '/v1/usage',
    {
      schema: {
        operationId: 'getUsage',
        tags: ['Usage'],
        summary: 'Get the usage of a calendar month',
        description:
          'GPU-hours, costs and emissions, and the hours that are left. The deployments that ran in the month come in ' +
          'pages, newest first; the sums cover all of them. Metered is from the start of a container to its end. Pulling, ' +
          'waiting and starts that fail within 60 seconds are free; a container that is up for longer is metered from ' +
          'its start, even if nothing responds at its port.',
        querystring: Type.Object({
          ...PageParameters,
          month: Type.Optional(
            documentedAs(
              Type.String({
                maxLength: 7,
                description: 'The calendar month, UTC; the current one by default.',
                examples: ['2026-11'],
              }),
              { pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' },
            ),
          ),
          format: LinesFormatParameter,
        }),
        response: { 200: MonthUsageResponse },
      },
      config: { scope: 'deployments:read', tool: getUsageTool, lines: true },
    },
    async (request, reply) => {
      const { month: monthText, format: _format, ...page } = request.query
      const { limit, after } = readPage(page, ['string'])
      const month = readMonth(monthText, now())
      const list = (behind: CursorKey | undefined, limit: number) =>
        readUsage(callerOf(request).companyId, month, { limit, before: behind ? String(behind[0]) : null })
      if (wantsLines(request)) {
        const read: ReadLines<UsageLine> = async (behind, limit) => {
          const { deployments } = await list(behind, limit)
          return deployments.map((one) => ({ key: [one.deploymentId], item: usageLine(month, one) }))
        }
        return sendLines(request, reply, { schema: UsageLine, after, read })
      }
      const { deployments, ...usage } = await list(after, limit + 1)
      const { items, nextCursor } = toPage(deployments, limit, ({ deploymentId }) => [deploymentId])
      return monthUsageResponse(usage, items, nextCursor)
    },
  )
}

/** The month by its first day. */
function readMonth(text: string | undefined, now: Date): string {
  const current = monthOf(now)
  if (text === undefined) return current
  const month = `${text}-01`
  if (/^20\d{2}-(0[1-9]|1[0-2])$/.test(text) && month <= current) return month
  const message = 'must be a month such as 2026-11, and not a future one'
  throw new Problem('invalid-request', `query.month ${message}.`, { details: [{ path: 'query.month', message }] })
}
